import assert from "node:assert/strict";
import { actionOutcome } from "../../../../src/features/requests/common/actionOutcome";
import { ActionIndex } from "../../../../src/features/requests/common/actionIndex";
import { BodyCache } from "../../../../src/platform/http/bodyCache";
import type { Action } from "../../../../src/platform/base/action";
import { anAction, anAttempt } from "../../../fakes/action";

function logOf(...actions: readonly Action[]): ActionIndex {
  const log = new ActionIndex();
  actions.forEach((action) => log.note(action));
  return log;
}

function ids({ actions }: { readonly actions: readonly Action[] }): string {
  return actions.map(({ id }) => id).join("");
}

const FAILED = anAction({
  id: "f",
  title: "Holdings page 2",
  connectionId: "other",
  connectionLabel: "Acme Production",
  environment: "production",
  traceId: "FPX-Upper-0001",
  startedAt: 30,
  attempts: [
    anAttempt({
      status: 503,
      requestId: "7c1e0000-b2",
      retry: { retry: true, milliseconds: 1, why: "backOff" },
    }),
    anAttempt({
      number: 2,
      reason: "retry",
      status: 404,
      pathTemplate: "/crm/v1/clients/{clientId}",
      url: "http://127.0.0.1/crm/v1/clients/4711",
      errorIds: [{ field: "error.correlationId", value: "corr-0815" }],
    }),
  ],
});
const WELL = anAction({ id: "w", startedAt: 10, attempts: [anAttempt({ status: 200 })] });
const RETRIED = anAction({
  id: "r",
  startedAt: 20,
  attempts: [
    anAttempt({ status: 429 }),
    anAttempt({ number: 2, reason: "retry", status: 200, statusText: "Fine" }),
  ],
});
const RUNNING = anAction({
  id: "n",
  startedAt: 40,
  progress: { state: "running", number: 1, since: 40 },
});

