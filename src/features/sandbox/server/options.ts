import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  CONSENT_END_CLAIM,
  SANDBOX_OPTIONS_VARIABLE,
  type SandboxOptions,
  type SandboxProofKey,
} from "../messages/sandboxMessages";
import { type FaultRule, faultRules } from "../messages/sandboxFaults";
import { MOST_CLIENTS } from "../messages/sandboxScenario";
import { readFaultRules } from "./faults/faultRules";
import { checkInput, readInput } from "./inputFile";
import { OptionError } from "./optionError";

/**
 * Options with their defaults; port 0 is a free one, no page size is the definition's, no number
 * of clients or holdings the made-up one, no port of the address for tests none.
 */
export interface Settings extends Required<Omit<SandboxOptions, OpenOption>> {
  readonly maximumPageSize: number | undefined;
  readonly holdings: number | undefined;
  readonly clients: number | undefined;
  readonly adminPort: number | undefined;
  readonly scenario: string | undefined;
  readonly save: string | undefined;
  readonly log: string | undefined;
}

type OpenOption =
  "maximumPageSize" | "holdings" | "clients" | "adminPort" | "scenario" | "save" | "log";

/** How the service behaves where neither an option nor a scenario says otherwise. */
const DEFAULT_BEHAVIOUR = {
  pensionReading: true,
  pensionTags: false,
  tokenLifetime: 3600,
  consentSeconds: 86_400 * 30,
};

/** What the command line asks for. */
export type CommandLine =
  | { readonly action: "help" | "version" }
  | { readonly action: "run"; readonly settings: Settings; readonly output: Output };

/** What is printed once it listens: all for people, all as one line of JSON, or nothing. */
export type Output = "text" | "json" | "quiet";

/** Usage of the command line tool. */
export const USAGE = `fp-sandbox: the Financial Planning Open API on this machine, with made-up data

Usage: fp-sandbox [option …]

Addresses
  --port N               port of the service (default: a free one)
  --identity-port N      port of the identity provider (default: a free one)
  --admin-port N         port of the address for tests (default: a free one)
  --allow-host NAME      take requests that name this host; may be given more than once

Data
  --seed TEXT            another seed makes up other data (default: sandbox)
  --clients N            clients behind the development key (default: 2000)
  --holdings N           holdings of the client Siân Achterberg (default: 150)
  --scenario FILE        data, people, faults and answers of your own
  --faults FILE          calls that go wrong: a JSON list of rules
  --save FILE            write what there is then as a scenario, when it ends

Output
  --json                 one line of JSON with all addresses, keys and secrets
  --quiet                print nothing
  --log FILE             add each call that was received as a line of JSON

Behaviour
  --results-prefix P     path prefix of results (default: /profiling/v1)
  --no-pension-reading   pensions cannot be read (GET), only written
  --pension-tags         pensions have an ETag, and If-Match is honoured
  --maximum-page-size N  largest page of a list (default: the definition's)
  --token-lifetime S     seconds that an access token is valid (default: 3600)
  --proof-key MODE       PKCE: on, required, or refused once the code is spent (default: on)
  --no-refresh-rotation  a refresh token stays the same at each use
  --no-discovery         the identity provider does not describe itself
  --consent-seconds S    seconds that a delegation lasts (default: 2592000, 30 days)
  --consent-claim        ID tokens say when the delegation ends (${CONSENT_END_CLAIM})
  --no-any-loopback-port a callback on a loopback address must have its registered port
  --definition FILE      service definition (OpenAPI 3.1, JSON)

  --help                 this text
  --version              the version

Options may also come as JSON in the environment variable ${SANDBOX_OPTIONS_VARIABLE}.
Keys and secrets are new at each start. It listens on 127.0.0.1 alone.
Exit codes: 0 ended by a signal, 2 an option, a file or a port that cannot be used, 1 anything else.
`;

