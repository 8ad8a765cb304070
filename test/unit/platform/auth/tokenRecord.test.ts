import assert from "node:assert/strict";
import {
  bindingOf,
  isBoundTo,
  isForSameToken,
  sameBinding,
} from "../../../../src/platform/auth/binding";
import {
  consentEndOf,
  readConsentClaim,
  toldConsentEnd,
} from "../../../../src/platform/auth/consentEnd";
import {
  decodeTokenRecord,
  isSameRecord,
  trimIdentity,
  withConsentEnd,
  type TokenRecord,
} from "../../../../src/platform/auth/tokenRecord";
import type { Connection } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";

const SECRETS = { subscriptionKey: "key-0001", clientSecret: "secret" };
const PARAMETERS = [
  ["audience", "planning"],
  ["tenant", "acme"],
] as const;
const CONNECTION = aConnection({
  ...{ accessModel: "delegation", consentEndClaim: "until", tokenParameters: PARAMETERS },
});
const RECORD: TokenRecord = {
  ...{ version: 3, binding: bindingOf(CONNECTION, SECRETS), accessToken: "t-1" },
  ...{
    obtainedAt: 1_000,
    signedInAt: 500,
    expiresAt: 2_000,
    scopes: ["crm.read"],
    refreshToken: "r 1",
  },
  identity: { issuer: "https://i.example", subject: "alex", claims: { sub: "alex", n: 1 } },
  ...{ enteredConsentEnd: 5_000, unansweredAt: 1_500 },
  toldConsentEnd: { name: "refresh_expires_in", at: 9_000 },
};

describe("an end of the consent that a token answer tells", () => {
  const NOW = Date.UTC(2026, 0, 5);
  const at = NOW + 3_600_000;
  const ROWS: readonly (readonly [answer: object, told: object | undefined])[] = [
    [{ consent_expires_at: at / 1000 }, { name: "consent_expires_at", at }],
    [{ consent_expires_at: String(at / 1000) }, { name: "consent_expires_at", at }],
    [{ consent_expires_at: "2026-01-05T01:00:00Z" }, { name: "consent_expires_at", at }],
    [{ refresh_expires_in: 3600 }, { name: "refresh_expires_in", at }],
    [{ refresh_token_expires_in: "3600" }, { name: "refresh_token_expires_in", at }],
    [
      { refresh_expires_in: 60, consent_expires_in: 3600 },
      { name: "consent_expires_in", at },
    ],
    [
      { consent_expires_at: at / 1000 + 9, until: at / 1000 },
      { name: "until", at },
    ],
    // Keycloak's "never", what is over, and what is no time.
    [{ refresh_expires_in: 0 }, undefined],
    [{ consent_expires_at: 1 }, undefined],
    [{ consent_expires_at: NOW / 1000 }, undefined],
    [{ consent_expires_at: "soon" }, undefined],
    [{ refresh_expires_in: 1e308 }, undefined],
    [{ refresh_expires_in: -5 }, undefined],
    [{ expires_in: 3600 }, undefined],
  ];
  for (const [answer, told] of ROWS) {
    it(JSON.stringify(answer), () => {
      assert.deepEqual(toldConsentEnd(answer as Record<string, unknown>, CONNECTION, NOW), told);
    });
  }

  it("is no business of other access models", () => {
    for (const accessModel of ["serviceAccount", "userPresent"] as const) {
      const connection = { ...CONNECTION, accessModel };
      assert.equal(toldConsentEnd({ refresh_expires_in: 60 }, connection, NOW), undefined);
    }
  });
});

