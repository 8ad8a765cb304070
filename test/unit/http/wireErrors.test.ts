import assert from "node:assert/strict";
import { translateWireError } from "../../../src/core/http/wireErrors";

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
    [coded("UND_ERR_DESTROYED"), "canceled/disposed"],
  ];
  for (const [error, code] of CASES) {
    it(`${String(error)} ${JSON.stringify(error)} is ${code}`, () => {
      const translated = translateWireError(error, "connecting");
      assert.deepEqual([translated.code, translated.cause], [code, undefined]);
      assert.equal(JSON.stringify(translated).includes("canary"), false);
    });
  }

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
