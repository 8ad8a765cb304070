import assert from "node:assert/strict";
import { AppError } from "../../../../src/platform/base/errors";
import { CollectedBody, NO_BODY } from "../../../../src/platform/http/body";
import type { Exchange } from "../../../../src/platform/http/door";
import {
  bodyFailure,
  credentialFailure,
  readRequestId,
  serviceFailure,
  withAction,
} from "../../../../src/platform/http/failures";
import type { HeaderList } from "../../../../src/platform/base/headers";
import type { RetryDecision } from "../../../../src/platform/base/action";
import { anAction, anAttempt } from "../../../fakes/action";

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0);
const REFUSED: RetryDecision = { retry: false, why: "status" };
const TOO_LATE: RetryDecision = { retry: false, why: "deadline", waitMilliseconds: 1_200 };
const CUT = new AppError("answer", "answer/cut");

describe("the error for an answer of the service", () => {
  it("has status, body, action and the id of the answer as it is recorded", () => {
    const action = anAction({
      attempts: [
        anAttempt({ requestId: "r-1" }),
        anAttempt({ requestId: "r-2" }),
        anAttempt({ requestId: "r-3" }),
      ],
    });
    const answer = anAnswer(404, [["X-DT-RequestId", "r-2\u0007"]], "gone");
    const error = serviceFailure(answer, { action, decision: REFUSED, now: NOW });
    assert.deepEqual([error.kind, error.code, error.status], ["service", "service/404", 404]);
    assert.deepEqual([error.requestId, error.action, error.values], ["r-2", action, {}]);
    assert.equal(Buffer.from(error.body ?? []).toString(), "gone");
  });

  it("has no id that was never recorded: the record is clean of secrets, the answer is not", () => {
    const action = anAction({ attempts: [anAttempt({ requestId: "[redacted]" })] });
    const answer = anAnswer(404, [["x-dt-requestid", "canary"]]);
    const error = serviceFailure(answer, { action, decision: REFUSED, now: NOW });
    assert.equal(error.requestId, undefined);
  });

  it("says why there is no body where it did not come whole", () => {
    const answer = { ...anAnswer(502, [], "half"), failure: CUT };
    const error = serviceFailure(answer, { action: anAction(), decision: REFUSED, now: NOW });
    assert.deepEqual([error.values, error.body], [{ bodyFailure: "answer/cut" }, undefined]);
  });

  const WAITS: readonly (readonly [string | undefined, RetryDecision, object])[] = [
    [undefined, REFUSED, {}],
    ["30", REFUSED, { retryAfterSeconds: 30, wait: "asks" }],
    ["30", TOO_LATE, { retryAfterSeconds: 30, wait: "asksForTooLong" }],
    ["0", REFUSED, { retryAfterSeconds: 0 }],
    ["0", TOO_LATE, { retryAfterSeconds: 0 }],
    // Nobody asked: the wait is our own.
    [undefined, TOO_LATE, { retryAfterSeconds: 2 }],
    [undefined, { retry: true, milliseconds: 500, why: "backOff" }, {}],
    [
      "30",
      { retry: true, milliseconds: 500, why: "backOff" },
      { retryAfterSeconds: 30, wait: "asks" },
    ],
  ];
  for (const [asked, decision, values] of WAITS) {
    it(`Retry-After ${String(asked)}, ${decision.why}: ${JSON.stringify(values)}`, () => {
      const answer = anAnswer(503, asked === undefined ? [] : [["Retry-After", asked]]);
      const error = serviceFailure(answer, { action: anAction(), decision, now: NOW });
      assert.deepEqual(error.values, values);
    });
  }

  it("tells where a redirect leads, as recorded and without its query", () => {
    const recorded = ["https://b.example/x?code=1", "https://c.example/y#z", "https://d.example/"];
    const shown = ["https://b.example/x", "https://c.example/y", "https://d.example/"];
    for (const [index, location] of recorded.entries()) {
      const action = anAction({
        attempts: [
          anAttempt({ responseHeaders: [["Location", "https://first.example"]] }),
          anAttempt({ responseHeaders: [["Location", location]] }),
        ],
      });
      const answer = anAnswer(307, [["Location", "https://secret.example"]]);
      const error = serviceFailure(answer, { action, decision: REFUSED, now: NOW });
      assert.deepEqual(
        [error.code, error.values],
        ["service/redirect", { location: shown[index] }],
      );
    }
  });

  it("tells of no place where none is named, or where the status is no redirect", () => {
    const named = anAttempt({ responseHeaders: [["Location", "https://b.example/x"]] });
    const cases = [
      { status: 302, attempts: [anAttempt({ responseHeaders: [] })], code: "service/redirect" },
      { status: 302, attempts: [], code: "service/redirect" },
      { status: 304, attempts: [named], code: "service/304" },
      { status: 400, attempts: [named], code: "service/400" },
    ];
    for (const { status, attempts, code } of cases) {
      const context = { action: anAction({ attempts }), decision: REFUSED, now: NOW };
      const error = serviceFailure(anAnswer(status), context);
      assert.deepEqual([error.code, error.values], [code, {}]);
    }
  });
});

