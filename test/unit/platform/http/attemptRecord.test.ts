import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { AppError } from "../../../../src/platform/base/errors";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import { AttemptRecord } from "../../../../src/platform/http/attemptRecord";
import { CollectedBody, NO_BODY } from "../../../../src/platform/http/body";
import type { Exchange } from "../../../../src/platform/http/door";
import { createRedactor } from "../../../../src/platform/http/redaction";
import {
  type SealedRequest,
  sealIdentityRequest,
  sealServiceRequest,
} from "../../../../src/platform/http/seal";
import type { TransportRequest } from "../../../../src/platform/http/transportRequest";
import { LONGEST_KEPT } from "../../../../src/platform/http/bodyCache";
import type { Action, Attempt } from "../../../../src/platform/base/action";
import { type KeptBodies, Recorder } from "../../../../src/platform/http/recorder";
import { aConnection } from "../../../fakes/connection";
import { MemoryLog } from "./support/bench";
import { VirtualClock } from "./support/virtualClock";

const URL_OF_ALL = "https://api.example/crm/v1/clients";
const OK: Attempt["retry"] = { retry: false, why: "answered" };
const CUT = new AppError("answer", "answer/cut");

describe("the record of an attempt", () => {
  it("holds what was sent and what came, and how long each took", () => {
    const { clock, begin, attempts, actions } = bench();
    const record = begin({ operationId: "listClients" });
    const since = clock.now();
    assert.deepEqual(actions.at(-1)?.progress, { state: "running", number: 1, since });
    clock.pass(40);
    const headers = [
      ["Content-Type", "text/plain"],
      ["X-DT-RequestId", "r-1"],
    ] as const;
    record.answered({ ...answer("[]"), headers, statusText: "O\u0007K", connect: 5 }, OK);
    const [attempt] = attempts();
    assert.deepEqual(attempt, {
      ...{ number: 1, reason: "first", method: "GET", pathTemplate: "/x", url: URL_OF_ALL },
      ...{ requestHeaders: [["a", "b"]], operationId: "listClients", requestBytes: 0 },
      ...{ responseHeaders: headers, startedAt: since, status: 200, statusText: "OK" },
      times: { queue: 7, connect: 5, firstByte: 3, total: 40 },
      ...{ responseBytes: 2, responseHash: sha256("[]"), requestId: "r-1" },
      ...{ echo: "missing", retry: OK },
    });
    assert.deepEqual(actions.at(-1)?.progress, { state: "idle" });
  });

  it("leaves out what there was not", () => {
    const { begin, attempts } = bench();
    begin({}).answered({ ...answer(""), status: 204 }, OK);
    const [attempt] = attempts();
    const absent = [
      "operationId",
      "requestHash",
      "responseHash",
      "requestId",
      "failure",
      "errorIds",
    ];
    assert.deepEqual(
      Object.keys(attempt ?? {}).filter((key) => absent.includes(key)),
      [],
    );
    assert.deepEqual(attempt?.times, { queue: 7, firstByte: 3, total: 0 });
    assert.equal(attempt.responseBytes, 0);
  });

  it("says of a body that was sent how long it is, and its hash", () => {
    const { begin, attempts, kept } = bench();
    begin({ body: "{}" }).answered(answer("x"), OK);
    assert.deepEqual([attempts()[0]?.requestBytes, attempts()[0]?.requestHash], [2, sha256("{}")]);
    assert.deepEqual(
      kept.map(({ request }) => text(request)),
      ["{}"],
    );
  });

  it("says why no head came, and keeps what was sent", () => {
    const { clock, begin, attempts, kept } = bench();
    const record = begin({ body: "{}" });
    clock.pass(9);
    record.failed("network/reset");
    const [attempt] = attempts();
    assert.deepEqual([attempt?.failure, attempt?.status], ["network/reset", undefined]);
    assert.deepEqual(attempt?.times, { queue: 7, total: 9 });
    assert.deepEqual([attempt.responseHeaders, attempt.responseBytes], [[], 0]);
    assert.deepEqual(attempt.retry, { retry: false, why: "network" });
    assert.deepEqual(
      kept.map(({ request, response }) => [text(request), response]),
      [["{}", undefined]],
    );
    const bare = bench();
    bare.begin({}).failed("network/reset");
    assert.deepEqual(bare.kept, []);
  });

  it("is written once, at the first end", () => {
    const { begin, attempts, kept } = bench();
    const record = begin({ body: "{}" });
    record.answered(answer("x"), OK);
    record.failed("canceled/byUser");
    record.answered(answer("y"), OK);
    assert.deepEqual(
      attempts().map(({ failure }) => failure),
      [undefined],
    );
    assert.deepEqual(
      kept.map(({ response }) => text(response)),
      ["x"],
    );
    const failed = bench();
    const other = failed.begin({});
    other.failed("network/reset");
    other.answered(answer("x"), OK);
    assert.deepEqual([failed.attempts().length, failed.kept.length], [1, 0]);
  });

  it("gives away the bodies as they are, with the type of the answer", () => {
    const { begin, kept } = bench();
    begin({}).answered({ ...answer("[]"), headers: [["content-type", "text/x"]] }, OK);
    begin({ isStepOfWalk: true }).answered(answer("[1]"), OK);
    begin({}).answered(answer(""), OK);
    assert.deepEqual(
      kept.map(({ attempt, isOfWalk, response, responseType }) => [
        ...[attempt, isOfWalk, text(response), responseType],
      ]),
      [
        [1, undefined, "[]", "text/x"],
        [2, true, "[1]", undefined],
        [3, undefined, undefined, undefined],
      ],
    );
    assert.deepEqual(Object.keys(kept[2] ?? {}).sort(), ["actionId", "attempt"]);
  });

  it("gives away no body that is too long to be kept", () => {
    const { begin, kept } = bench();
    for (const length of [LONGEST_KEPT, LONGEST_KEPT + 1]) {
      begin({}).answered(answer(Buffer.alloc(length)), OK);
    }
    assert.deepEqual(
      kept.map(({ response }) => response?.byteLength),
      [LONGEST_KEPT, undefined],
    );
  });

  it("has the ids that the body of a refusal names, and of no other body", () => {
    const body = '{"correlationId":"c-1"}';
    const ids = [399, 400, 500].map((status) => {
      const { begin, attempts } = bench();
      begin({}).answered({ ...answer(body), status }, OK);
      return attempts()[0]?.errorIds;
    });
    const found = [{ field: "correlationId", value: "c-1" }];
    assert.deepEqual(ids, [undefined, found, found]);
    const { begin, attempts } = bench();
    begin({}).answered({ ...answer(body), status: 500, failure: CUT }, OK);
    assert.deepEqual([attempts()[0]?.errorIds, attempts()[0]?.failure], [undefined, "answer/cut"]);
  });

  it("says whether the trace id came back", () => {
    const echoOf = (sent: boolean, came: string | undefined): string | undefined => {
      const { begin, attempts, action } = bench(sent);
      const back = came?.replace("SENT", action.traceId ?? "");
      const headers = back === undefined ? [] : [["X-DT-TraceId", back] as const];
      begin({}).answered({ ...answer("x"), headers }, OK);
      return attempts()[0]?.echo;
    };
    const echoes = [undefined, "SENT", "SENT2"].map((came) => echoOf(true, came));
    assert.deepEqual(echoes, ["missing", "equal", "changed"]);
    assert.equal(echoOf(false, "x"), "notSent");
    for (const sent of [true, false]) {
      const { begin, attempts } = bench(sent);
      begin({}).failed("network/reset");
      assert.equal(attempts()[0]?.echo, sent ? "missing" : "notSent");
    }
  });

  it("has size and hash of what went to a sink, and no hash of a part", async () => {
    for (const failure of [undefined, CUT]) {
      const { begin, attempts } = bench();
      const heard: string[] = [];
      const record = begin({
        sink: (chunk) => {
          heard.push(text(chunk) ?? "");
          return Promise.resolve();
        },
      });
      await record.sink?.(Buffer.from("ab"));
      await record.sink?.(Buffer.from("c"));
      record.answered({ ...answer(""), failure }, OK);
      const hash = failure === undefined ? sha256("abc") : undefined;
      const [attempt] = attempts();
      assert.deepEqual(
        [attempt?.responseBytes, attempt?.responseHash, heard],
        [3, hash, ["ab", "c"]],
      );
    }
    const { begin, attempts } = bench();
    const unused = begin({ sink: () => Promise.resolve() });
    unused.answered({ ...answer("no"), status: 404 }, OK);
    assert.deepEqual(
      [attempts()[0]?.responseBytes, attempts()[0]?.responseHash],
      [2, sha256("no")],
    );
    assert.equal(begin({}).sink, undefined);
  });
});