describe("a stored token", () => {
  it("is read as it was written", () => {
    assert.deepEqual(decodeTokenRecord(JSON.stringify(RECORD)), RECORD);
  });

  it("is the same as far as anybody can see", () => {
    assert.equal(isSameRecord(RECORD, { ...RECORD }), true);
    assert.equal(isSameRecord(undefined, undefined), true);
    const others: readonly (Partial<TokenRecord> | undefined)[] = [
      { accessToken: "t-2" },
      { obtainedAt: 1_001 },
      { expiresAt: 2_001 },
      { enteredConsentEnd: 5_001 },
    ];
    for (const change of others) {
      assert.equal(isSameRecord(RECORD, { ...RECORD, ...change }), false);
    }
    assert.deepEqual(
      [isSameRecord(RECORD, undefined), isSameRecord(undefined, RECORD)],
      [false, false],
    );
  });

  for (const [name, value] of [
    ["issuer", undefined],
    ["subject", 7],
    ["claims", "all"],
  ] as const) {
    it(`is used without who signed in, where that has no ${name}`, () => {
      const { identity, ...others } = RECORD;
      const text = JSON.stringify({ ...RECORD, identity: { ...identity, [name]: value } });
      assert.deepEqual(decodeTokenRecord(text), others);
    });
  }

  for (const version of [1, 2]) {
    it(`of version ${version} is not used: it tells not all that it was issued for`, () => {
      const { authUrl, ...others } = RECORD.binding;
      const binding = { ...others, authOrigin: new URL(authUrl).origin };
      const old = JSON.stringify({ ...RECORD, version, binding });
      assert.equal(decodeTokenRecord(old), undefined);
      assert.equal(decodeTokenRecord(JSON.stringify({ ...RECORD, version })), undefined);
    });
  }

  const BROKEN: readonly (readonly [string, unknown])[] = [
    ["version", 4],
    ["version", "3"],
    ["accessToken", "a b"],
    ["obtainedAt", -1],
    ["expiresAt", "soon"],
    ["enteredConsentEnd", null],
    ["unansweredAt", "x"],
    ["scopes", "crm.read"],
    ["scopes", ["crm.read", 5]],
    ["binding", null],
    ["binding", [RECORD.binding]],
    ["binding", { ...RECORD.binding, scopes: [5] }],
    ["binding", { ...RECORD.binding, basePath: 5 }],
    ["binding", { ...RECORD.binding, tokenParameters: [["audience", 5]] }],
    ["accessToken", 5],
    ["obtainedAt", "1000"],
    ["binding", { ...RECORD.binding, accessModel: "other" }],
    ["binding", { ...RECORD.binding, authUrl: undefined }],
    ["binding", { ...RECORD.binding, tokenParameters: undefined }],
    ["binding", { ...RECORD.binding, tokenParameters: [["audience"]] }],
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
    const untold = [{ name: 5, at: 9_000 }, { name: "x", at: "soon" }, { at: 1 }, [], null];
    for (const toldConsentEnd of untold) {
      const other = decodeTokenRecord(
        JSON.stringify({ ...RECORD, refreshToken: 5, toldConsentEnd }),
      );
      assert.deepEqual([other?.refreshToken, other?.toldConsentEnd], [undefined, undefined]);
    }
  });

  const DECIDING: readonly Partial<Connection>[] = [
    { authUrl: `${CONNECTION.authUrl}/other-tenant` },
    { authUrl: "https://elsewhere.example" },
    { baseUrl: "https://elsewhere.example" },
    { baseUrl: `${CONNECTION.baseUrl}/other-tenant` },
    { clientId: "other" },
    { accessModel: "userPresent" },
    { scopes: [...CONNECTION.scopes].reverse() },
    { tokenParameters: [["audience", "other"]] },
    { tokenParameters: [...PARAMETERS].reverse() },
  ];
  for (const change of DECIDING) {
    it(`is bound to ${Object.keys(change).join()} (${JSON.stringify(change)})`, () => {
      const changed = { ...CONNECTION, ...change };
      assert.equal(sameBinding(RECORD.binding, bindingOf(changed, SECRETS)), false);
      assert.equal(isBoundTo(changed, RECORD.binding), false);
      assert.equal(isForSameToken(CONNECTION, changed), false);
    });
  }

  it("is bound to nothing that leads to the same token, and read back it is the same", () => {
    const changed: Connection = {
      ...{ ...CONNECTION, label: "Other", clientAuthentication: "basic", proofKey: "off" },
      ...{ callbackUrl: "https://app.example/other", responseType: "code id_token" },
      ...{ authUrl: `${CONNECTION.authUrl}/`, prefixes: { crm: "", finances: "", profiling: "" } },
    };
    const read = decodeTokenRecord(JSON.stringify(RECORD));
    assert.equal(sameBinding(read!.binding, bindingOf(changed, SECRETS)), true);
    assert.equal(isBoundTo(changed, read!.binding), true);
    assert.equal(isForSameToken(CONNECTION, changed), true);
    const { basePath, ...older } = read!.binding;
    assert.equal(basePath, "");
    assert.equal(isBoundTo(changed, older), true);
    const otherKey = { ...SECRETS, subscriptionKey: "key-0002" };
    assert.equal(sameBinding(read!.binding, bindingOf(changed, otherKey)), false);
  });

  it("keeps the small claims, and the one that is asked for, up to 8 KB", () => {
    const claims = { groups: "g".repeat(20_000), until: "u".repeat(5_000), sub: "alex", a: 1 };
    const kept = trimIdentity({ issuer: "i", subject: "alex", claims }, "until").claims;
    assert.deepEqual(Object.keys(kept), ["until", "sub", "a"]);
    const two = { groups: "g".repeat(4_000), until: "u".repeat(5_000) };
    for (const first of ["until", "groups"]) {
      const { claims: left } = trimIdentity({ issuer: "i", subject: "alex", claims: two }, first);
      assert.deepEqual(Object.keys(left), [first]);
    }
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