describe("the actions in memory", () => {
  const log = logOf(WELL, RUNNING, FAILED, RETRIED);

  it("are given newest first, by pages", () => {
    assert.equal(ids(log.query({}, 0, 10)), "nfrw");
    assert.equal(ids(log.query({}, 1, 2)), "fr");
    assert.equal(ids(log.query({}, 3, 2)), "w");
    assert.deepEqual([log.query({}, 9, 2), log.size], [{ total: 4, actions: [] }, 4]);
  });

  it("are filtered by text, outcome, connection and time", () => {
    const cases: readonly (readonly [Parameters<typeof log.query>[0], string])[] = [
      [{ text: "HOLDINGS" }, "f"],
      [{ text: "{clientid}" }, "f"],
      [{ text: "acme prod" }, "f"],
      [{ text: "404" }, "f"],
      [{ text: "fine" }, "r"],
      [{ text: "429" }, "r"],
      [{ text: "fpx-upper" }, "f"],
      [{ text: "7C1E" }, "f"],
      [{ text: "corr-08" }, "f"],
      [{ text: "page holdings" }, "f"],
      [{ text: "4711" }, ""],
      [{ text: "  " }, "nfrw"],
      [{ outcome: "running" }, "n"],
      [{ outcome: "failed" }, "f"],
      [{ outcome: "retried" }, "r"],
      [{ outcome: "succeeded" }, "w"],
      [{ connectionId: "other" }, "f"],
      [{ since: 30 }, "nf"],
      [{ since: 15, connectionId: "c", outcome: "retried", text: "clients" }, "r"],
    ];
    for (const [filter, expected] of cases) {
      const page = log.query(filter, 0, 10);
      assert.deepEqual(
        [ids(page), page.total],
        [expected, expected.length],
        JSON.stringify(filter),
      );
    }
  });

  it("end with no outcome where nothing was sent", () => {
    assert.equal(actionOutcome(anAction()), "failed");
  });

  it("are known by each of their ids, whole and as they are now", () => {
    const log = logOf(FAILED);
    assert.equal(log.ids.has("7c1e0000-b2"), true);
    assert.equal(log.ids.has("7c1e0000"), false);
    assert.equal(log.ids.has("later-1"), false);
    log.note({ ...FAILED, attempts: [anAttempt({ requestId: "later-1" })] });
    assert.deepEqual([log.ids.has("later-1"), log.ids.has("7c1e0000-b2")], [true, false]);
    log.forget(() => true);
    assert.equal(log.ids.has("later-1"), false);
  });

  it("are known by the ids of each attempt that comes, and of what others wrote meanwhile", () => {
    const [one, two] = [anAttempt({ requestId: "first-1" }), anAttempt({ requestId: "second-2" })];
    const log = logOf(anAction({ id: "g", traceId: "pinned-9", attempts: [one] }), WELL);
    assert.deepEqual([log.ids.has("FIRST-1"), log.ids.has("second-2")], [true, false]);
    log.note(anAction({ id: "g", traceId: "pinned-9", attempts: [one, two] }));
    assert.deepEqual([log.ids.has("first-1"), log.ids.has("second-2")], [true, true]);
    log.note(anAction({ id: "other", traceId: "pinned-9" }));
    log.forget(({ id }) => id === "g");
    assert.deepEqual([log.ids.has("pinned-9"), log.ids.has("first-1")], [true, false]);
  });

  it("are looked at for their ids once, not with each question", () => {
    let looks = 0;
    const attempts = Array.from({ length: 50 }, (_, index) => anAttempt({ number: index + 1 }));
    const walked = (count: number): Action => {
      const some = attempts.slice(0, count);
      some.flatMap = (...given: Parameters<typeof some.flatMap>) => {
        looks += count;
        return Array.prototype.flatMap.apply(some, given) as never;
      };
      return anAction({ id: "walk", attempts: some });
    };
    const log = logOf(walked(1));
    for (let count = 1; count <= 50; count++) {
      log.note(walked(count));
      assert.ok(log.ids.has("walk"));
    }
    assert.equal(looks, 1);
  });

  it("are found by every id, whole or by eight characters of its beginning", () => {
    const found = (id: string): readonly unknown[] =>
      log.find(id).map(({ action, what, attempt }) => [action.id, what, attempt]);
    assert.deepEqual(found("fpx-UPPER-0001"), [["f", "traceId", undefined]]);
    assert.deepEqual(found("fpx-uppe"), [["f", "traceId", undefined]]);
    assert.deepEqual(found("fpx-upp"), []);
    assert.deepEqual(found(" 7c1e0000-b2 "), [["f", "requestId", 1]]);
    assert.deepEqual(found("corr-0815"), [["f", "errorId", 2]]);
    assert.deepEqual(found("r"), [["r", "actionId", undefined]]);
    assert.deepEqual(found("holdings page 2"), []);
    assert.deepEqual(found(""), []);
    assert.deepEqual(
      log.find("fpx-1").map(({ action }) => action.id),
      ["n", "r", "w"],
    );
  });

  it("are the same whether a filter was typed letter by letter or came at once", () => {
    const typed = logOf(WELL, RUNNING, FAILED, RETRIED);
    const titles = ["h", "ho", "holdings p", "holdings page 2", "holdings page 29", "hold", ""];
    for (const text of [...titles, "  ", "  200", "4", "42", "429 200", "429 20"]) {
      for (const outcome of [undefined, "retried", "failed"] as const) {
        const filter = { text, ...(outcome === undefined ? {} : { outcome }) };
        const atOnce = logOf(WELL, RUNNING, FAILED, RETRIED).query(filter, 0, 9);
        assert.equal(ids(typed.query(filter, 0, 9)), ids(atOnce), JSON.stringify(filter));
      }
    }
    typed.query({ text: "new" }, 0, 9);
    typed.note(anAction({ id: "z", title: "New one", startedAt: 50 }));
    assert.equal(ids(typed.query({ text: "new o" }, 0, 9)), "z");
    typed.query({ text: "one", since: 60 }, 0, 9);
    assert.equal(ids(typed.query({ text: "one", since: 50 }, 0, 9)), "z");
  });

  it("name connections as the newest action does, also once that is forgotten", () => {
    const use = (id: string, connectionLabel: string, startedAt: number): Action =>
      anAction({ id, connectionId: "acme", connectionLabel, startedAt });
    const named = logOf(use("a", "Old", 10), use("c", "New", 30), use("b", "Late row", 20));
    assert.deepEqual(
      named.connections.map(({ label }) => label),
      ["New"],
    );
    named.note(use("c", "Renamed", 30));
    assert.deepEqual(
      named.connections.map(({ label }) => label),
      ["Renamed"],
    );
    named.forget(({ id }) => id === "c");
    assert.deepEqual(
      named.connections.map(({ label }) => label),
      ["Late row"],
    );
    named.forget(() => true);
    assert.deepEqual(named.connections, []);
  });

  it("name connections in the order of their last use", () => {
    assert.deepEqual(
      log.connections.map(({ id, label, environment }) => [id, label, environment]),
      [
        ["c", "C", "sandbox"],
        ["other", "Acme Production", "production"],
      ],
    );
  });

  it("take a new state in place, and find what came with it", () => {
    const own = logOf(WELL, RUNNING);
    assert.equal(own.query({ text: "404" }, 0, 9).total, 0);
    const attempts = [anAttempt({ status: 404, requestId: "late-1" })];
    own.note({ ...RUNNING, attempts, progress: { state: "idle" } });
    assert.equal(ids(own.query({ text: "404" }, 0, 9)), "n");
    assert.equal(ids(own.query({ outcome: "running" }, 0, 9)), "");
    assert.equal(own.find("late-1").length, 1);
    assert.equal(own.size, 2);
  });

  it("forget the oldest beyond a number, and what they are told to", () => {
    const own = new ActionIndex(2_000);
    for (let index = 0; index < 5_000; index++) {
      own.note(anAction({ id: `a${index}`, startedAt: index }));
    }
    assert.ok(own.size <= 3_000 && own.size >= 2_000);
    assert.deepEqual([own.get("a0"), own.get("a4999")?.id], [undefined, "a4999"]);
    own.forget(({ startedAt }) => startedAt < 4_990);
    assert.deepEqual([own.size, own.query({}, 0, 1).total], [10, 10]);
  });

  it("looks at each attempt a few times only, however many follow", () => {
    const log = new ActionIndex();
    let looks = 0;
    const attempts = Array.from({ length: 1_000 }, (_none, index) => {
      const attempt = anAttempt({ number: index + 1, requestId: `rq-${index + 1}-known` });
      return Object.defineProperty(attempt, "pathTemplate", {
        enumerable: true,
        get: () => `/path-${++looks % 7}`,
      });
    });
    for (let count = 0; count <= attempts.length; count++) {
      log.note(anAction({ attempts: attempts.slice(0, count) }));
    }
    assert.ok(looks <= 4 * attempts.length, String(looks));
    const found = ["rq-1-known", "rq-500-known", "rq-1000-known"].map((id) => log.find(id).length);
    assert.deepEqual(found, [1, 1, 1]);
    assert.equal(log.query({ text: "get /path-3" }, 0, 1).total, 1);
    // An attempt that ended late stands before those that are known.
    log.note(anAction({ attempts: [anAttempt({ requestId: "rq-late-1" }), ...attempts] }));
    assert.equal(log.find("rq-late-1").length, 1);
  });
});

