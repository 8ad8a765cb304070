import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { zipEvidence } from "../../../../src/features/requests/common/evidence";
import type { Action, Attempt } from "../../../../src/platform/base/action";
import { type TicketOptions, writeTicket } from "../../../../src/features/requests/common/ticket";
import { anAction, anAttempt } from "../../../fakes/action";
import { CLIENT_SECRET, openBench, SUBSCRIPTION_KEY } from "../../platform/http/support/bench";
import { Caller, startSandbox } from "../../support/sandboxProcess";
import { seedFailures, type SeededFailure } from "./support/seededFailures";

const redactor = createRedactor();
const OPTIONS: TicketOptions = {
  writtenAt: Date.UTC(2026, 10, 21, 9, 40),
  versions: {
    extension: "1.2.3",
    editor: "Visual Studio Code 1.103.0",
    system: "linux",
    node: "22",
  },
  connection: () => ({
    accessModel: "serviceAccount",
    networking: "own",
    proxied: false,
    keyFingerprint: "f5cd41",
  }),
  redact: (text) => redactor.redact(text),
};

const WAITED = anAttempt({
  operationId: "listHoldings",
  pathTemplate: "/finances/v1/clients/{clientId}/holdings",
  url: "https://api.example/finances/v1/clients/c-1/holdings?pageSize=25&pageNumber=2&fields=a&unions=u-7",
  startedAt: Date.UTC(2026, 10, 21, 9, 30, 1, 250),
  times: { queue: 0, connect: 12.4, firstByte: 40, total: 1204 },
  status: 429,
  requestId: "rq-1",
  responseBytes: 1_204,
  responseHash: "ab12",
  errorIds: [{ field: "error.correlationId", value: "c-9" }],
  retry: { retry: true, milliseconds: 1000, why: "retryAfter" },
});

