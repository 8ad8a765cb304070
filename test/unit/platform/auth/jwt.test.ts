import assert from "node:assert/strict";
import { decodeJwt } from "../../../../src/platform/auth/jwt";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEADER = part({ alg: "RS256", typ: "at+jwt" });

describe("decoding a JWT", () => {
  it("reads header and claims of a signed one, whatever its signature", () => {
    assert.deepEqual(decodeJwt(`${HEADER}.${part({ sub: "Zoë", exp: 1 })}.no-signature`), {
      header: { alg: "RS256", typ: "at+jwt" },
      claims: { sub: "Zoë", exp: 1 },
    });
  });

  for (const [what, token] of [
    ["an opaque token", "kX0e6d4nKFp1hXc9"],
    ["an opaque token with dots", "a.b.c"],
    ["nothing", ""],
    ["two parts", `${HEADER}.${part({})}`],
    ["an encrypted one, which has five", `${HEADER}.a.b.c.d`],
    ["a header that is no object", `${part([])}.${part({})}.s`],
    ["a header without an algorithm", `${part({ typ: "JWT" })}.${part({})}.s`],
    ["claims that are no object", `${HEADER}.${part("text")}.s`],
    ["claims that are no JSON", `${HEADER}.${Buffer.from("{").toString("base64url")}.s`],
    ["one too long for a header", `${HEADER}.${part({ a: "x".repeat(70_000) })}.s`],
  ] as const) {
    it(`reads nothing of ${what}`, () => {
      assert.equal(decodeJwt(token), undefined);
    });
  }
});
