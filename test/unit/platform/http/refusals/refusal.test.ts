import assert from "node:assert/strict";
import { AppError } from "../../../../../src/platform/base/errors";
import { describeError, type ErrorText } from "../../../../../src/platform/texts/errorText";
import type { Translate } from "../../../../../src/platform/texts/words";
import { anAction, anAttempt } from "../../../../fakes/action";

const t: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (_place, index: string) => String(values[Number(index)]));

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly challenge?: string;
}

/** As the transport makes it, with another call's attempt behind it. */
function failure(code: string, { status, body, challenge }: Answer): AppError {
  const responseHeaders = challenge === undefined ? [] : [["WWW-Authenticate", challenge] as const];
  const attempts = [
    anAttempt({ status, requestId: "r-1", responseHeaders }),
    anAttempt({ number: 2, status: 200, requestId: "r-2", statusText: "Fine" }),
  ];
  const text = body === undefined ? "" : JSON.stringify(body);
  return new AppError(code.startsWith("credentials") ? "credentials" : "service", code, {
    ...{ status, requestId: "r-1", action: anAction({ attempts }) },
    body: new TextEncoder().encode(text),
  });
}

const told = (code: string, answer: Answer): ErrorText => describeError(failure(code, answer), t);

const SUBSCRIPTION = "Access denied due to invalid subscription key.";
const SCOPE = 'Bearer error="insufficient_scope", scope="crm.write risk.read"';

describe("a refusal in the service's own words", () => {
  it("quotes them behind what happened and before the advice", () => {
    const { what, advice } = told("service/409", { status: 409, body: { message: "Locked by X" } });
    assert.equal(what, "The service answered with 409. The service says: “Locked by X”.");
    assert.equal(advice, "Ask the operator, and name the ids of this call.");
  });

  it("quotes them of a write whose outcome a failure left open, and of no other", () => {
    const { status, requestId, action, body } = failure("service/500", {
      ...{ status: 500, body: { message: "Ledger is locked" } },
    });
    const unknown = (code: string, reason: string): string => {
      const details = {
        values: { reason, shown: "nothing" },
        requestId,
        action,
        body,
        status: 500,
      };
      return describeError(new AppError("network", code, details), t).what;
    };
    assert.equal(status, 500);
    for (const code of ["pensions/outcomeUnknown", "requests/outcomeUnknown"]) {
      assert.match(unknown(code, "service/500"), /The service says: “Ledger is locked”\.$/);
      assert.doesNotMatch(unknown(code, "network/reset"), /Ledger/);
    }
  });

  it("adds no stop to words that end with one", () => {
    const { what } = told("service/409", { status: 409, body: { message: "Locked by X." } });
    assert.ok(what.endsWith("The service says: “Locked by X.”"), what);
  });

  it("repeats no code that its own sentence puts into words", () => {
    const { what } = told("service/403", { status: 403, body: { error: "insufficient_scope" } });
    assert.equal(what, "The access token lacks a scope that this needs (403).");
  });

  for (const [code, status] of [
    ["credentials/refused", 401],
    ["service/400", 400],
    ["service/422", 422],
    ["service/403", 403],
    ["service/418", 418],
  ] as const) {
    it(`says that ${code} is silent only where it is`, () => {
      const silence = /does not say why/;
      assert.match(told(code, { status }).what, silence);
      assert.match(told(code, { status, body: { status, id: "x" } }).what, silence);
      assert.doesNotMatch(told(code, { status, body: { detail: "Closed" } }).what, silence);
      // Of a row of a batch only code and status are known.
      const bare = new AppError("service", code, { status });
      assert.doesNotMatch(describeError(bare, t).what, silence);
    });
  }

  it("offers the key where a 403 speaks of it, and signing in where it does not", () => {
    const ofKey = told("service/403", { status: 403, body: { message: SUBSCRIPTION } });
    assert.equal(ofKey.action, "enterSubscriptionKey");
    assert.ok(ofKey.what.endsWith(`The service says: “${SUBSCRIPTION}”`));
    const other = told("service/403", { status: 403, body: { message: "Not your client" } });
    assert.equal(other.action, "signIn");
  });

  for (const [name, code, answer] of [
    ["a challenge", "credentials/insufficientScope", { status: 403, challenge: SCOPE }],
    ["a challenge of a plain 403", "service/403", { status: 403, challenge: SCOPE }],
    [
      "a body",
      "service/403",
      { status: 403, body: { error: "insufficient_scope", scope: "crm.write risk.read" } },
    ],
  ] as const) {
    it(`names the scopes of ${name} and offers to ask for them`, () => {
      const { what, action } = told(code, answer);
      assert.match(
        what,
        /^The access token lacks a scope that this needs \(403\): crm\.write risk\.read\./,
      );
      assert.equal(action, "requestScope");
    });
  }

  it("takes no scope that hides a link, and none that a secret stands in", () => {
    const challenge = 'Bearer error="insufficient_scope", scope="[x](command:y) crm.write s3cr3t"';
    const clean: Translate = (message, ...values) => t(message, ...values).replace("s3cr3t", "…");
    const error = failure("credentials/insufficientScope", { status: 403, challenge });
    assert.match(describeError(error, clean).what, /\(403\): crm\.write\.$/);
  });

  it("offers no scope where none is named", () => {
    const challenge = 'Bearer error="insufficient_scope"';
    const { action } = told("credentials/insufficientScope", { status: 403, challenge });
    assert.equal(action, "signIn");
  });

  it("quotes nothing of the service where the identity provider refused", () => {
    const error = failure("service/identity", { status: 503, body: { message: "of the service" } });
    assert.doesNotMatch(describeError(error, t).what, /says/);
  });
});