describe("a support ticket", () => {
  it("says what was asked, what happened, and what was decided", () => {
    const attempts = [WAITED, anAttempt({ number: 2, reason: "retry", status: 200 })];
    const action = anAction({ title: "Holdings page 2", connectionLabel: "Acme", attempts });
    const lines = writeTicket([action], OPTIONS).split("\n");
    assert.deepEqual(lines.slice(0, 35), [
      "# Financial Planning Open API: support ticket",
      "",
      "- Written: 2026-11-21T09:40:00.000Z (all times are UTC)",
      "- Extension: `1.2.3`",
      "- Editor: `Visual Studio Code 1.103.0`",
      "- System: `linux`",
      "- Node: `22`",
      "",
      "## `Holdings page 2`: status 200",
      "",
      "- Request: `GET /finances/v1/clients/{clientId}/holdings`",
      "- Query: `pageSize=25`, `pageNumber=2`, `fields` (value left out), `unions` (value left out)",
      "- Trace id: `fpx-1`",
      "- Environment: Sandbox",
      "- Connection: `Acme`",
      "- Subscription key: fingerprint `f5cd41` (of the one stored now)",
      "- Access model: service account (client credentials)",
      "- Networking: own, without a proxy",
      "- Begun: 1970-01-01T00:00:00.000Z",
      "- Attempts: 2",
      "",
      "### Attempt 1 (first try): status 429",
      "",
      "- Request id: `rq-1`",
      "- Id in the body, `error.correlationId`: `c-9`",
      "- Started: 2026-11-21T09:30:01.250Z",
      "- Times: queue 0 ms, connect 12 ms, first byte 40 ms, total 1,204 ms",
      "- Trace id: returned as sent",
      "- Body sent: 0 bytes",
      "- Body received, decoded: 1,204 bytes, SHA-256 `ab12`",
      "- Then: repeated after 1,000 ms, as Retry-After asked",
      "",
      "### Attempt 2 (retry): status 200",
      "",
      "- Request id: none came",
    ]);
  });

  const decisions: readonly (readonly [change: Partial<Attempt>, then: string])[] = [
    [{ retry: { retry: false, why: "answered" } }, "not repeated: the call was answered"],
    [
      { status: 404, retry: { retry: false, why: "status" } },
      "not repeated: 404 is not one of the temporary statuses 429, 500 and 503",
    ],
    [
      { method: "POST", retry: { retry: false, why: "method" } },
      "not repeated: POST is not idempotent",
    ],
    [
      { failure: "network/reset", retry: { retry: false, why: "network" } },
      "not repeated: no answer came, and network errors are not repeated unasked",
    ],
    [{ retry: { retry: false, why: "tries" } }, "not repeated: the most retries were made"],
    [
      { retry: { retry: false, why: "deadline", waitMilliseconds: 7_200_000 } },
      "not repeated: the time of the action would have run out (a wait of 7,200,000 ms)",
    ],
    [
      { retry: { retry: true, milliseconds: 250, why: "backOff" } },
      "to be repeated after 250 ms, back-off with jitter",
    ],
  ];
  for (const [change, then] of decisions) {
    it(`puts into words: ${then}`, () => {
      assert.ok(write(anAttempt(change)).includes(`\n- Then: ${then}\n`));
    });
  }

  it("tells a repeat with a renewed token from a retry", () => {
    const refused = anAttempt({ status: 401, retry: { retry: false, why: "status" } });
    const text = write(refused, anAttempt({ number: 2, reason: "renewal" }));
    assert.ok(text.includes("- Then: repeated once with a renewed access token"));
  });

  it("stays one line a fact whatever an id, a title or a label holds", () => {
    const attempt = anAttempt({ requestId: "a`b``c|d\r\n# e\u202e<img>", status: 200 });
    const action = anAction({ title: "x`", connectionLabel: "", attempts: [attempt] });
    const text = writeTicket([action], OPTIONS);
    assert.ok(text.includes("- Request id: ```a`b``c|d # e <img>```\n"));
    assert.ok(text.includes("## `` x` ``: status 200\n"));
    assert.ok(text.includes("- Connection: (empty)\n"));
  });

  it("says what is not known: connection gone, no attempt, the editor's networking", () => {
    const gone = writeTicket([anAction()], { ...OPTIONS, connection: () => undefined });
    assert.ok(gone.includes("- Access model: not known any more\n"));
    assert.ok(gone.includes(": no attempt has ended\n"));
    const editor = {
      accessModel: "delegation",
      networking: "editor",
      proxied: undefined,
      keyFingerprint: undefined,
    } as const;
    const text = writeTicket([anAction()], { ...OPTIONS, connection: () => editor });
    assert.ok(text.includes("- Networking: the editor's, which decides about proxies\n"));
  });

  it("tells of an action that still waits", () => {
    const wait = { state: "waiting", since: 0, until: 1000, status: 429 } as const;
    const progress = { ...wait, why: "retryAfter" } as const;
    const text = writeTicket([anAction({ progress })], OPTIONS);
    assert.ok(text.includes("- Now: waiting until 1970-01-01T00:00:01.000Z after status 429\n"));
  });

  it("passes the redaction", () => {
    redactor.add("canary-secret-1");
    const text = write(anAttempt({ requestId: "canary-secret-1" }));
    assert.ok(text.includes("- Request id: `[redacted]`\n") && !text.includes("canary"), text);
  });
});

describe("evidence", () => {
  it("names no client in title or log where a path was typed", async () => {
    const bench = await openBench();
    const typedPath = "/people/Okafor/notes";
    const action = bench.client.startAction(`GET /crm/v1${typedPath}`);
    await bench.client.send({ method: "GET", domain: "crm", typedPath }, { action });
    const files = unzip([action, bench.actions.at(-1)!], bench.log.lines);
    assert.match(files["log.txt"]!, /GET/);
    for (const [name, text] of Object.entries(files)) {
      assert.equal(text.includes("Okafor"), false, name);
    }
    assert.match(
      files["ticket.md"]!,
      /## `GET \/crm\/v1\/\{value\}\/\{value\}\/\{value\}`: status/,
    );
    await bench.close();
  });

  it("is a zip of HAR, ticket and log, all of them redacted", () => {
    redactor.add("canary-secret-2");
    const logLines = ["one canary-secret-2", "two"];
    const action = anAction({ attempts: [WAITED] });
    const files = unzip([action], logLines);
    assert.deepEqual(Object.keys(files).sort(), ["log.txt", "requests.har", "ticket.md"]);
    assert.equal(files["log.txt"], "one [redacted]\ntwo\n");
    assert.equal(files["ticket.md"], writeTicket([action], OPTIONS));
    assert.match(files["requests.har"]!, /"version": "1\.2"/);
  });

  it("says so when no line of the log was kept, and takes any clock", () => {
    const zip = zipEvidence([], { ...OPTIONS, writtenAt: 0, logLines: [] });
    assert.equal(strFromU8(unzipSync(zip)["log.txt"]!), "(no lines were kept)\n");
  });
});

