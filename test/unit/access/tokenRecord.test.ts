import assert from "node:assert/strict";
import { bindingOf, sameBinding } from "../../../src/core/access/binding";
import { consentEndOf, readConsentClaim } from "../../../src/core/access/consentEnd";
import {
  decodeTokenRecord,
  trimIdentity,
  withConsentEnd,
  type TokenRecord,
} from "../../../src/core/access/tokenRecord";
import { aConnection } from "../../fakes/connection";

const SECRETS = { subscriptionKey: "key-0001", clientSecret: "secret" };
const CONNECTION = aConnection({ accessModel: "delegation", consentEndClaim: "until" });
const RECORD: TokenRecord = {
  ...{ version: 2, binding: bindingOf(CONNECTION, SECRETS), accessToken: "t-1" },
  ...{ obtainedAt: 1_000, expiresAt: 2_000, scopes: ["crm.read"], refreshToken: "r 1" },
  identity: { issuer: "https://i.example", subject: "alex", claims: { sub: "alex", n: 1 } },
  ...{ enteredConsentEnd: 5_000, unansweredAt: 1_500 },
};

describe("a stored token", () => {
  it("is read as it was written", () => {
    assert.deepEqual(decodeTokenRecord(JSON.stringify(RECORD)), RECORD);
  });

  it("of version 1 is still read, as a service account's", () => {
    const { authOrigin, baseOrigin, clientId, scopes: requested, keyHash } = RECORD.binding;
    const binding = { authOrigin, baseOrigin, clientId, scopes: requested, keyHash };
    const { accessToken, obtainedAt, scopes } = RECORD;
    const old = { version: 1, binding, accessToken, obtainedAt, expiresAt: 2_000, scopes };
    const read = decodeTokenRecord(JSON.stringify(old));
    const model = { ...binding, accessModel: "serviceAccount" };
    assert.deepEqual(read, { ...old, version: 2, binding: model });
  });

  const BROKEN: readonly (readonly [string, unknown])[] = [
    ["version", 3],
    ["version", "2"],
    ["accessToken", "a b"],
    ["obtainedAt", -1],
    ["expiresAt", "soon"],
    ["enteredConsentEnd", null],
    ["unansweredAt", "x"],
    ["scopes", "crm.read"],
    ["binding", { ...RECORD.binding, accessModel: "other" }],
  ];
  for (const [name, value] of BROKEN) {
    it(`is not used when its ${name} is ${JSON.stringify(value)}`, () => {
      const text = JSON.stringify({ ...RECORD, [name]: value });
      assert.equal(decodeTokenRecord(text), undefined);
    });
  }

  it("goes without what renews and names it when that cannot be read", () => {
    const text = JSON.stringify({ ...RECORD, refreshToken: "a\nb", identity: { issuer: 1 } });
    const read = decodeTokenRecord(text);
    assert.deepEqual([read?.refreshToken, read?.identity], [undefined, undefined]);
  });

  it("is bound to the access model too", () => {
    const other = bindingOf({ ...CONNECTION, accessModel: "userPresent" }, SECRETS);
    assert.equal(sameBinding(RECORD.binding, { ...RECORD.binding }), true);
    assert.equal(sameBinding(RECORD.binding, other), false);
  });

  it("keeps the small claims, and the one that is asked for, up to 8 KB", () => {
    const claims = { groups: "g".repeat(20_000), until: "u".repeat(5_000), sub: "alex", a: 1 };
    const kept = trimIdentity({ issuer: "i", subject: "alex", claims }, "until").claims;
    assert.deepEqual(Object.keys(kept), ["until", "sub", "a"]);
    const many = Object.fromEntries(
      Array.from({ length: 2_000 }, (_none, index) => [`c${index}`, index]),
    );
    const few = trimIdentity({ issuer: "i", subject: "alex", claims: many }, "").claims;
    assert.ok(JSON.stringify(few).length < 9_000 && Object.keys(few).length > 300);
  });
});

describe("the end of a consent", () => {
  const CLAIMS: readonly (readonly [unknown, number | undefined])[] = [
    [1_800_000_000, 1_800_000_000_000],
    ["2027-03-01T10:00:00Z", Date.UTC(2027, 2, 1, 10)],
    ["2027-03-01T10:00:00.5+02:00", Date.UTC(2027, 2, 1, 8, 0, 0, 500)],
    ["2027-03-01T10:00", Date.UTC(2027, 2, 1, 10)],
    ["2027-03-01", Date.UTC(2027, 2, 2)],
    ["2027-13-01", undefined],
    ["1 March 2027", undefined],
    ["1800000000", undefined],
    [1_800_000_000_000, undefined],
    [0, undefined],
    [-5, undefined],
    [NaN, undefined],
    ["", undefined],
    [null, undefined],
    [[1_800_000_000], undefined],
    [undefined, undefined],
  ];
  for (const [claim, end] of CLAIMS) {
    it(`${JSON.stringify(claim)} is ${end === undefined ? "unknown" : new Date(end).toISOString()}`, () => {
      assert.equal(readConsentClaim(claim), end);
    });
  }

  it("is what the user entered, else what the claim says, for delegations only", () => {
    const claims = { until: 1_800_000_000 };
    const named: TokenRecord = { ...RECORD, identity: { issuer: "i", subject: "s", claims } };
    assert.equal(consentEndOf(named, CONNECTION), 5_000);
    assert.equal(consentEndOf(withConsentEnd(named, undefined), CONNECTION), 1_800_000_000_000);
    const without = withConsentEnd(RECORD, undefined);
    for (const consentEndClaim of ["until", "", "toString"]) {
      assert.equal(consentEndOf(without, { ...CONNECTION, consentEndClaim }), undefined);
    }
    assert.equal(consentEndOf(named, { ...CONNECTION, accessModel: "userPresent" }), undefined);
  });
});
