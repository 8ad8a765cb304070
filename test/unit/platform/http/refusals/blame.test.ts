import assert from "node:assert/strict";
import {
  type Blame,
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

  const reasons: readonly (readonly [
    answer: Row[1],
    credential: Blame["credential"],
    sureness: Blame["sureness"],
    because: Blame["because"],
  ])[] = [
    [{ status: 401, challenge: 'Bearer error="x"' }, "token", "certain", "challengeError"],
    [{ status: 403, body: "insufficient scope" }, "scope", "certain", "bodyError"],
    [{ status: 403, challenge: 'Bearer scope="x"' }, "scope", "likely", "challenge"],
    [{ status: 401, challenge: KEY }, "key", "certain", "challenge"],
    [{ status: 401, challenge: KEY, body: "token" }, "key", "certain", "challenge"],
    [{ status: 401, challenge: "Bearer" }, "token", "likely", "challenge"],
    [{ status: 401, challenge: "Bearer", body: "out of scope" }, "token", "likely", "challenge"],
    // A body is more precise than a challenge that perhaps only asks for a token.
    [{ status: 401, challenge: "Bearer", body: "api key" }, "key", "likely", "body"],
    [{ status: 401, body: "the JWT is old" }, "token", "likely", "body"],
    [{ status: 401, body: "api key or token" }, "unknown", "open", "nothing"],
    [{ status: 401, body: "tokenizer, scoped" }, "unknown", "open", "nothing"],
    [{ status: 401 }, "unknown", "open", "nothing"],
    // Codes of other schemes are their own.
    [{ status: 403, challenge: 'Digest error="insufficient_scope"' }, "unknown", "open", "nothing"],
  ];
  for (const [{ status, challenge, body }, credential, sureness, because] of reasons) {
    it(`is ${credential}, ${sureness}, by ${challenge ?? "no challenge"} and “${body ?? ""}”`, () => {
      const headers = challenge === undefined ? [] : [["WWW-Authenticate", challenge] as const];
      const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
      const blame = blameOf({ status, headers, body: bytes });
      assert.deepEqual(blame, { credential, sureness, because });
    });
  }

  it("is read in the beginning of a body", () => {
    const late = (count: number): Blame["credential"] => {
      const body = new TextEncoder().encode(`${" ".repeat(count)}token`);
      return blameOf({ status: 401, headers: [], body }).credential;
    };
    assert.deepEqual([late(16_379), late(16_380)], ["token", "unknown"]);
  });

  it("names the scopes of a body, and no more than ten", () => {
    const scopes = (body: string): readonly string[] =>
      requiredScopes({ status: 403, headers: [], body: new TextEncoder().encode(body) });
    assert.deepEqual(scopes('{"Scopes" : "a, b a,,c"}'), ["a", "b", "c"]);
    assert.deepEqual(scopes('{"scope":\n"a [link](x) b"}'), ["a", "b"]);
    assert.deepEqual(scopes("a scope"), []);
    const many = Array.from({ length: 12 }, (_none, index) => `s${index}`);
    assert.deepEqual(scopes(JSON.stringify({ scope: many.join(" ") })), many.slice(0, 10));
    assert.deepEqual(scopes(JSON.stringify({ scope: "x".repeat(100) })), ["x".repeat(100)]);
    assert.deepEqual(scopes(JSON.stringify({ scope: "x".repeat(101) })), []);
  });

  it("names the scopes of a challenge before those of a body", () => {
    const headers = [["www-authenticate", 'Bearer scope="a b"']] as const;
    const body = new TextEncoder().encode('{"scope":"c"}');
    assert.deepEqual(requiredScopes({ status: 403, headers, body }), ["a", "b"]);
  });
});
