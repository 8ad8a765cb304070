import assert from "node:assert/strict";
import { translateWireError } from "../../../../src/platform/http/wireErrors";

const SECRET = "Bearer canary";

function coded(code: string): Error {
  return Object.assign(new Error(SECRET), { code });
}

describe("errors of the wire, translated", () => {
  const CASES: readonly (readonly [Error | string, string])[] = [
    [coded("ECONNREFUSED"), "network/refused"],
    [new AggregateError([coded("ECONNREFUSED"), coded("ENETUNREACH")]), "network/refused"],
    [new Error("fetch failed", { cause: coded("ENOTFOUND") }), "network/nameNotFound"],
    [coded("EHOSTUNREACH"), "network/unreachable"],
    [coded("UND_ERR_CONNECT_TIMEOUT"), "network/connectTimeout"],
    [coded("UND_ERR_HEADERS_TIMEOUT"), "network/noAnswer"],
    [coded("UND_ERR_BODY_TIMEOUT"), "network/stalled"],
    [coded("UND_ERR_SOCKET"), "network/reset"],
    [coded("CERT_HAS_EXPIRED"), "network/certificate"],
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "network/certificate"],
    [coded("SELF_SIGNED_CERT_IN_CHAIN"), "network/certificate"],
    [coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "network/certificate"],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "network/certificate"],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "network/tls"],
    [coded("HPE_INVALID_CONSTANT"), "network/protocol"],
    [coded("ERR_ASSERTION"), "network/protocol"],
    [new SyntaxError(SECRET), "network/protocol"],
    [coded(SECRET), "network/failed"],
    [new Error(SECRET), "network/failed"],
    [SECRET, "network/failed"],
    [coded("EPROTO"), "network/tls"],
    // Words that only begin or end as ours do.
    ...[
      "EPROTONOSUPPORT",
      "XEPROTO",
      "MY_ERR_SSL_X",
      "X_HPE_Y",
      "ERR_ASSERTIONS",
      "X_ERR_ASSERTION",
    ].map((code) => [coded(code), "network/failed"] as const),
    ...["ECONNRESET ", " ECONNRESET", "econnreset", "E", "E".repeat(63)].map(
      (code) => [coded(code), "network/failed"] as const,
    ),
    [new Error("x", { cause: new Error("y", { cause: coded("ECONNRESET") }) }), "network/failed"],
    [new AggregateError([SECRET, undefined, coded("EPIPE")]), "network/reset"],
    [coded("UND_ERR_DESTROYED"), "canceled/disposed"],
  ];
  for (const [error, code] of CASES) {
    it(`${String(error)} ${JSON.stringify(error)} is ${code}`, () => {
      const translated = translateWireError(error, "connecting");
      assert.deepEqual([translated.code, translated.cause], [code, undefined]);
      assert.equal(JSON.stringify(translated).includes("canary"), false);
    });
  }

  it("say why by the word that the system has for it, and by no other", () => {
    const reasonOf = (error: unknown): unknown =>
      translateWireError(error, "connecting").values["reason"];
    assert.equal(reasonOf(coded("EHOSTDOWN")), "EHOSTDOWN");
    assert.equal(reasonOf(new Error("x", { cause: coded("EPIPE") })), "EPIPE");
    for (const foreign of [
      null,
      undefined,
      7,
      {},
      { code: 7 },
      { code: ["EPIPE"] },
      coded("e x"),
    ]) {
      assert.equal(reasonOf(foreign), "UNKNOWN");
    }
  });

  it("are the user's wish where the connection was given up", () => {
    const codes = ["UND_ERR_ABORTED", "UND_ERR_DESTROYED", "ECONNRESET"];
    const kinds = codes.map((code) => translateWireError(coded(code), "connecting").kind);
    assert.deepEqual(kinds, ["canceled", "canceled", "network"]);
  });

  it("say of an open connection that it was lost, whatever they are called", () => {
    for (const code of ["ECONNREFUSED", "ETIMEDOUT", "EHOSTUNREACH", "ERR_SSL_BAD_RECORD_TYPE"]) {
      assert.equal(translateWireError(coded(code), "beforeHead").code, "network/reset");
      assert.equal(translateWireError(coded(code), "inBody").code, "answer/cut");
    }
    const refused = coded("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED");
    assert.equal(translateWireError(refused, "beforeHead").code, "network/tls");
  });

  it("inside the body are a cut answer", () => {
    for (const code of ["ECONNRESET", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"]) {
      const { kind, code: found } = translateWireError(coded(code), "inBody");
      assert.deepEqual([kind, found], ["answer", "answer/cut"]);
    }
    assert.equal(translateWireError(coded("UND_ERR_BODY_TIMEOUT"), "inBody").kind, "network");
  });
});