describe("the error for a refused credential", () => {
  const key = 'Key name="Ocp-Apim-Subscription-Key"';
  const CASES: readonly (readonly [string, string, string])[] = [
    [key, "", "credentials/keyRefused"],
    ["Bearer", "", "credentials/tokenRefused"],
    ['Bearer error="invalid_token"', "", "credentials/tokenRefused"],
    ['Bearer error="insufficient_scope"', "", "credentials/insufficientScope"],
    ["", '{"error":"insufficient_scope"}', "credentials/insufficientScope"],
    ["", '{"message":"missing subscription key"}', "credentials/keyRefused"],
    ["", '{"message":"a scope"}', "credentials/tokenRefused"],
    ["", "", "credentials/refused"],
  ];
  for (const [challenge, body, code] of CASES) {
    it(`${challenge}${body} is ${code}`, () => {
      const headers: HeaderList = challenge === "" ? [] : [["WWW-Authenticate", challenge]];
      const error = credentialFailure(anAnswer(401, headers, body), anAction());
      assert.deepEqual([error.kind, error.code, error.status], ["credentials", code, 401]);
    });
  }

  it("does not read half a body", () => {
    const answer = anAnswer(401, [], '{"message":"missing subscription key"}');
    const error = credentialFailure({ ...answer, failure: CUT }, anAction());
    assert.equal(error.code, "credentials/refused");
  });
});

describe("the error for a body that did not come whole", () => {
  const call = { operationId: "listClients" } as const;

  it("has the call where it was too large, so that it can be saved", () => {
    const failure = new AppError("answer", "answer/tooLarge", { values: { limitBytes: 9 } });
    const action = anAction({ attempts: [anAttempt({ requestId: "r" })] });
    const answer = anAnswer(200, [["x-dt-requestid", "r"]]);
    const error = bodyFailure(failure, answer, { action, call });
    assert.deepEqual(
      [error.kind, error.code, error.values],
      [...["answer", "answer/tooLarge", { limitBytes: 9 }]],
    );
    assert.deepEqual([error.status, error.requestId, error.call], [200, "r", call]);
    assert.equal(bodyFailure(CUT, answer, { action, call }).call, undefined);
  });
});

describe("an error without its action", () => {
  it("gets it, and keeps all that it says", () => {
    const cause = new Error("why");
    const bare = new AppError("network", "network/x", {
      ...{ cause, values: { a: 1 }, requestId: "r", status: 500, body: Buffer.from("b") },
    });
    const action = anAction();
    const error = withAction(bare, action);
    assert.deepEqual(
      [error.kind, error.code, error.cause, error.values, error.requestId],
      [...["network", "network/x", cause, { a: 1 }, "r"]],
    );
    assert.deepEqual([error.status, error.body, error.action], [500, bare.body, action]);
    assert.equal(withAction(new AppError("network", "network/x"), action).status, undefined);
  });
});

describe("the id of a request", () => {
  it("is shown as it came, without what cannot be shown", () => {
    assert.equal(readRequestId([["X-DT-RequestId", " r\u0000-1 "]]), "r-1");
    assert.equal(readRequestId([["x-dt-requestid", " \u0000"]]), undefined);
    assert.equal(readRequestId([]), undefined);
  });
});

function anAnswer(status: number, headers: HeaderList = [], text = ""): Exchange {
  const body = new CollectedBody();
  body.add(Buffer.from(text));
  const content = text === "" ? NO_BODY : body;
  return { status, statusText: "", headers, body: content, failure: undefined, firstByte: 1 };
}
