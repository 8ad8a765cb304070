import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "../../../../src/platform/base/errors";
import { RunningActions } from "../../../../src/platform/base/runningActions";
import { sendAnonymously, type AnonymousRequest } from "../../../../src/platform/http/anonymous";
import { createDoor } from "../../../../src/platform/http/door";
import { pinOrigin } from "../../../../src/platform/http/origin";
import { createRedactor } from "../../../../src/platform/http/redaction";
import type { Sender, WireHead, WireRequest } from "../../../../src/platform/http/sender";
import type { Action } from "../../../../src/platform/base/action";
import { Recorder } from "../../../../src/platform/http/recorder";
import { aConnection } from "../../../fakes/connection";
import { failureOf, MemoryLog } from "./support/bench";
import { VirtualClock } from "./support/virtualClock";

const ORIGIN = "https://login.example";
const HEAD: WireHead = { status: 200, statusText: "O\u0007K", headers: [["x-a", "b"]] };

describe("a request without credentials", () => {
  it("gives what was answered, and sends nothing of the service's", async () => {
    const { send, sent, attempts } = bench();
    const answer = await send({});
    const { status, statusText, headers, body } = answer;
    assert.deepEqual([status, statusText, headers], [200, "OK", HEAD.headers]);
    assert.equal(Buffer.from(body.bytes).toString(), "[]");
    assert.deepEqual(answer.action.attempts, attempts());
    const [request] = sent;
    assert.deepEqual([request?.method, request?.url.href], ["GET", `${ORIGIN}/x`]);
    assert.deepEqual(request?.headers, {
      ...{ "user-agent": "test", "accept-encoding": "gzip, deflate, br", Accept: "*/*" },
    });
  });

  it("asks for the type that is wanted, and records what it sent", async () => {
    const { send, sent, attempts, action } = bench();
    await send({ accept: "application/json" });
    assert.equal(sent[0]?.headers["Accept"], "application/json");
    const [attempt] = attempts();
    assert.deepEqual(attempt?.requestHeaders, [
      ["host", "login.example"],
      ["user-agent", "test"],
      ["accept-encoding", "gzip, deflate, br"],
      ["Accept", "application/json"],
    ]);
    assert.deepEqual([attempt.reason, attempt.method, attempt.times.queue], ["first", "GET", 0]);
    assert.deepEqual([attempt.url, attempt.pathTemplate], [`${ORIGIN}/x`, "/x"]);
    // The trace id is the service's.
    assert.notEqual(action.traceId, undefined);
    assert.equal(attempt.echo, "notSent");
    assert.deepEqual(attempt.retry, { retry: false, why: "answered" });
  });

  const STATUSES: readonly (readonly [number, string | undefined])[] = [
    [199, "service/199"],
    [200, undefined],
    [204, undefined],
    [299, undefined],
    [300, "service/300"],
    [302, "service/redirect"],
    [404, "service/404"],
    [503, "service/503"],
  ];
  for (const [status, code] of STATUSES) {
    it(`ends with status ${status} as ${code ?? "an answer"}, after one attempt`, async () => {
      const { send, attempts } = bench({ head: { ...HEAD, status } });
      const ended = send({});
      if (code === undefined) {
        assert.equal((await ended).status, status);
      } else {
        const error = await failureOf(ended);
        assert.deepEqual([error.code, error.status], [code, status]);
        assert.deepEqual(error.action?.attempts, attempts());
      }
      assert.deepEqual(
        attempts().map(({ retry }) => retry),
        [{ retry: false, why: code === undefined ? "answered" : "status" }],
      );
    });
  }

  it("has no answer where the body did not come whole", async () => {
    const failing = new AppError("answer", "answer/cut");
    const { send, attempts } = bench({ failing });
    const error = await failureOf(send({}));
    assert.deepEqual([error.code, error.status], ["answer/cut", 200]);
    assert.equal(attempts()[0]?.failure, "answer/cut");
  });

  it("records that no answer came, and why", async () => {
    const { send, attempts, actions } = bench({ head: undefined, failing: new Error("x") });
    const error = await failureOf(send({}));
    assert.equal(error.code, "network/failed");
    assert.deepEqual(error.action?.attempts, attempts());
    assert.deepEqual(
      attempts().map(({ failure }) => failure),
      ["network/failed"],
    );
    assert.deepEqual(actions.at(-1)?.progress, { state: "idle" });
  });

  it("does not begin for somebody who has left, nor for a client that is closed", async () => {
    const { send, sent } = bench();
    const left = await failureOf(send({ signal: AbortSignal.abort() }));
    assert.equal(left.kind, "canceled");
    const life = AbortSignal.abort(new AppError("canceled", "canceled/disposed"));
    const closed = bench({ life });
    assert.equal((await failureOf(closed.send({}))).code, "canceled/disposed");
    assert.deepEqual([sent.length, closed.sent.length], [0, 0]);
  });

  for (const [phase, answering] of [
    ["before an answer", { isSilent: true }],
    ["in the body of a refusal", { head: { ...HEAD, status: 404 }, isUnfinished: true }],
  ] as const) {
    it(`is ended ${phase} by who says so elsewhere, and counts as cancelled`, async () => {
      const running = new RunningActions();
      const { send, sent, action, actions } = bench({ ...answering, running });
      const ended = failureOf(send({}));
      await turn();
      assert.equal(sent.length, 1);
      assert.equal(running.cancel(action.id), true);
      const { kind, code } = await ended;
      assert.deepEqual([kind, code], ["canceled", "canceled/byUser"]);
      const last = actions.at(-1);
      assert.deepEqual([last?.isCanceled, last?.progress.state], [true, "idle"]);
      assert.equal(running.cancel(action.id), false, "it has ended");
    });
  }

  it("counts as cancelled, too, where the one who waited left", async () => {
    const { send, actions } = bench({ isSilent: true });
    const stop = new AbortController();
    const ended = failureOf(send({ signal: stop.signal }));
    stop.abort();
    assert.equal((await ended).kind, "canceled");
    assert.equal(actions.at(-1)?.isCanceled, true);
  });

  it("has what is left of the action's time, and takes its own of it", async () => {
    const { clock, send, recorder, action } = bench({ isSilent: true });
    recorder.addSpent(action, 40_000);
    const stop = new AbortController();
    const ended = failureOf(send({ signal: stop.signal }));
    clock.advance(19_999);
    assert.equal(clock.pending > 0, true);
    clock.advance(1);
    const { code, values } = await ended;
    // What is told is the time that the setting gives, not what was left of it.
    assert.deepEqual([code, values], ["network/actionTimeout", { seconds: 60 }]);
    assert.equal(recorder.spentMilliseconds(action), 60_000);
    assert.deepEqual([clock.pending, getEventListeners(stop.signal, "abort").length], [0, 0]);
  });
});