describe("a ticket made from seeded failures", () => {
  let failures: readonly SeededFailure[];
  let values: ReadonlySet<string>;

  before(async () => {
    const sandbox = await startSandbox();
    const caller = await Caller.signIn(sandbox.facts);
    const clients = await caller.json<Listed>("/crm/v1/clients?pageSize=500");
    const clientId = await caller.firstClientId();
    const bodies = await Promise.all(pathsOf(clientId).map((path) => caller.call(path)));
    const [record, pension] = bodies.map(({ text }) => text);
    await sandbox.stop();
    values = valuesOf([clients, ...bodies.map(({ text }) => JSON.parse(text) as unknown)]);
    failures = await seedFailures({
      ...{ clientId, pensionId: "PEN-0042", pension: pension! },
      answer: JSON.stringify({ ...(JSON.parse(record!) as object), echo: SUBSCRIPTION_KEY }),
    });
  });

  it("has at least twenty different ones", () => {
    assert.ok(failures.length >= 20);
    assert.equal(new Set(failures.map(({ name }) => name)).size, failures.length);
    assert.ok(failures.flatMap(({ action }) => action.attempts).length > 30);
    assert.ok(values.size > 1_000);
  });

  it("holds every id of every attempt", () => {
    const ticket = writeTicket(failures.map(withBodyIds), OPTIONS);
    for (const { name, action, ids } of failures) {
      const own = writeTicket([withBodyIds({ name, action, ids })], OPTIONS);
      const inBody = withBodyIds({ name, action, ids }).attempts.map(bodyIdOf);
      for (const id of [...ids, ...inBody]) {
        assert.ok(own.includes(id), `${name}: ${id}`);
        assert.ok(ticket.includes(id), `${name}: ${id} among all`);
      }
      assert.equal(own.match(/^### Attempt/gm)?.length ?? 0, action.attempts.length, name);
    }
  });

  it("holds no secret and no client value, nor does the evidence", () => {
    const files = unzip(failures.map(withBodyIds), []);
    const secrets = [SUBSCRIPTION_KEY, CLIENT_SECRET, "token-1", "token-2"];
    for (const [name, text] of Object.entries(files)) {
      const words = wordsOf(text);
      const found = [...values].filter((value) =>
        /^\w+$/.test(value) ? words.has(value) : text.includes(value),
      );
      assert.deepEqual(found, [], name);
      assert.deepEqual(
        secrets.filter((secret) => text.includes(secret)),
        [],
        name,
      );
    }
  });

  it("would find one", () => {
    const [row] = [...values].filter((value) => /^\w{8}-/.test(value));
    const typed = anAttempt({ pathTemplate: "/x", requestId: row! });
    assert.ok(write(typed).includes(row!));
  });
});

interface Listed {
  readonly items: readonly unknown[];
}

function pathsOf(clientId: string): readonly string[] {
  const ofClient = `/finances/v1/clients/${clientId}`;
  return [
    `/crm/v1/clients/${clientId}`,
    `${ofClient}/pensions/PEN-0042`,
    `${ofClient}/pensions/PEN-0077`,
    `${ofClient}/holdings?pageSize=100`,
    `/profiling/v1/clients/${clientId}/results?fields=factors`,
  ];
}

/** Strings and numbers of at least four characters; words of the specification aside. */
function valuesOf(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach((item) => valuesOf(item, found));
  } else if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    if (text.length >= 4) {
      found.add(text);
    }
  }
  return found;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

function bodyIdOf({ number, startedAt }: Attempt): string {
  return `corr-${startedAt}-${number}`;
}

/** As bodies of failures name them. */
function withBodyIds({ action }: SeededFailure): Action {
  const attempts = action.attempts.map((attempt) => ({
    ...attempt,
    errorIds: [{ field: "error.correlationId", value: bodyIdOf(attempt) }],
  }));
  return { ...action, attempts };
}

function write(...attempts: readonly Attempt[]): string {
  return writeTicket([anAction({ attempts })], OPTIONS);
}

function unzip(actions: readonly Action[], logLines: readonly string[]): Record<string, string> {
  const files = unzipSync(zipEvidence(actions, { ...OPTIONS, logLines }));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