interface Begun extends Pick<Partial<TransportRequest>, "operationId" | "isStepOfWalk" | "sink"> {
  readonly body?: string;
}

interface RecordBench {
  readonly clock: VirtualClock;
  readonly action: Action;
  readonly actions: Action[];
  readonly kept: KeptBodies[];
  readonly begin: (change: Begun) => AttemptRecord;
  readonly attempts: () => readonly Attempt[];
}

function bench(isTraced = true): RecordBench {
  const clock = new VirtualClock();
  const [actions, kept]: [Action[], KeptBodies[]] = [[], []];
  const recorder = new Recorder({
    ...{ connection: aConnection(), clock, log: new MemoryLog(), redactor: createRedactor() },
    trace: () => ({ send: isTraced, prefix: "fpx-", pinned: undefined }),
    onAction: (state) => actions.push(state),
    onBodies: (bodies) => kept.push(bodies),
  });
  const action = recorder.start("Clients");
  const begin = ({ body, ...change }: Begun): AttemptRecord => {
    const sealed = sealedWith(body);
    const request = {
      method: sealed.method,
      url: URL_OF_ALL,
      pathTemplate: "/x",
      action,
      ...change,
    };
    const requestHeaders = [["a", "b"]] as const;
    const flight = recorder.trackCall(action);
    return new AttemptRecord({
      ...{ clock, recorder, request, sealed, flight, reason: "first", queue: 7, requestHeaders },
    });
  };
  return { clock, action, actions, kept, begin, attempts: () => recorder.current(action).attempts };
}

function sealedWith(body: string | undefined): SealedRequest {
  if (body !== undefined) {
    return sealIdentityRequest({ method: "POST", url: URL_OF_ALL, body: Buffer.from(body) });
  }
  const right = { permit: undefined, permits: new PermitIssuer(), connectionId: "c" };
  return sealServiceRequest({ method: "GET", url: URL_OF_ALL }, right);
}

function answer(content: string | Buffer): Exchange {
  const collected = new CollectedBody();
  collected.add(Buffer.from(content));
  const body = content.length === 0 ? NO_BODY : collected;
  return { status: 200, statusText: "", headers: [], body, failure: undefined, firstByte: 3 };
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
}