/** Reads the environment, then the command line over it. Throws `OptionError`. */
export function readCommandLine(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLine {
  const { flags, help, version, json, quiet } = readFlags(argv);
  if (help || version) {
    return { action: help ? "help" : "version" };
  }
  const settings = settingsOf({ ...readVariable(environment[SANDBOX_OPTIONS_VARIABLE]), ...flags });
  return { action: "run", settings, output: json ? "json" : quiet ? "quiet" : "text" };
}

function settingsOf(given: Given): Settings {
  const readOption = createTaker(given);
  return {
    servicePort: readOption.integer("servicePort", 0, 65_535) ?? 0,
    identityPort: readOption.integer("identityPort", 0, 65_535) ?? 0,
    adminPort: readOption.integer("adminPort", 0, 65_535),
    allowedHosts: readOption.texts("allowedHosts") ?? [],
    resultsPrefix: readOption.text("resultsPrefix", /^(\/[\w.~-]+)*$/, "a path") ?? "/profiling/v1",
    pensionReading: readOption.truth("pensionReading") ?? DEFAULT_BEHAVIOUR.pensionReading,
    pensionTags: readOption.truth("pensionTags") ?? DEFAULT_BEHAVIOUR.pensionTags,
    tokenLifetime:
      readOption.integer("tokenLifetime", 1, 86_400 * 365) ?? DEFAULT_BEHAVIOUR.tokenLifetime,
    proofKey: readOption.choice<SandboxProofKey>("proofKey", ["on", "required", "refused"]) ?? "on",
    refreshRotation: readOption.truth("refreshRotation") ?? true,
    discovery: readOption.truth("discovery") ?? true,
    consentSeconds:
      readOption.integer("consentSeconds", 1, 86_400 * 365) ?? DEFAULT_BEHAVIOUR.consentSeconds,
    consentClaim: readOption.truth("consentClaim") ?? false,
    anyLoopbackPort: readOption.truth("anyLoopbackPort") ?? true,
    seed: readOption.text("seed", /^/, "a text") ?? "sandbox",
    clients: readOption.integer("clients", 0, MOST_CLIENTS),
    holdings: readOption.integer("holdings", 0, 10_000_000),
    maximumPageSize: readOption.integer("maximumPageSize", 1, 100_000),
    faults: readOption.faults("faults") ?? [],
    scenario: readOption.text("scenario", /./, "a file"),
    save: readOption.text("save", /./, "a file"),
    log: readOption.text("log", /./, "a file"),
    definition: readOption.text("definition", /./, "a file") ?? DEFAULT_DEFINITION,
  };
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

interface Flags {
  readonly flags: Given;
  readonly help: boolean;
  readonly version: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

function readFlags(argv: readonly string[]): Flags {
  const { values } = parseFlags(argv);
  const { help = false, version = false, json = false, quiet = false, ...others } = values;
  const named = Object.entries(others).map(
    ([flag, value]) => [RENAMED[flag] ?? camelCase(flag), value] as const,
  );
  const { faults } = others;
  return {
    ...{ help, version, json, quiet },
    flags: {
      ...Object.fromEntries(named),
      ...(faults === undefined ? {} : { faults: readRulesFile(faults) }),
    },
  };
}

/** Options of another name in `SandboxOptions`. */
const RENAMED: Readonly<Record<string, string>> = {
  port: "servicePort",
  "allow-host": "allowedHosts",
};

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowNegative: true,
      options: {
        port: { type: "string" },
        "identity-port": { type: "string" },
        "admin-port": { type: "string" },
        "allow-host": { type: "string", multiple: true },
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
        clients: { type: "string" },
        holdings: { type: "string" },
        "maximum-page-size": { type: "string" },
        faults: { type: "string" },
        scenario: { type: "string" },
        save: { type: "string" },
        log: { type: "string" },
        definition: { type: "string" },
        json: { type: "boolean" },
        quiet: { type: "boolean" },
        help: { type: "boolean" },
        version: { type: "boolean" },
      },
    });
  } catch (error) {
    // Node's own words name the option; the rest of them explains its parser.
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new OptionError("commandLine", `${sentence.replace(/\.$/, "")}. See --help.`);
  }
}

function readRulesFile(file: string): readonly FaultRule[] {
  const text = readInput("faults", file);
  return checkInput(faultRules, text, { option: "faults", source: file });
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
  throw new OptionError(SANDBOX_OPTIONS_VARIABLE, `${SANDBOX_OPTIONS_VARIABLE} is no JSON object.`);
}

function createTaker(given: Given) {
  const take = <Value>(
    name: string,
    expected: string,
    read: (value: unknown) => Value | undefined,
  ): Value | undefined => {
    const value = given[name];
    if (value === undefined) {
      return undefined;
    }
    const result = read(value);
    if (result === undefined) {
      const sent = typeof value === "string" ? `, not "${value.slice(0, 100)}"` : "";
      throw new OptionError(name, `${flagOf(name)} takes ${expected}${sent}.`);
    }
    return result;
  };
  return {
    integer: (name: string, low: number, high: number) =>
      take(name, `a whole number from ${low} to ${high}`, (value) => {
        const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
        const fits = typeof number === "number" && Number.isInteger(number);
        return fits && number >= low && number <= high ? number : undefined;
      }),
    text: (name: string, pattern: RegExp, expected: string) =>
      take(name, expected, (value) =>
        typeof value === "string" && pattern.test(value) ? value : undefined,
      ),
    texts: (name: string) =>
      take(name, "names of hosts", (value) =>
        Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "")
          ? value.map((one: string) => one.toLowerCase())
          : undefined,
      ),
    choice: <Choice extends string>(name: string, choices: readonly Choice[]) =>
      take(name, `one of ${choices.join(", ")}`, (value) =>
        choices.find((choice) => choice === value),
      ),
    faults: (name: string) => take(name, "a list of rules", readFaultRules),
    truth: (name: string) =>
      take(name, "true or false", (value) => (typeof value === "boolean" ? value : undefined)),
  };
}

/** An option as it is written on the command line. */
function flagOf(name: string): string {
  const [flag] = Object.entries(RENAMED).find(([, option]) => option === name) ?? [];
  return `--${flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
