import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { isAppError } from "../../src/core/errors";
import { describeError } from "../../src/core/errorText";
import { createRedactor, type Redactor } from "../../src/core/http/redaction";
import { formatLogLine, type LogFields, LogTail } from "../../src/core/log";
import { openHistoryDisk } from "../../src/core/requests/historyDisk";
import { RecordedHistory } from "../../src/core/requests/recordedHistory";
import { createLocks } from "../fakes/locks";
import { SYSTEM_CLOCK } from "../../src/core/http/clock";
import {
  MemoryLog,
  MemoryStore,
  openBench,
  type Bench,
  type BenchOptions,
} from "../unit/http/support/bench";
import { sendJson, type Answer } from "../unit/http/support/servers";

const MEGABYTE = 1_000_000;
const TARGET = process.env["TEST_LENGTH"] === "long" ? 64 * MEGABYTE : 2 * MEGABYTE;

/** One of each kind that the explorer handles, with the characters that make trouble. */
const CANARIES = {
  subscriptionKey: "c0ffee5f2e9b71c0d4e8a1b6f3927d5e",
  enteredKey: "c0ffee00aa11bb22cc33dd44ee55ff66",
  clientSecret: "canary+secret/=&with signs",
  enteredSecret: 'canary "quoted" \\ secret %41',
  accessToken: "canary-access-token-5f2e9b71c0d4",
  renewedToken: "canary.renewed_token~9b71c0d4e8a1",
  jwtToken: "eyJjYW5hcnkiOiIxIn0.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ",
  longToken: `canary${"Zk9".repeat(400)}`,
  refreshToken: "canary-refresh-71c0d4e8a1b6f392",
  idToken: "eyJjYW5hcnkiOiIyIn0.eyJub25jZSI6ImNhbmFyeSJ9.aWQtdG9rZW4tY2FuYXJ5",
  proxyPassword: "canary-proxy-pass/w0rd",
  proxyAuthorization: "Negotiate canaryTlRMTVNTUAADAAAA",
} as const;

const ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  uri: (secret) => encodeURIComponent(secret),
  uriSmall: (secret) => encodeURIComponent(secret).replace(/%../g, (part) => part.toLowerCase()),
  form: (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  base64: (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
};

/** Files of the history that were scanned, by what is in them. */
const scanned = { actions: 0, bodies: 0 };

const NEEDLES = Object.values(CANARIES).flatMap((secret) =>
  Object.values(ENCODINGS).map((encode) => encode(secret)),
);

describe("gate G11: secrets in what is put out", () => {
  const output = { bytes: 0, hits: [] as string[], planted: 0 };
  const take = (text: string): void => {
    output.bytes += Buffer.byteLength(text);
    output.hits.push(...scan(text));
  };

  it("has a scanner that finds every planted one", () => {
    for (const needle of NEEDLES) {
      output.planted += scan(`some text before ${needle} and after`).length > 0 ? 1 : 0;
    }
    assert.equal(output.planted, 96);
    assert.deepEqual(scan("GET /crm/v1/clients?pageSize=25 200 84 ms"), []);
  });

  it("finds none in the log, in errors, records and words, whatever servers send back", async () => {
    for (let round = 0; output.bytes < TARGET; round++) {
      for (const scenario of SCENARIOS) {
        await play(scenario, round, take);
      }
    }
    assert.deepEqual([...new Set(output.hits)], []);
    assert.ok(scanned.actions > 5 && scanned.bodies > 5);
  });

  it("would find them without the redaction", async () => {
    const leaks: string[] = [];
    const redactor: Redactor = { add: () => undefined, redact: (text) => text };
    for (const scenario of SCENARIOS) {
      await play(scenario, 0, (text) => leaks.push(...scan(text)), redactor);
    }
    assert.notEqual(leaks.length, 0);
  });

  after(() => {
    const megabytes = (output.bytes / MEGABYTE).toFixed(1);
    const found = `${output.planted} planted found, ${output.hits.length} hits`;
    const files = `${scanned.actions} history files, ${scanned.bodies} files of bodies`;
    process.stdout.write(`G11 secrets: ${megabytes} MB of output, ${files}, ${found}\n`);
  });
});

function scan(text: string): string[] {
  return NEEDLES.filter((needle) => text.includes(needle));
}

interface Scenario {
  readonly name: string;
  readonly options: (round: number) => BenchOptions;
}

/** Servers that send back what they were given, in every place that may be shown or logged. */
const SCENARIOS: readonly Scenario[] = [
  { name: "all well", options: () => ({}) },
  { name: "echo in a body", options: echo(400, () => ({})) },
  {
    name: "echo in ids",
    options: echo(404, (all) => ({ "x-dt-requestid": all, "x-dt-traceid": all })),
  },
  {
    name: "echo in challenges",
    options: echo(401, (all) => ({
      "www-authenticate": `Bearer error="x", error_description="${all}"`,
    })),
  },
  {
    name: "echo in an address",
    options: echo(302, (all) => ({ location: `https://elsewhere.example/${all}?code=${all}` })),
  },
  { name: "echo after retries", options: echo(503, (all) => ({ "retry-after": "0", "x-a": all })) },
  {
    name: "a token endpoint that refuses and echoes",
    options: () => ({
      identity: (request, response) =>
        request.path.endsWith("/token")
          ? sendJson(response, 400, {
              error: "invalid_client",
              error_description: `${request.body} ${Object.values(CANARIES).join(" ")}`,
            })
          : sendJson(response, 404, {}),
    }),
  },
  {
    name: "a token endpoint that gives more than was asked for",
    options: (round) => ({
      identity: grant(round, {
        refresh_token: CANARIES.refreshToken,
        id_token: CANARIES.idToken,
      }),
    }),
  },
  {
    name: "a proxy that refuses, with a password in its address",
    options: () => ({
      connection: { baseUrl: "https://service.example" },
      proxy: {
        proxy: `http://user:${encodeURIComponent(CANARIES.proxyPassword)}@127.0.0.1:9`,
        authorization: CANARIES.proxyAuthorization,
      },
    }),
  },
  { name: "a key that is refused as malformed", options: () => ({ limits: { bodyBytes: 3 } }) },
];

async function play(
  { options }: Scenario,
  round: number,
  take: (text: string) => void,
  redactor: Redactor = createRedactor(),
): Promise<void> {
  Object.values(CANARIES).forEach((secret) => redactor.add(secret));
  const log = new SinkLog(redactor, take);
  const disk = openDisk(redactor, log);
  const { history } = disk;
  const bench = await openBench({
    ...{ identity: grant(round), ...options(round), log, redactor },
    onBodies: (kept) => history.noteBodies(kept),
  });
  const entered = round % 2 === 1;
  bench.secrets.current = {
    subscriptionKey: entered ? CANARIES.enteredKey : CANARIES.subscriptionKey,
    clientSecret: entered ? CANARIES.enteredSecret : CANARIES.clientSecret,
  };
  for (const call of calls(bench)) {
    await call().catch((error: unknown) => put(error, redactor, take));
  }
  for (const action of bench.actions) {
    // As it is: the views show records without another redaction.
    take(JSON.stringify(action));
    history.note(action);
  }
  await bench.close();
  await history.dispose();
  disk.files().forEach(take);
  log.tail.lines.forEach(take);
  disk.remove();
}

interface Disk {
  readonly history: RecordedHistory;
  /** Content of every file, also of those with bodies, which hold what was sent back. */
  files(): readonly string[];
  remove(): void;
}

function openDisk(redactor: Redactor, log: MemoryLog): Disk {
  const folder = mkdtempSync(join(tmpdir(), "fp-secrets-"));
  const [store, locks, clock] = [new MemoryStore(), createLocks(), SYSTEM_CLOCK];
  const options = { folder, store, locks, clock, log, redactor, keepsBodies: () => true };
  return {
    history: new RecordedHistory({
      openDisk: (listener) => openHistoryDisk(options, listener),
      onDiskFailure: (error) => assert.fail(String(error)),
    }),
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => {
          scanned[name.endsWith(".body") ? "bodies" : "actions"]++;
          return readFileSync(join(parentPath, name), "latin1");
        }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function calls({ client }: Bench): readonly (() => Promise<unknown>)[] {
  const action = client.startAction("Clients");
  return [
    () => client.signIn(),
    () => client.send({ operationId: "listClients" }, { action }),
    () => client.checkNetwork(),
    () => client.download({ operationId: "listClients" }, { action }, () => Promise.resolve()),
  ];
}

/** As errors go out: in words, and as whatever prints an object would print them. */
function put(error: unknown, redactor: Redactor, take: (text: string) => void): void {
  const words = describeError(error, (text, ...values) =>
    text.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)])),
  );
  take(redactor.redact(JSON.stringify(words)));
  take(redactor.redact(inspect(error, { depth: 8 })));
  assert.ok(isAppError(error), "only our own errors may come out");
}

class SinkLog extends MemoryLog {
  readonly tail = new LogTail(() => SYSTEM_CLOCK.now());

  constructor(
    private readonly redactor: Redactor,
    private readonly take: (text: string) => void,
  ) {
    super();
  }

  protected override add(message: string, fields?: LogFields): void {
    const line = formatLogLine(this.redactor, message, fields);
    this.tail.add("info", line);
    this.take(line);
  }
}

function grant(round: number, more: Readonly<Record<string, string>> = {}): Answer {
  const { accessToken, renewedToken, jwtToken, longToken } = CANARIES;
  const tokens = [accessToken, renewedToken, jwtToken, longToken];
  let count = round;
  return (request, response) =>
    request.path.endsWith("/token")
      ? sendJson(response, 200, {
          access_token: tokens[count++ % tokens.length],
          token_type: "Bearer",
          expires_in: 3600,
          ...more,
        })
      : sendJson(response, 404, { error: request.headers.authorization ?? "" });
}

function echo(
  status: number,
  headers: (all: string) => Readonly<Record<string, string>>,
): Scenario["options"] {
  const { subscriptionKey, accessToken } = CANARIES;
  return (round) => {
    const encodings = Object.values(ENCODINGS);
    const encode = encodings[round % encodings.length] ?? encodeURIComponent;
    const all = `${encode(subscriptionKey)} ${encode(accessToken)}`.replace(/[^\x20-\x7e]/g, "");
    return {
      random: () => 0,
      answer: (request, response) => {
        response.statusMessage = `Echo ${all}`;
        sendJson(response, status, { seen: request.headers, all }, headers(all));
      },
    };
  };
}
