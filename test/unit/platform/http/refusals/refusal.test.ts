import assert from "node:assert/strict";
import { AppError } from "../../../../../src/platform/base/errors";
import { blamedBy, problemsOf, refusalOf } from "../../../../../src/platform/http/refusals/refusal";
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

describe("what a refusal itself says", () => {
  const read = (code: string, answer: Answer): ReturnType<typeof refusalOf> =>
    refusalOf(failure(code, answer), (text) => text);
  const silent: ReturnType<typeof read> = {
    ...{ said: "", isSilent: true, blamed: undefined, scopes: [] },
  };
  const cases: readonly (readonly [string, Answer, Partial<ReturnType<typeof read>>])[] = [
    [
      "service/403",
      { status: 403, body: { message: "Closed" } },
      { said: "Closed", isSilent: false },
    ],
    ["service/403", { status: 403 }, {}],
    [
      "service/403",
      { status: 403, body: "the token" },
      { said: "the token", isSilent: false, blamed: "token" },
    ],
    [
      "service/403",
      { status: 403, body: { error: "insufficient_scope" } },
      { isSilent: false, blamed: "scope" },
    ],
    [
      "credentials/insufficientScope",
      { status: 403, challenge: SCOPE },
      { isSilent: false, blamed: "scope", scopes: ["crm.write", "risk.read"] },
    ],
    [
      "service/403",
      { status: 403, body: { message: "no", scope: "a.b" } },
      { said: "no", isSilent: false, blamed: "scope" },
    ],
    ["credentials/expired", { status: 401, challenge: SCOPE }, { isSilent: false }],
    ["service/identity", { status: 401, challenge: SCOPE }, { isSilent: false }],
  ];
  for (const [code, answer, change] of cases) {
    it(`${code} with ${JSON.stringify(answer)}`, () => {
      assert.deepEqual(read(code, answer), { ...silent, ...change });
    });
  }

  it("names no scope that is a secret", () => {
    const error = failure("service/403", { status: 403, challenge: SCOPE });
    const { scopes } = refusalOf(error, (text) => text.replace("crm.write", "[redacted]"));
    assert.deepEqual(scopes, ["risk.read"]);
  });

  it("is unknown without a status, and not silent without a body", () => {
    const none = { ...silent, isSilent: false };
    assert.deepEqual(
      refusalOf(new AppError("service", "service/403"), (text) => text),
      none,
    );
    const bare = new AppError("service", "service/403", { status: 403 });
    assert.deepEqual(
      refusalOf(bare, (text) => text),
      none,
    );
    assert.deepEqual(
      problemsOf(bare, (text) => text),
      [],
    );
  });

  it("is read of the attempt with its id and its status", () => {
    const responseHeaders = [["WWW-Authenticate", SCOPE]] as const;
    for (const [change, blamed] of [
      [{}, "scope"],
      [{ status: 401 }, undefined],
      [{ requestId: "r-2" }, undefined],
    ] as const) {
      const attempts = [anAttempt({ status: 403, requestId: "r-1", responseHeaders, ...change })];
      const details = { status: 403, requestId: "r-1", action: anAction({ attempts }) };
      assert.equal(blamedBy(new AppError("service", "service/403", details)), blamed);
    }
  });
});

describe("the problems that an answer names", () => {
  const told = (answer: Answer & { readonly type?: string }): readonly unknown[] => {
    const { status, body, type } = answer;
    const responseHeaders = type === undefined ? [] : [["Content-Type", type] as const];
    const attempts = [anAttempt({ status, requestId: "r-1", responseHeaders })];
    const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
    const details = { status, requestId: "r-1", action: anAction({ attempts }) };
    const error = new AppError("service", "service/x", {
      ...{ ...details, body: new TextEncoder().encode(text) },
    });
    return problemsOf(error, (each) => each).map(({ path, message }) => [path.join("."), message]);
  };
  const page = "<html><title>Closed today</title></html>";
  const cases: readonly (readonly [
    string,
    Parameters<typeof told>[0],
    ...(readonly unknown[])[],
  ])[] = [
    ["a field", { status: 400, body: { errors: { a: "x" } } }, ["a", "x"]],
    [
      "a field in words of the status",
      { status: 400, body: { errors: { a: "400" } } },
      ["a", "400"],
    ],
    ["a sentence", { status: 400, body: { message: "x" } }, ["", "x"]],
    ["the status", { status: 400, body: { message: "Bad Request" } }],
    ["a page", { status: 400, body: page, type: "text/html" }, ["", "Closed today"]],
    [
      "a page that said yes",
      { status: 200, body: page, type: "text/HTML; x" },
      ["", "Closed today"],
    ],
    ["a record", { status: 299, body: { errors: { a: "x" } }, type: "application/json" }],
    ["a redirect", { status: 300, body: { errors: { a: "x" } } }, ["a", "x"]],
    ["nothing", { status: 400, body: {} }],
  ];
  for (const [name, answer, ...found] of cases) {
    it(`are of ${name}`, () => {
      assert.deepEqual(told(answer), found);
    });
  }
});

describe("a refusal in the service's own words", () => {
  it("quotes them behind what happened and before the advice", () => {
    const { what, advice } = told("service/409", { status: 409, body: { message: "Locked by X" } });
    assert.equal(what, "The service answered with 409. The service says: “Locked by X”.");
    assert.equal(advice, "Ask the operator, and name the request id and trace id.");
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
    assert.equal(what, "The access token lacks a scope that this request needs (403).");
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
        /^The access token lacks a scope that this request needs \(403\): crm\.write risk\.read\./,
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
