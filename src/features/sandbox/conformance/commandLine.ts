import { readFileSync, readSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Members, membersOf } from "./json";
import type { OAuthClient, Target } from "./target";
import { UsageError } from "./usageError";

export const USAGE = `fp-conformance: checks a service against each rule of the Financial Planning Open API

Usage: fp-conformance --facts FILE
       fp-conformance --base-url URL --auth-url URL [option …]

Service
  --facts FILE           a sandbox: the line that fp-sandbox --json prints, - for standard input
  --base-url URL         root of the service
  --auth-url URL         root of the identity provider, without /identity
  --crm-prefix P         path prefix of client records (default: /crm/v1)
  --finances-prefix P    path prefix of finances (default: /finances/v1)
  --profiling-prefix P   path prefix of results (default: /profiling/v1)
  --known-client UUID    a client that there is (default: the first of the list)
  --first-page N         number of the first page, 0 or 1 (default: 1)
  --redirect-uri URI     registered callback of the client for users

Permission
  --allow-writes         write pensions of that client, called fp-conformance-…, and ask to remove them;
                         a service may have no DELETE: then they stay, and are named at the end
  --pension-body FILE    a pension that the service takes, as a JSON object without its id
                         (default: made-up ones; where they are refused, rules about them are skipped)
  --interactive          asks you to sign in, and for the address that your browser is sent to

Rules
  --only TEXT            only rules whose name contains it
  --without TEXT         all but those; both may be given more than once
  --list                 print all rules with the specification's sentences, and check nothing

  --help                 this text
  --version              the version

Secrets come in the environment: FP_SUBSCRIPTION_KEY; FP_CLIENT_ID, FP_CLIENT_SECRET and FP_SCOPES of a
service account, or FP_ACCESS_TOKEN. More rules can be checked with FP_OTHER_SUBSCRIPTION_KEY (of another
environment, only read), FP_EXPIRED_TOKEN, FP_USER_CLIENT_ID and FP_USER_CLIENT_SECRET.
A sandbox is written to without --allow-writes: its data are made up.
Results are printed in the Test Anything Protocol (TAP, version 14).
Exit codes: 0 no rule is broken, 1 a rule is broken, nothing was checked or a pension stays behind,
2 an option or a file that cannot be used.
`;

export interface CommandLine {
  readonly action: "help" | "version" | "list" | "run";
  readonly only: readonly string[];
  readonly without: readonly string[];
  readonly interactive: boolean;
  /** Throws a `UsageError` where something is missing. */
  readonly readTarget: () => Target;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws `UsageError`. */
export function readCommandLine(argv: readonly string[], environment: Environment): CommandLine {
  const values = parseFlags(argv);
  const { help = false, version = false, list = false, interactive = false } = values;
  if (interactive && [values.facts, values["pension-body"]].includes("-")) {
    throw new UsageError("--interactive takes standard input: name a file instead of -.");
  }
  return {
    action: help ? "help" : version ? "version" : list ? "list" : "run",
    only: values.only ?? [],
    without: values.without ?? [],
    interactive,
    readTarget: () =>
      values.facts === undefined
        ? targetOf(values, environment)
        : sandboxIn(values.facts, environment),
  };
}

type Flags = ReturnType<typeof parseFlags>;

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        facts: { type: "string" },
        "base-url": { type: "string" },
        "auth-url": { type: "string" },
        "crm-prefix": { type: "string" },
        "finances-prefix": { type: "string" },
        "profiling-prefix": { type: "string" },
        "known-client": { type: "string" },
        "first-page": { type: "string" },
        "redirect-uri": { type: "string" },
        "allow-writes": { type: "boolean" },
        "pension-body": { type: "string" },
        interactive: { type: "boolean" },
        only: { type: "string", multiple: true },
        without: { type: "string", multiple: true },
        list: { type: "boolean" },
        help: { type: "boolean" },
        version: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    // Node's own words name the option; the rest of them explains its parser.
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new UsageError(`${sentence.replace(/\.$/, "")}. See --help.`);
  }
}

function targetOf(values: Flags, environment: Environment): Target {
  const { FP_SUBSCRIPTION_KEY: subscriptionKey, FP_ACCESS_TOKEN: accessToken } = environment;
  const serviceAccount = clientIn(environment, "FP_CLIENT");
  const userClient = clientIn(environment, "FP_USER_CLIENT");
  if (!subscriptionKey) {
    throw new UsageError("FP_SUBSCRIPTION_KEY is missing. See --help.");
  }
  if (!accessToken && serviceAccount === undefined) {
    throw new UsageError("FP_CLIENT_ID and FP_CLIENT_SECRET, or FP_ACCESS_TOKEN, are missing.");
  }
  const { "known-client": knownClient, "redirect-uri": redirectUri } = values;
  const { "profiling-prefix": profilingPrefix, "pension-body": pensionFile } = values;
  return {
    baseUrl: urlOf("--base-url", values["base-url"]),
    authUrl: urlOf("--auth-url", values["auth-url"]),
    prefixes: {
      crm: prefixOf("--crm-prefix", values["crm-prefix"] ?? "/crm/v1"),
      finances: prefixOf("--finances-prefix", values["finances-prefix"] ?? "/finances/v1"),
      profiling: prefixOf("--profiling-prefix", profilingPrefix ?? "/profiling/v1"),
    },
    guessesResults: profilingPrefix === undefined,
    subscriptionKey,
    firstPage: pageOf(values["first-page"] ?? "1"),
    mayWrite: values["allow-writes"] ?? false,
    isSandbox: false,
    ...(serviceAccount !== undefined && { serviceAccount }),
    ...(accessToken && { accessToken }),
    ...(userClient !== undefined && redirectUri && { userClient: { ...userClient, redirectUri } }),
    ...(knownClient !== undefined && { knownClient }),
    ...(pensionFile !== undefined && { pensionBody: pensionIn(pensionFile) }),
    ...moreSecrets(environment),
  };
}

