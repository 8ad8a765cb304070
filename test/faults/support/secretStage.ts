import "../../../src/errorTexts";
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { tokenKey } from "../../../src/platform/auth/tokenStore";
import { isAppError } from "../../../src/platform/base/errors";
import { describeError } from "../../../src/platform/texts/errorText";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import { createRedactor } from "../../../src/platform/http/redaction";
import type { Redactor } from "../../../src/platform/base/redactor";
import { formatLogLine, type LogFields, LogTail } from "../../../src/platform/base/log";
import { openHistoryDisk } from "../../../src/features/requests/common/historyDisk";
import { RecordedHistory } from "../../../src/features/requests/common/recordedHistory";
import { createLocks } from "../../fakes/locks";
import {
  type Bench,
  type BenchOptions,
  MemoryLog,
  MemoryStore,
  openBench,
} from "../../unit/platform/http/support/bench";
import {
  sendJson,
  serve,
  type Answer,
  type TestServer,
} from "../../unit/platform/http/support/servers";

/** In which a server can send back what it was given; those that no pattern knows come early. */
const ENCODINGS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => Buffer.from(secret).toString("hex"),
  (secret) => encodeURIComponent(secret),
  (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => encodeURIComponent(secret).replace(/%../g, (part) => part.toLowerCase()),
  (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  (secret) => Buffer.from(secret).toString("base64url"),
];

/** The needles that are found in a text. */
export function scan(text: string, secrets: Iterable<string>): readonly string[] {
  return needlesOf(secrets).filter((needle) => text.includes(needle));
}

export function needlesOf(secrets: Iterable<string>): readonly string[] {
  return [...secrets].flatMap((secret) => ENCODINGS.map((encode) => encode(secret)));
}

/** A secret store that tells which secrets it was ever given. */
export class WatchedStore extends MemoryStore {
  constructor(private readonly onSecret: (name: string, secret: string) => void) {
    super();
  }

  override async set(key: string, value: string): Promise<void> {
    const members = /^[[{]/.test(value) ? (JSON.parse(value) as object) : { bodiesKey: value };
    for (const [name, secret] of Object.entries(members)) {
      if (SECRET_MEMBERS.has(name)) {
        this.onSecret(name, String(secret));
      }
    }
    await super.set(key, value);
  }
}

const SECRET_MEMBERS = new Set([
  ...["accessToken", "refreshToken", "codeVerifier", "state", "nonce", "bodiesKey"],
]);

/** Worth nothing once they are used, and no server is given them to send back. */
const UNTOLD = new Set(["state", "nonce"]);

interface EchoService {
  readonly server: TestServer;
  answer: Answer;
}

/** One run of the product with a redaction of its own, and everything that it puts out. */
export class SecretStage {
  /** What must not get out, known to the test by other ways than the redaction. */
  readonly secrets = new Set<string>();
  readonly output: string[] = [];
  readonly files = { actions: 0, bodies: 0 };
  readonly store = new WatchedStore((name, secret) => this.learn(secret, UNTOLD.has(name)));
  readonly log: SinkLog;
  private readonly echoed = new Set<string>();
  private readonly folder = mkdtempSync(join(tmpdir(), "fp-secrets-"));
  private readonly history: RecordedHistory;
  private service: EchoService | undefined;
  private calls = 0;

  constructor(readonly redactor: Redactor = createRedactor()) {
    const { store, folder } = this;
    this.log = new SinkLog(redactor, (text) => this.output.push(text));
    const locks = createLocks();
    const disk = { folder, store, locks, clock: SYSTEM_CLOCK, log: this.log, redactor };
    this.history = new RecordedHistory({
      openDisk: (listener) => openHistoryDisk({ ...disk, keepsBodies: () => true }, listener),
      onDiskFailure: (error) => assert.fail(String(error)),
    });
  }

  /** From now on it must not get out; a server sends it back unless it is never given it. */
  learn(secret: string, isUntold = false): void {
    if (secret !== "") {
      this.secrets.add(secret);
      (isUntold ? new Set() : this.echoed).add(secret);
    }
  }

  /** A client whose service sends back everything it could have been given. */
  async open(options: (baseUrl: string) => BenchOptions): Promise<Bench> {
    const { log, redactor, store } = this;
    this.service ??= await this.startService();
    const { server } = this.service;
    return await openBench({
      ...{ service: server, random: () => 0, ...options(server.origin), log, redactor, store },
      onBodies: (kept) => this.history.noteBodies(kept),
    });
  }

  /** Another window, or the next start: it has the token from the secret store. */
  async next(): Promise<SecretStage> {
    const stage = new SecretStage();
    const name = tokenKey("connection-1");
    await stage.store.set(name, this.store.values.get(name) ?? "");
    if (this.service !== undefined) {
      // A token belongs to its origins: the same server serves both.
      stage.service = this.service;
      stage.service.answer = stage.echo;
    }
    return stage;
  }

  /** Sends calls, each of which is answered with secrets in another place and encoding. */
  async call({ client }: Bench, times: number): Promise<void> {
    const operation = { operationId: "listClients" };
    for (let count = 0; count < times; count++) {
      const action = client.startAction("Clients");
      await this.fail(client.send(operation, { action }));
    }
    const action = client.startAction("Clients, to a file");
    await this.fail(client.download(operation, { action }, () => Promise.resolve()));
    await this.fail(client.checkNetwork());
  }

  /** What fails is put out as it is, with its causes, before any redaction. */
  async fail(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      assert.ok(isAppError(error), "only our own errors may come out");
      for (let one: unknown = error; one instanceof Error; one = one.cause) {
        this.output.push(inspect(one, { depth: 12 }), JSON.stringify(one), String(one.stack));
      }
      // What a server says is in these words: they pass the redaction sentence by sentence.
      const words = describeError(error, (text, ...values) =>
        this.redactor.redact(
          text.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)])),
        ),
      );
      this.output.push(JSON.stringify(words));
    });
  }

  /** Ends the run: records, files and the log are put out, too. */
  async close(...benches: readonly Bench[]): Promise<void> {
    await this.history.ready();
    for (const bench of benches) {
      for (const action of bench.actions) {
        // As it is: the views show records without another redaction.
        this.output.push(JSON.stringify(action));
        this.history.note(action);
      }
      await bench.close();
    }
    // What somebody might write there.
    needlesOf(this.echoed).forEach((needle) => this.log.warn(`found ${needle} there`));
    await this.history.dispose();
    this.readFiles();
    this.output.push(...this.log.tail.lines);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startService(): Promise<EchoService> {
    const server = await serve((request, response) => service.answer(request, response));
    const service = { server, answer: this.echo };
    return service;
  }

  private readFiles(): void {
    for (const entry of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) {
        this.files[entry.name.endsWith(".body") ? "bodies" : "actions"]++;
        this.output.push(readFileSync(join(entry.parentPath, entry.name), "latin1"));
      }
    }
  }

  private readonly echo: Answer = (request, response) => {
    const call = this.calls++;
    const encode = ENCODINGS[call % ENCODINGS.length] ?? encodeURIComponent;
    const told = [...this.echoed];
    // Some places are cut off after a few: each secret comes first at times.
    const first = call % Math.max(told.length, 1);
    const all = [...told.slice(first), ...told.slice(0, first)].map(encode).join(" ");
    const shown = all.replace(/[^\x20-\x7e]/g, "");
    const [status, headers] = PLACES[call % PLACES.length]?.(shown) ?? [400, {}];
    response.statusMessage = `Echo ${shown}`;
    sendJson(response, status, { seen: request.headers, all }, headers);
  };
}

type Place = (all: string) => readonly [number, Readonly<Record<string, string>>];

/** Every place of an answer that may be shown or logged. */
const PLACES: readonly Place[] = [
  () => [400, {}],
  (all) => [401, { "www-authenticate": `Bearer error="x", error_description="${all}"` }],
  (all) => [404, { "x-dt-requestid": all, "x-dt-traceid": all }],
  (all) => [302, { location: `https://elsewhere.example/${all}?code=${all}` }],
  (all) => [503, { "retry-after": "0", "x-a": all }],
];

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