describe("bodies in memory", () => {
  const bytes = (length: number): Uint8Array => new Uint8Array(new ArrayBuffer(length));

  it("are kept up to a size in all, the newest ones, and none that is too long", () => {
    const shelf = new BodyCache({ all: 100, each: 60 });
    shelf.set({ actionId: "a", attempt: 1, request: bytes(20), response: bytes(20) });
    shelf.set({ actionId: "a", attempt: 2, response: bytes(61) });
    shelf.set({ actionId: "b", attempt: 1, response: bytes(50), responseType: "text/plain" });
    assert.equal(shelf.bytes, 90);
    shelf.set({ actionId: "c", attempt: 1, response: bytes(30) });
    assert.deepEqual(
      [shelf.get("a", 1), shelf.get("a", 2), shelf.get("b", 1)?.responseType, shelf.bytes],
      [undefined, undefined, "text/plain", 80],
    );
    shelf.clear();
    assert.deepEqual([shelf.get("c", 1), shelf.bytes], [undefined, 0]);
  });

  it("do not hold the buffers they were read into", () => {
    const shelf = new BodyCache();
    const read = Buffer.alloc(65_536, "x");
    shelf.set({ actionId: "a", attempt: 1, response: read.subarray(10, 20) });
    const kept = shelf.get("a", 1)?.response;
    assert.deepEqual(
      [kept?.buffer.byteLength, Buffer.from(kept!).toString()],
      [10, "x".repeat(10)],
    );
  });
});