function moreSecrets({
  FP_OTHER_SUBSCRIPTION_KEY: otherSubscriptionKey,
  FP_EXPIRED_TOKEN: expiredToken,
}: Environment): Pick<Target, "otherSubscriptionKey" | "expiredToken"> {
  return {
    ...(otherSubscriptionKey && { otherSubscriptionKey }),
    ...(expiredToken && { expiredToken }),
  };
}

function clientIn(environment: Environment, prefix: string): OAuthClient | undefined {
  const [id, secret] = [environment[`${prefix}_ID`], environment[`${prefix}_SECRET`]];
  const scopes = (environment["FP_SCOPES"] ?? "").split(/\s+/).filter((scope) => scope !== "");
  return id && secret ? { id, secret, scopes } : undefined;
}

function urlOf(option: string, value: string | undefined): string {
  if (value === undefined) {
    throw new UsageError(`${option} is missing. See --help.`);
  }
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new UsageError(`${option} takes an address with http or https, not "${value}".`);
  }
  return value.replace(/\/+$/, "");
}

function prefixOf(option: string, value: string): string {
  if (!/^(\/[\w.~-]+)*$/.test(value)) {
    throw new UsageError(`${option} takes a path such as /crm/v1, not "${value}".`);
  }
  return value;
}

function pageOf(value: string): number {
  if (value !== "0" && value !== "1") {
    throw new UsageError(`--first-page takes 0 or 1, not "${value}".`);
  }
  return Number(value);
}

function pensionIn(file: string): Members {
  const pension = membersOf(readJson(file, "--pension-body takes a JSON object"));
  if (pension === undefined) {
    throw new UsageError(`${nameOf(file)} is no JSON object: --pension-body takes one.`);
  }
  return pension;
}

/** What a sandbox prints with `--json`. */
function sandboxIn(file: string, environment: Environment): Target {
  const facts = membersOf(readJson(file, "fp-sandbox --json prints it"));
  const text = (value: unknown, place: string): string => {
    if (typeof value !== "string") {
      throw new UsageError(`${nameOf(file)} has no ${place}: fp-sandbox --json prints it.`);
    }
    return value;
  };
  const clients = membersOf(facts?.["clients"]);
  const client = (name: string): OAuthClient => {
    const found = membersOf(clients?.[name]);
    return {
      id: text(found?.["clientId"], `clients.${name}.clientId`),
      secret: text(found?.["clientSecret"], `clients.${name}.clientSecret`),
      scopes: (found?.["scopes"] ?? []) as readonly string[],
    };
  };
  const keys = membersOf(facts?.["subscriptionKeys"]);
  const prefixes = membersOf(facts?.["prefixes"]);
  const adminUrl = facts?.["adminUrl"];
  return {
    baseUrl: text(facts?.["baseUrl"], "baseUrl"),
    authUrl: text(facts?.["authUrl"], "authUrl"),
    ...(typeof adminUrl === "string" && { adminUrl }),
    prefixes: {
      crm: text(prefixes?.["crm"], "prefixes.crm"),
      finances: text(prefixes?.["finances"], "prefixes.finances"),
      profiling: text(prefixes?.["profiling"], "prefixes.profiling"),
    },
    subscriptionKey: text(keys?.["development"], "subscriptionKeys.development"),
    otherSubscriptionKey: text(keys?.["production"], "subscriptionKeys.production"),
    serviceAccount: client("serviceAccount"),
    userClient: { ...client("userPresent"), redirectUri: "http://127.0.0.1/callback" },
    firstPage: 1,
    mayWrite: true,
    isSandbox: true,
    ...moreSecrets({ FP_EXPIRED_TOKEN: environment["FP_EXPIRED_TOKEN"] }),
  };
}

function readJson(file: string, hint: string): unknown {
  let text: string;
  try {
    text = file === "-" ? readInput() : readFileSync(file, "utf8");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new UsageError(`${nameOf(file)} cannot be read (${code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${nameOf(file)} is not JSON: ${hint}.`);
  }
}

/** Standard input until it is JSON or has ended: a sandbox that runs keeps its output open. */
function readInput(): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    const count = readSync(0, chunk);
    chunks.push(Buffer.from(chunk.subarray(0, count)));
    const text = Buffer.concat(chunks).toString("utf8");
    if (count === 0 || isJson(text)) {
      return text;
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nameOf(file: string): string {
  return file === "-" ? "Standard input" : file;
}
