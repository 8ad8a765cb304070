import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  failedCheck,
  refusedFrontToken,
  requireAccessTokenHash,
  requireSameSubject,
  requireValidTimes,
} from "../../../../src/platform/auth/idTokenChecks";
import { isAppError } from "../../../../src/platform/base/errors";

const NOW = Date.UTC(2026, 0, 5);
const TOKEN = "an-access-token";

function idToken(claims: Readonly<Record<string, unknown>>, alg = "RS256"): string {
  const parts = [{ alg }, claims].map((part) => Buffer.from(JSON.stringify(part)));
  return [...parts.map((part) => part.toString("base64url")), "signature"].join(".");
}

function halfOf(algorithm: string): string {
  const digest = createHash(algorithm).update(TOKEN).digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

/** What is wrong with it; "nothing" where it is taken. */
function reasonOf(check: () => void): unknown {
  try {
    check();
    return "nothing";
  } catch (error) {
    return isAppError(error) && error.code === "answer/identity" ? error.values["reason"] : error;
  }
}

/** The right time, and one that is none, as a text. */
function wordOf(seconds: "0" | undefined): string {
  return seconds === undefined ? "monday" : String(NOW / 1000);
}

describe("an ID token", () => {
  for (const [seconds, reason] of [
    [-300, "nothing"],
    [-301, "iat"],
    [0, "nothing"],
    [3_600, "nothing"],
    [3_601, "iat"],
    [undefined, "iat"],
    ["0", "iat"],
  ] as const) {
    it(`that is ${String(seconds)} s old: ${reason}`, () => {
      const iat = typeof seconds === "number" ? NOW / 1000 - seconds : wordOf(seconds);
      assert.equal(
        reasonOf(() => requireValidTimes(idToken({ iat }), NOW)),
        reason,
      );
    });
  }

  it("without a signature is refused, and so is what is none", () => {
    assert.equal(
      reasonOf(() => requireValidTimes(idToken({ iat: NOW / 1000 }, "none"), NOW)),
      "alg",
    );
    for (const text of ["", "a.b.c", `${Buffer.from("[]").toString("base64url")}.e30.x`]) {
      assert.equal(
        reasonOf(() => requireValidTimes(text, NOW)),
        "unreadable",
      );
    }
  });

  for (const [alg, algorithm] of [
    ["RS256", "sha256"],
    ["ES384", "sha384"],
    ["PS512", "sha512"],
    ["EdDSA", "sha512"],
    ["Ed25519", "sha512"],
  ] as const) {
    it(`of ${alg} names the access token by half of its ${algorithm}`, () => {
      const check = (hash: unknown): unknown =>
        reasonOf(() => requireAccessTokenHash(idToken({ at_hash: hash }, alg), TOKEN));
      assert.equal(check(halfOf(algorithm)), "nothing");
      const other = algorithm === "sha256" ? "sha512" : "sha256";
      assert.deepEqual([check(halfOf(other)), check(""), check(null)], Array(3).fill("at_hash"));
    });
  }

  it("names no access token where it says nothing of one, or in a way nobody knows", () => {
    assert.equal(
      reasonOf(() => requireAccessTokenHash(idToken({}), TOKEN)),
      "nothing",
    );
    const strange = idToken({ at_hash: halfOf("sha256") }, "RS1");
    assert.equal(
      reasonOf(() => requireAccessTokenHash(strange, TOKEN)),
      "at_hash",
    );
  });

  it("failed no check where openid-client did not say so", () => {
    const cause = new Error("JWT signature verification failed");
    assert.equal(failedCheck(new Error("another error", { cause })), undefined);
    const refusedBy = refusedFrontToken(new Error("another error", { cause }));
    assert.deepEqual(refusedBy.values, { reason: "unknown", from: "browser" });
  });

  it("is about the same person as another, or refused", () => {
    const check = (one: unknown, other: unknown): unknown =>
      reasonOf(() => requireSameSubject(idToken({ sub: one }), idToken({ sub: other })));
    assert.equal(check("alex", "alex"), "nothing");
    assert.deepEqual(
      [check("alex", "sam"), check("alex", undefined), check(undefined, undefined), check(1, 1)],
      Array(4).fill("sub"),
    );
  });
});
