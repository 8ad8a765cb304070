import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import type {
  CallbackParameters,
  StartedSignIn,
} from "../../../../src/platform/auth/browserSignIn";
import { callbackWay } from "../../../../src/platform/auth/callbackWay";
import {
  type BrowserRequest,
  type KnownConnection,
  PendingSignIns,
} from "../../../../src/platform/auth/pendingSignIns";
import type { Connection } from "../../../../src/platform/base/connection";
import { AppError, isAppError } from "../../../../src/platform/base/errors";
import type { RawCallback } from "../../../../src/platform/http/loopbackPage";
import { aSession, BrowserClient, SharedAccess } from "../../../fakes/browserClient";
import { aConnection } from "../../../fakes/connection";
import { WORDS } from "../../../faults/support/loopbackBench";
import { until } from "../../../faults/support/leftovers";
import { delivered } from "../http/support/loopback";
import { VirtualClock } from "../http/support/virtualClock";

const EDITOR = { uriScheme: "code-oss", extensionId: "a.b" };
const EDITOR_CALLBACK = "code-oss://a.b/callback";
const KEY = "9f3a1c";

describe("a sign-in whose browser is out", () => {
  let clock: VirtualClock;
  let shared: SharedAccess;
  const begun: Window[] = [];

  beforeEach(() => {
    clock = new VirtualClock();
    shared = new SharedAccess(clock);
  });

  afterEach(async () => {
    const ends = begun.splice(0).map(({ desk }) => desk.cancel("connection-1"));
    await finished(Promise.all(ends));
    assert.equal(clock.pending, 0, "a timer was left");
  });

  /** The time that a page takes for its end passes while this is waited for, answers coming first. */
  async function finished(work: Promise<unknown>): Promise<void> {
    const ended = work.then(() => true);
    while ((await Promise.race([ended, delivered()])) !== true) {
      clock.advance(50);
    }
  }

  interface Window {
    readonly desk: PendingSignIns;
    readonly client: BrowserClient;
    readonly abort: AbortController;
    readonly start: (callbackUrl: string, change?: Partial<BrowserRequest>) => Promise<Running>;
  }

  interface Running {
    readonly started: StartedSignIn;
    readonly by: string;
    readonly result: Promise<void>;
  }

  function openWindow(): Window {
    const client = new BrowserClient(shared);
    const desk = new PendingSignIns({
      ...{ clock, find: shared.find, words: () => WORDS, readRaw },
      describe: (error) => Promise.resolve(isAppError(error) ? `Failed: ${error.code}.` : ""),
      open: () => Promise.resolve(client),
    });
    const abort = new AbortController();
    const start: Window["start"] = async (callbackUrl, change = {}) => {
      let result: Promise<void> = Promise.resolve();
      const sent = new Promise<[StartedSignIn, string]>((resolve, reject) => {
        result = desk.signIn({
          ...{ connection: aConnection({ callbackUrl }), client, signal: abort.signal },
          ...{ way: callbackWay(callbackUrl, EDITOR), withoutProofKey: false },
          keyFingerprint: KEY,
          isReachable: () => Promise.resolve(true),
          send: (started, by) => {
            resolve([started, by]);
            return Promise.resolve();
          },
          ...change,
        });
        result.catch(reject);
      });
      const [started, by] = await sent;
      return { started, by, result };
    };
    const window = { desk, client, abort, start };
    begun.push(window);
    return window;
  }

  const through = (desk: PendingSignIns, text: string): ReturnType<PendingSignIns["complete"]> => {
    const callback = readRaw({ from: "query", text });
    return desk.complete(callback.values.get("state") ?? "", () => callback);
  };

  it("ends with the callback that the editor's address brings", async () => {
    const { desk, start, client } = openWindow();
    const { started, by, result } = await start(EDITOR_CALLBACK);
    assert.deepEqual([by, client.requests[0]!.redirectUri], ["uri", EDITOR_CALLBACK]);
    const done = await through(desk, `code=good&state=${started.state}`);
    assert.deepEqual(done, { outcome: "accepted", connectionId: "connection-1" });
    await result;
    assert.equal(desk.latest, undefined);
  });

  it("ends with the callback that its own loopback page gets, on any free port", async () => {
    const { start, client } = openWindow();
    const { started, by, result } = await start("http://127.0.0.1/callback");
    assert.equal(by, "loopback");
    assert.match(started.redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    assert.equal(client.requests[0]!.redirectUri, started.redirectUri);
    const response = await visit(`${started.redirectUri}?code=good&state=${started.state}`);
    assert.deepEqual([response.status, response.title], [200, "You are signed in"]);
    await result;
  });

  it("goes on waiting under callbacks that do not fit, at each door", async () => {
    const { desk, start } = openWindow();
    const { started, result } = await start("http://127.0.0.1/callback");
    const state = started.state;
    for (const query of [
      "code=good",
      "code=good&state=other",
      `code=foreign&state=${state}`,
      "x",
    ]) {
      const response = await visit(`${started.redirectUri}?${query}`);
      assert.equal(response.status, 400, query);
    }
    for (const query of ["code=good", "code=good&state=other", `code=foreign&state=${state}`]) {
      assert.equal((await through(desk, query)).outcome, "rejected", query);
    }
    const elsewhere = await desk.complete(state, () => {
      throw new AppError("credentials", "credentials/callbackRejected");
    });
    assert.equal(elsewhere.outcome, "rejected");
    assert.equal(shared.exchanges, 0);
    await visit(`${started.redirectUri}?code=good&state=${state}`);
    await result;
  });

  it("is the latest while it waits, among those of all connections", async () => {
    const { desk, start } = openWindow();
    const one = await start(EDITOR_CALLBACK);
    const connection = aConnection({ id: "connection-2", callbackUrl: EDITOR_CALLBACK });
    const other = await start(EDITOR_CALLBACK, { connection });
    assert.deepEqual(desk.latest, other.started);
    for (const { started } of [one, other]) {
      assert.equal(desk.redirectUriOf(started.state), EDITOR_CALLBACK);
    }
    assert.equal(desk.redirectUriOf("another"), undefined);
    const given = assert.rejects(other.result, isCanceledByUser);
    await desk.cancel("connection-2");
    await given;
    await desk.cancel("connection-3");
    assert.deepEqual(desk.latest, one.started);
    await through(desk, `code=good&state=${one.started.state}`);
    await one.result;
    assert.equal(desk.latest, undefined);
  });

  it("is the latest where one of its connection was out before those of others", async () => {
    const { desk, start } = openWindow();
    const first = await start(EDITOR_CALLBACK);
    const gone = assert.rejects(first.result, isCanceledByUser);
    const connection = aConnection({ id: "connection-2", callbackUrl: EDITOR_CALLBACK });
    const other = await start(EDITOR_CALLBACK, { connection });
    const again = await start(EDITOR_CALLBACK);
    await gone;
    assert.deepEqual(desk.latest, again.started);
    const given = assert.rejects(other.result, isCanceledByUser);
    await desk.cancel("connection-2");
    await given;
    await through(desk, `code=good&state=${again.started.state}`);
    await again.result;
  });

  it("waits no more while its page is still being read", async () => {
    const { desk, start } = openWindow();
    const { started, result } = await start("http://127.0.0.1/callback");
    await visit(`${started.redirectUri}?code=good&state=${started.state}`);
    await result;
    assert.deepEqual([desk.latest, desk.redirectUriOf(started.state)], [undefined, undefined]);
  });

  it("stays the one of its connection when the one before has gone", async () => {
    const { desk, start } = openWindow();
    const first = await start("http://127.0.0.1/callback");
    const gone = assert.rejects(first.result, isCanceledByUser);
    const second = await start(EDITOR_CALLBACK);
    await gone;
    // What is left is the timer of the second.
    await finished(until(() => clock.pending === 1, "the end of its page"));
    assert.deepEqual(desk.latest, second.started);
    const given = assert.rejects(second.result, isCanceledByUser);
    await desk.cancel("connection-1");
    await given;
  });

  it("is rejected where nobody can say whose it is", async () => {
    const { desk, start } = openWindow();
    const { started, result } = await start(EDITOR_CALLBACK);
    const find = shared.find;
    Object.assign(shared, { find: () => Promise.reject(new Error("no keyring")) });
    const blind = openWindow().desk;
    Object.assign(shared, { find });
    const done = await through(blind, `code=good&state=${started.state}`);
    assert.deepEqual(done, { outcome: "rejected" });
    await through(desk, `code=good&state=${started.state}`);
    await result;
  });

  it("takes no callback of another sign-in through its page", async () => {
    const one = openWindow();
    const first = await one.start("http://127.0.0.1/callback");
    const other = openWindow();
    const second = await other.start(EDITOR_CALLBACK);
    const swapped = `${first.started.redirectUri}?code=good&state=${second.started.state}`;
    assert.equal((await visit(swapped)).status, 400);
    assert.equal(shared.exchanges, 0);
    one.abort.abort();
    other.abort.abort();
    await assert.rejects(first.result, isCanceledByUser);
    await assert.rejects(second.result, isCanceledByUser);
  });

  it("ends when the exchange failed, and tells that once", async () => {
    const { desk, start } = openWindow();
    const { started, result } = await start(EDITOR_CALLBACK);
    const done = through(desk, `code=refused&state=${started.state}`);
    await assert.rejects(result, { code: "credentials/identityRefused" });
    // The one who waits has heard of it; nobody else shows it.
    assert.deepEqual(await done, { outcome: "failed", connectionId: "connection-1" });
  });

  it("shows on its page that the exchange failed, and closes it", async () => {
    const { start } = openWindow();
    const { started, result } = await start("http://127.0.0.1/callback");
    const failed = assert.rejects(result, { code: "credentials/identityRefused" });
    const response = await visit(`${started.redirectUri}?code=refused&state=${started.state}`);
    assert.equal(response.title, "The sign-in did not work");
    assert.match(response.body, /<p>Failed: credentials\/identityRefused\.<\/p>/);
    await failed;
    await finished(until(() => clock.pending === 0, "the end of its page"));
    await assert.rejects(visit(started.redirectUri), { code: "ECONNREFUSED" });
  });

  it("is finished by a window that did not begin it, and learns of that", async () => {
    const one = openWindow();
    const { started, result } = await one.start(EDITOR_CALLBACK);
    const done = await through(openWindow().desk, `code=good&state=${started.state}`);
    assert.equal(done.outcome, "accepted");
    one.desk.sessionsChanged(() => known());
    await result;
  });

  it("learns of it where its client was replaced meanwhile", async () => {
    const one = openWindow();
    const replaced = new BrowserClient(shared);
    // A client that was closed hears of no session any more.
    Object.defineProperty(replaced, "session", { value: undefined });
    const { started, result } = await one.start(EDITOR_CALLBACK, { client: replaced });
    await through(openWindow().desk, `code=good&state=${started.state}`);
    one.desk.sessionsChanged(() => known({ label: "Other" }));
    let isOver = false;
    const ending = result.then(() => (isOver = true)).catch(() => undefined);
    for (let turns = 0; turns < 10; turns++) {
      await turn();
    }
    assert.equal(isOver, true);
    await ending;
  });

  for (const [name, current] of [
    ["was removed", undefined],
    ["leads to another provider", known({ authUrl: "https://other.example" })],
    ["has another client", known({ clientId: "other" })],
    ["has another key", { ...known(), keyFingerprint: "000000" }],
  ] as const) {
    it(`is given up with its page when its connection ${name}`, async () => {
      const { desk, start } = openWindow();
      const { started, result } = await start("http://127.0.0.1/callback");
      const given = assert.rejects(result, isCanceledByUser);
      desk.sessionsChanged(() => current);
      await given;
      await finished(until(() => clock.pending === 0, "the end of its page"));
      await assert.rejects(visit(started.redirectUri), { code: "ECONNREFUSED" });
      assert.equal(shared.waiting.size, 0);
    });
  }

  it("goes on when its connection has another label, or is not known yet", async () => {
    const { desk, start } = openWindow();
    const { started, result } = await start(EDITOR_CALLBACK);
    desk.sessionsChanged(() => known({ label: "Other" }));
    desk.sessionsChanged(() => ({ connection: undefined, keyFingerprint: undefined }));
    desk.sessionsChanged(() => ({ ...known(), keyFingerprint: undefined }));
    await through(desk, `code=good&state=${started.state}`);
    await result;
  });

  it("goes on where it was not known by which key it began", async () => {
    const { desk, start } = openWindow();
    const { started, result } = await start(EDITOR_CALLBACK, { keyFingerprint: undefined });
    desk.sessionsChanged(() => known());
    await through(desk, `code=good&state=${started.state}`);
    await result;
  });

  it("learns of it by looking, too, where no event comes", async () => {
    const one = openWindow();
    const { started, result } = await one.start(EDITOR_CALLBACK);
    await through(openWindow().desk, `code=good&state=${started.state}`);
    clock.advance(2_000);
    await result;
  });

  it("hands an error to the window that finished it, and then ends quietly", async () => {
    const one = openWindow();
    const { started, result } = await one.start(EDITOR_CALLBACK);
    const done = await through(openWindow().desk, `code=refused&state=${started.state}`);
    assert.ok(isAppError(done.error));
    assert.equal(done.error.code, "credentials/identityRefused");
    const quiet = assert.rejects(result, { kind: "canceled", code: "canceled/signInElsewhere" });
    for (let step = 0; step < 60; step++) {
      clock.advance(2_000);
      await turn();
    }
    await quiet;
  });

  it("does not take a renewal of the old session for its end", async () => {
    shared.session = aSession(clock.now() - 1_000);
    const { desk, start, abort } = openWindow();
    const { result } = await start(EDITOR_CALLBACK);
    shared.session = aSession(clock.now() + 1);
    desk.sessionsChanged(() => known());
    let isOver = false;
    result.then(
      () => (isOver = true),
      () => undefined,
    );
    clock.advance(2_000);
    await turn();
    await turn();
    assert.equal(isOver, false);
    abort.abort();
    await assert.rejects(result, isCanceledByUser);
  });

  it("ends after five minutes", async () => {
    const { start } = openWindow();
    const { started, result } = await start(EDITOR_CALLBACK);
    const late = assert.rejects(result, { code: "credentials/signInTimeout" });
    for (let passed = 0; passed < 300; passed += 2) {
      assert.ok(shared.waiting.has(started.state));
      clock.advance(2_000);
      await turn();
    }
    await late;
    assert.equal(shared.waiting.size, 0);
  });

  it("ends when the user gives up, also while the code is being exchanged", async () => {
    for (const code of [undefined, "slow"]) {
      const { desk, start, abort } = openWindow();
      const { started, result } = await start(EDITOR_CALLBACK);
      const done =
        code === undefined ? undefined : through(desk, `code=slow&state=${started.state}`);
      await turn();
      abort.abort();
      await assert.rejects(result, isCanceledByUser);
      assert.equal((await done)?.outcome ?? "failed", "failed");
      assert.equal(shared.waiting.size, 0);
      assert.equal(shared.session, undefined);
    }
  });

  it("does not run out of time while the code is being exchanged", async () => {
    const { desk, start, client } = openWindow();
    const { started, result } = await start(EDITOR_CALLBACK);
    const done = through(desk, `code=slow&state=${started.state}`);
    for (let passed = 0; passed < 400; passed += 2) {
      clock.advance(2_000);
      await turn();
    }
    client.release();
    assert.equal((await done).outcome, "accepted");
    await result;
  });

  it("gives way to a new one of the same connection, on the same port", async () => {
    const { start } = openWindow();
    const first = await start("http://127.0.0.1/callback");
    const gone = assert.rejects(first.result, isCanceledByUser);
    const second = await start(first.started.redirectUri);
    await gone;
    assert.equal(second.started.redirectUri, first.started.redirectUri);
    const old = await visit(`${second.started.redirectUri}?code=good&state=${first.started.state}`);
    assert.equal(old.status, 400);
    await visit(`${second.started.redirectUri}?code=good&state=${second.started.state}`);
    await second.result;
  });

  it("takes a pasted address where the browser may not reach its page, or the page's", async () => {
    const isReachable = (): Promise<boolean> => Promise.resolve(false);
    const { desk, start } = openWindow();
    const first = await start("http://127.0.0.1/callback", { isReachable });
    const { state, redirectUri } = first.started;
    assert.equal(first.by, "paste");
    assert.equal(desk.redirectUriOf(state), redirectUri);
    await through(desk, `code=good&state=${state}`);
    await first.result;
    const second = await start("http://127.0.0.1/callback", { isReachable });
    await visit(`${second.started.redirectUri}?code=good&state=${second.started.state}`);
    await second.result;
  });

  it("wishes a form only where its own page is sure to take one", async () => {
    const CASES = [
      ["http://127.0.0.1/callback", true, "form_post"],
      ["http://127.0.0.1/callback", false, "fragment"],
      [EDITOR_CALLBACK, true, "fragment"],
      ["https://application.example/callback", true, "fragment"],
    ] as const;
    for (const [callbackUrl, reached, mode] of CASES) {
      const { start, client, abort } = openWindow();
      const { result } = await start(callbackUrl, { isReachable: () => Promise.resolve(reached) });
      assert.equal(client.requests[0]!.responseMode, mode, callbackUrl);
      abort.abort();
      await assert.rejects(result, isCanceledByUser);
    }
  });

  it("ends when the browser cannot be sent out", async () => {
    const { start } = openWindow();
    const send = (): Promise<void> =>
      Promise.reject(new AppError("internal", "internal/unexpected"));
    await assert.rejects(start("http://127.0.0.1/callback", { send }), { kind: "internal" });
    assert.equal(shared.waiting.size, 0);
  });

  it("asks without a proof key only where that was agreed to", async () => {
    const { start, client, abort } = openWindow();
    const { result } = await start(EDITOR_CALLBACK, { withoutProofKey: true });
    assert.equal(client.requests[0]!.withoutProofKey, true);
    abort.abort();
    await assert.rejects(result, isCanceledByUser);
  });
});

/** A connection as it was when its sign-in began, with what changed of it. */
function known(change: Partial<Connection> = {}): KnownConnection {
  return { connection: aConnection(change), keyFingerprint: KEY };
}

function isCanceledByUser(error: unknown): boolean {
  return isAppError(error) && error.code === "canceled/byUser";
}

/** As a browser comes: `fetch` would say that it is a script. */
interface Visited {
  readonly status: number;
  readonly title: string | undefined;
  readonly body: string;
}

async function visit(address: string): Promise<Visited> {
  const request = get(address, { agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const body = (await response.setEncoding("utf8").toArray()).join("");
  return { status: response.statusCode ?? 0, title: /<title>([^<]*)/.exec(body)?.[1], body };
}

/** Enough of a parser for callbacks that are well formed. */
function readRaw({ from, text }: RawCallback): CallbackParameters {
  if (!text.includes("=")) {
    throw new AppError("credentials", "credentials/callbackRejected");
  }
  return { from, values: new Map(new URLSearchParams(text)) };
}