interface Answering {
  readonly head?: WireHead | undefined;
  /** Thrown after the head, or in its place. */
  readonly failing?: Error;
  /** Waits for its signal. */
  readonly isSilent?: boolean;
  /** The same after the head. */
  readonly isUnfinished?: boolean;
  readonly life?: AbortSignal;
  readonly running?: RunningActions;
}

interface AnonymousBench {
  readonly clock: VirtualClock;
  readonly recorder: Recorder;
  readonly action: Action;
  readonly actions: Action[];
  readonly sent: WireRequest[];
  readonly attempts: () => Action["attempts"];
  readonly send: (change: Partial<AnonymousRequest>) => ReturnType<typeof sendAnonymously>;
}

function bench(answering: Answering = {}): AnonymousBench {
  const clock = new VirtualClock();
  const { head, failing, isSilent, isUnfinished, life, running } = { head: HEAD, ...answering };
  const [sent, actions]: [WireRequest[], Action[]] = [[], []];
  const sender: Sender = {
    send: async (request, receiver, signal) => {
      sent.push(request);
      const ended = new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
      ended.catch(() => undefined);
      await (isSilent === true ? ended : undefined);
      if (head !== undefined) {
        receiver.head(head);
      }
      await (isUnfinished === true ? ended : undefined);
      if (failing !== undefined) {
        throw failing;
      }
      await receiver.chunk(Buffer.from("[]"));
    },
    close: () => Promise.resolve(),
  };
  const recorder = new Recorder({
    ...{ connection: aConnection(), clock, log: new MemoryLog(), redactor: createRedactor() },
    trace: () => ({ send: true, prefix: "fpx-", pinned: undefined }),
    onAction: (state) => actions.push(state),
  });
  const action = recorder.start("Discovery");
  const limits = { attemptMilliseconds: 90_000, actionMilliseconds: 60_000, bodyBytes: 1_000 };
  const options = {
    door: createDoor({
      ...{ kind: "identity", origin: pinOrigin(ORIGIN), userAgent: "test", clock, sender },
    }),
    ...{ clock, recorder, limits: () => limits, life: life ?? new AbortController().signal },
    ...(running === undefined ? {} : { running }),
  };
  return {
    ...{ clock, recorder, action, actions, sent },
    attempts: () => recorder.current(action).attempts,
    send: (change) =>
      sendAnonymously(options, { url: `${ORIGIN}/x`, pathTemplate: "/x", action, ...change }),
  };
}
