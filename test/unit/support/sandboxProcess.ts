import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import type { FaultRule } from "../../../src/features/sandbox/messages/sandboxFaults";
import type {
  SandboxFacts,
  SandboxMessage,
  SandboxOptions,
} from "../../../src/features/sandbox/messages/sandboxMessages";
import type {
  SandboxAnswer,
  SandboxQuestion,
  SandboxQuestions,
} from "../../../src/features/sandbox/messages/sandboxQuestions";

/** The built program: what users run, and what these tests run. */
export const PROGRAM = join(process.cwd(), "dist", "sandbox.js");

export interface SandboxUnderTest {
  readonly facts: SandboxFacts;
  readonly child: ChildProcess;
  /** Everything that it printed. */
  readonly printed: () => string;
  /** Lets these calls of the service go wrong, and no others; [] mends all. */
  readonly setFaults: (rules: readonly FaultRule[]) => Promise<void>;
  /** Puts a virtual clock ahead: nobody waits for the end of a token. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Runs before the program: its clock stands still until it is put ahead. */
const CLOCK = `
  const System = Date;
  let now = System.now();
  globalThis.Date = class Date extends System {
    constructor(...values) {
      super(...(values.length === 0 ? [now] : values));
    }
    static now() {
      return now;
    }
  };
  process.on("message", (message) => {
    if (message?.type === "pass") {
      now += message.milliseconds;
      process.send({ type: "passed" });
    }
  });
`;

/** Starts the real sandbox as the extension does; rejects with its own words when it cannot. */
export async function startSandbox(
  options: SandboxOptions = {},
  { clock = "system" }: { readonly clock?: "system" | "virtual" } = {},
): Promise<SandboxUnderTest> {
  if (!existsSync(PROGRAM)) {
    throw new Error("dist/sandbox.js is missing: build first.");
  }
  const child = fork(PROGRAM, [], {
    env: { ...process.env, FP_SANDBOX_OPTIONS: JSON.stringify(options) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv:
      clock === "system" ? [] : ["--import", `data:text/javascript,${encodeURIComponent(CLOCK)}`],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const message = await new Promise<SandboxMessage>((resolve, reject) => {
    child.once("message", (said: SandboxMessage) => resolve(said));
    child.once("exit", (code) => reject(new Error(`ended with ${String(code)}: ${printed}`)));
  });
  if (message.type === "failed") {
    await ended;
    throw new SandboxRefusal(message.code, message.values);
  }
  if (message.type !== "ready") {
    throw new Error("the sandbox said something else first");
  }
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const setFaults = async (rules: readonly FaultRule[]): Promise<void> => {
    await askSandbox(child, "setFaults", rules);
  };
  const pass = (milliseconds: number): Promise<void> => putAhead(child, milliseconds);
  return { facts: message, child, printed: () => printed, setFaults, pass, stop };
}

async function putAhead(child: ChildProcess, milliseconds: number): Promise<void> {
  const answer = new Promise<void>((resolve) => {
    child.on("message", function hear({ type }: { readonly type: string }) {
      if (type === "passed") {
        child.off("message", hear);
        resolve();
      }
    });
  });
  child.send({ type: "pass", milliseconds });
  await answer;
}

/** Asks over the channel, as the extension does. Throws what the sandbox refuses with. */
export async function askSandbox<Name extends keyof SandboxQuestions>(
  child: ChildProcess,
  name: Name,
  parameters: SandboxQuestions[Name]["parameters"],
): Promise<SandboxQuestions[Name]["answer"]> {
  lastQuestion++;
  const id = lastQuestion;
  const answer = new Promise<SandboxAnswer>((resolve) => {
    child.on("message", function hear(said: SandboxMessage) {
      if (said.type === "answer" && said.id === id) {
        child.off("message", hear);
        resolve(said);
      }
    });
  });
  child.send({ type: "question", id, name, parameters } satisfies SandboxQuestion<Name>);
  const { answer: value, refusal } = await answer;
  if (refusal !== undefined) {
    throw new Error(refusal.sentence ?? "the sandbox refused");
  }
  return value as SandboxQuestions[Name]["answer"];
}

let lastQuestion = 0;

/** Why the sandbox did not start, as it said over its channel. */
export class SandboxRefusal extends Error {
  constructor(
    readonly code: string,
    readonly values: Readonly<Record<string, string | number>>,
  ) {
    super(code);
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** One HTTP exchange with nothing added and nothing followed, so that rules can be broken. */
export async function exchange(url: string, request: RawRequest = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {}, body } = request;
    const outgoing = http.request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** The service account's token endpoint answer. */
export async function requestToken(
  facts: SandboxFacts,
  change: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    scope: scopes.join(" "),
    ...change,
  });
  return exchange(`${facts.authUrl}/identity/connect/token`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  });
}

export async function token(facts: SandboxFacts, scope?: string): Promise<string> {
  const answer = await requestToken(facts, scope === undefined ? {} : { scope });
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

/** A caller that does everything right; each call may change or drop headers (undefined). */
export class Caller {
  constructor(
    private readonly facts: SandboxFacts,
    private readonly accessToken: string,
    private readonly key = facts.subscriptionKeys.development,
  ) {}

  static async signIn(facts: SandboxFacts, key?: string): Promise<Caller> {
    return new Caller(facts, await token(facts), key);
  }

  async call(
    path: string,
    request: Omit<RawRequest, "headers"> & {
      readonly headers?: Readonly<Record<string, string | undefined>>;
    } = {},
  ): Promise<RawAnswer> {
    const headers: Record<string, string | undefined> = {
      Authorization: `Bearer ${this.accessToken}`,
      "Ocp-Apim-Subscription-Key": this.key,
      Accept: "application/json",
      ...(request.body !== undefined && { "Content-Type": "application/json" }),
      ...request.headers,
    };
    const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
    return exchange(`${this.facts.baseUrl}${path}`, {
      ...request,
      headers: Object.fromEntries(sent),
    });
  }

  async json<Body>(path: string): Promise<Body> {
    return JSON.parse((await this.call(path)).text) as Body;
  }

  async firstClientId(): Promise<string> {
    const page = await this.json<{ items: { clientId: string }[] }>("/crm/v1/clients?pageSize=1");
    return page.items[0]!.clientId;
  }
}
