import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  CONSENT_END_CLAIM,
  SANDBOX_OPTIONS_VARIABLE,
  type SandboxOptions,
  type SandboxProofKey,
} from "../messages/sandboxMessages";
import { readFaultRules } from "./faults/faultRules";

/**
 * Options with their defaults; port 0 is a free one, no page size is the definition's,
 * no number of holdings the drawn one.
 */
export interface Settings extends Required<Omit<SandboxOptions, "maximumPageSize" | "holdings">> {
  readonly maximumPageSize: number | undefined;
  readonly holdings: number | undefined;
}

/** A value that an option does not take; `option` is its name in `SandboxOptions`. */
export class OptionError extends Error {
  override readonly name = "OptionError";

  constructor(readonly option: string) {
    super(`The option ${option} does not take this value.`);
  }
}

/** Usage of the command line tool. */
export const USAGE = `sandbox.js: the Financial Planning Open API on this machine, with made-up data

  --service-port N       port of the service (default: a free one)
  --identity-port N      port of the identity provider (default: a free one)
  --results-prefix P     path prefix of results (default: /profiling/v1)
  --no-pension-reading   pensions cannot be read (GET), only written
  --pension-tags         pensions have an ETag, and If-Match is honoured
  --token-lifetime S     seconds that an access token is valid (default: 3600)
  --proof-key MODE       PKCE: on, required, or refused once the code is spent (default: on)
  --no-refresh-rotation  a refresh token stays the same at each use
  --no-discovery         the identity provider does not describe itself
  --consent-seconds S    seconds that a delegation lasts (default: 2592000, 30 days)
  --consent-claim        ID tokens say when the delegation ends (${CONSENT_END_CLAIM})
  --no-any-loopback-port a callback on a loopback address must have its registered port
  --seed TEXT            another seed gives other data
  --holdings N           holdings of the client Siân Achterberg (default: 150)
  --maximum-page-size N  largest page of a list (default: the definition's)
  --faults FILE          calls that go wrong: a JSON list of rules, as docs/sandbox.md shows
  --definition FILE      service definition (OpenAPI 3.1, JSON)
  --help                 this text

Options may also come as JSON in the environment variable ${SANDBOX_OPTIONS_VARIABLE}.
Keys and secrets are made anew at each start and printed.
`;

/** Reads the environment, then the command line over it. Undefined asks for the usage. */
export function readSettings(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings | undefined {
  const flags = readFlags(argv);
  if (flags === undefined) {
    return undefined;
  }
  const given = { ...readVariable(environment[SANDBOX_OPTIONS_VARIABLE]), ...flags };
  const readOption = createTaker(given);
  const settings: Settings = {
    servicePort: readOption.integer("servicePort", 0, 65_535) ?? 0,
    identityPort: readOption.integer("identityPort", 0, 65_535) ?? 0,
    resultsPrefix: readOption.text("resultsPrefix", /^(\/[\w.~-]+)*$/) ?? "/profiling/v1",
    pensionReading: readOption.truth("pensionReading") ?? true,
    pensionTags: readOption.truth("pensionTags") ?? false,
    tokenLifetime: readOption.integer("tokenLifetime", 1, 86_400 * 365) ?? 3600,
    proofKey: readOption.choice<SandboxProofKey>("proofKey", ["on", "required", "refused"]) ?? "on",
    refreshRotation: readOption.truth("refreshRotation") ?? true,
    discovery: readOption.truth("discovery") ?? true,
    consentSeconds: readOption.integer("consentSeconds", 1, 86_400 * 365) ?? 86_400 * 30,
    consentClaim: readOption.truth("consentClaim") ?? false,
    anyLoopbackPort: readOption.truth("anyLoopbackPort") ?? true,
    seed: readOption.text("seed", /^/) ?? "sandbox",
    holdings: readOption.integer("holdings", 0, 10_000_000),
    maximumPageSize: readOption.integer("maximumPageSize", 1, 100_000),
    faults: readOption.faults("faults") ?? [],
    definition: readOption.text("definition", /./) ?? DEFAULT_DEFINITION,
  };
  return settings;
}

/** The bundle lies beside `media`, in the checkout as in the installed extension. */
const DEFAULT_DEFINITION = join(
  __dirname,
  "..",
  "media",
  "service",
  "financial-planning-open-api.json",
);

type Given = Readonly<Record<string, unknown>>;

function readFlags(argv: readonly string[]): Given | undefined {
  const { values } = parseArgs({
    args: [...argv],
    allowNegative: true,
    options: {
      "service-port": { type: "string" },
      "identity-port": { type: "string" },
      "results-prefix": { type: "string" },
      "pension-reading": { type: "boolean" },
      "pension-tags": { type: "boolean" },
      "token-lifetime": { type: "string" },
      "proof-key": { type: "string" },
      "refresh-rotation": { type: "boolean" },
      discovery: { type: "boolean" },
      "consent-seconds": { type: "string" },
      "consent-claim": { type: "boolean" },
      "any-loopback-port": { type: "boolean" },
      seed: { type: "string" },
      holdings: { type: "string" },
      "maximum-page-size": { type: "string" },
      faults: { type: "string" },
      definition: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    return undefined;
  }
  const named = Object.entries(values).map(([flag, value]) => [camelCase(flag), value] as const);
  const { faults } = values;
  return {
    ...Object.fromEntries(named),
    ...(faults === undefined ? {} : { faults: readRulesFile(faults) }),
  };
}

function readRulesFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new OptionError("faults");
  }
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

function readVariable(text: string | undefined): Given {
  if (text === undefined || text === "") {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) {
      return value as Given;
    }
  } catch {
    // Named below, without the text: it is nobody's business what else stands in it.
  }
  throw new OptionError(SANDBOX_OPTIONS_VARIABLE);
}

function createTaker(given: Given) {
  const take = <Value>(
    name: string,
    read: (value: unknown) => Value | undefined,
  ): Value | undefined => {
    const value = given[name];
    if (value === undefined) {
      return undefined;
    }
    const result = read(value);
    if (result === undefined) {
      throw new OptionError(name);
    }
    return result;
  };
  return {
    integer: (name: string, low: number, high: number) =>
      take(name, (value) => {
        const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
        const fits = typeof number === "number" && Number.isInteger(number);
        return fits && number >= low && number <= high ? number : undefined;
      }),
    text: (name: string, pattern: RegExp) =>
      take(name, (value) => (typeof value === "string" && pattern.test(value) ? value : undefined)),
    choice: <Choice extends string>(name: string, choices: readonly Choice[]) =>
      take(name, (value) => choices.find((choice) => choice === value)),
    faults: (name: string) => take(name, readFaultRules),
    truth: (name: string) =>
      take(name, (value) => (typeof value === "boolean" ? value : undefined)),
  };
}
