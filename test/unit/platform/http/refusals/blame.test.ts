import assert from "node:assert/strict";
import {
  requiredScopes,
  blameOf,
  lacksScope,
} from "../../../../../src/platform/http/refusals/blame";

const KEY = 'ApiKey name="Ocp-Apim-Subscription-Key"';

type Row = readonly [
  name: string,
  answer: { readonly status: number; readonly challenge?: string; readonly body?: string },
  blame: string,
  lacks: boolean,
];

const ROWS: readonly Row[] = [
  ["the code", { status: 403, challenge: 'Bearer error="insufficient_scope"' }, "scope", true],
  [
    "the code, and 401",
    { status: 401, challenge: "Bearer error=insufficient_scope" },
    "scope",
    true,
  ],
  // Section 3 of RFC 6750: no error code where no token was found, whatever scope is named.
  ["a scope without a code", { status: 401, challenge: 'Bearer scope="x"' }, "token", false],
  [
    "a scope without a code, and 403",
    { status: 403, challenge: 'Bearer scope="x"' },
    "scope",
    true,
  ],
  [
    "another code",
    { status: 403, challenge: 'Bearer error="invalid_token", scope="x"' },
    "token",
    false,
  ],
  ["no code and no scope", { status: 403, challenge: "Bearer" }, "token", false],
  ["the word in the body", { status: 403, body: '{"error":"insufficient_scope"}' }, "scope", true],
  [
    "the word in the body beside a bare challenge",
    { status: 401, challenge: "Bearer", body: '{"error":"insufficient_scope"}' },
    "scope",
    true,
  ],
  [
    "the word in the body beside words on the key",
    { status: 403, body: "insufficient_scope for this subscription key" },
    "scope",
    true,
  ],
  ["a body that only speaks of scopes", { status: 403, body: "out of scope" }, "scope", false],
  ["a body on the key", { status: 403, body: "invalid subscription key" }, "key", false],
  [
    "a scope beside the key",
    { status: 401, challenge: `Bearer scope="x", ${KEY}` },
    "unknown",
    false,
  ],
];

describe("what a refusal blames", () => {
  for (const [name, { status, challenge, body }, blame, lacks] of ROWS) {
    it(`is ${blame} by ${name}`, () => {
      const headers = challenge === undefined ? [] : [["WWW-Authenticate", challenge] as const];
      const answer = { status, headers, body: new TextEncoder().encode(body ?? "") };
      assert.deepEqual([blameOf(answer).credential, lacksScope(answer)], [blame, lacks]);
      // One decides for both: a scope that is asked for is one that is blamed.
      assert.ok(!lacksScope(answer) || blameOf(answer).credential === "scope");
    });
  }

  it("names the scopes of a challenge before those of a body", () => {
    const headers = [["www-authenticate", 'Bearer scope="a b"']] as const;
    const body = new TextEncoder().encode('{"scope":"c"}');
    assert.deepEqual(requiredScopes({ status: 403, headers, body }), ["a", "b"]);
  });
});
