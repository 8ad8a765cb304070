import assert from "node:assert/strict";
import fc from "fast-check";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { runs } from "../../../fakes/runs";

const SECRETS = [
  "0f5c2a9e7b134d68a1c3e5f708192a3b",
  's3cret+/=&with signs "quoted" \\ and %41',
  "pä55wörd-ключ",
];

/** The forms in which a secret can turn up in text. */
const FORMS: readonly (readonly [string, (secret: string) => string])[] = [
  ["plain", (secret) => secret],
  ["URL-encoded", (secret) => encodeURIComponent(secret)],
  ["URL-encoded, small", (secret) => encodeURIComponent(secret).replace(/%../g, lower)],
  ["form-encoded", (secret) => new URLSearchParams({ x: secret }).toString().slice(2)],
  ["JSON", (secret) => JSON.stringify(secret)],
  ["JSON in JSON", (secret) => JSON.stringify(JSON.stringify({ key: secret }))],
  ["base64", (secret) => Buffer.from(secret).toString("base64")],
  ["base64url", (secret) => Buffer.from(secret).toString("base64url")],
  ["hex", (secret) => Buffer.from(secret).toString("hex")],
  ["Basic", (secret) => `Basic ${Buffer.from(`client:${secret}`).toString("base64")}`],
  ["base64 inside", (secret) => Buffer.from(`ab:${secret}:cd`).toString("base64")],
];

describe("redaction of exact values", () => {
  for (const [name, encode] of FORMS) {
    it(`takes out every secret as ${name}`, () => {
      const redactor = createRedactor();
      SECRETS.forEach((secret) => redactor.add(secret));
      for (const secret of SECRETS) {
        const clean = redactor.redact(`before ${encode(secret)} after ${encode(secret)}.`);
        assert.equal(contains(clean, secret, encode), false, clean);
        assert.match(clean, /^before .*\[redacted\].* after .*\[redacted\]/);
      }
    });
  }

  it("leaves what a challenge says of the refusal (RFC 6750, section 3)", () => {
    const redactor = createRedactor();
    const redact = (text: string): string => redactor.redact(text);
    for (const challenge of [
      'www-authenticate: Bearer error="invalid_token"',
      'Bearer realm="sandbox", error="insufficient_scope", scope="crm.read"',
      'Bearer scope=crm.read, Basic realm="x"',
      'Bearer error_description="expired", error_uri="https://x.example"',
    ]) {
      assert.equal(redact(challenge), challenge);
    }
    assert.equal(redact('{"a":"Bearer abcdef="}'), '{"a":"Bearer [redacted]"}');
    assert.equal(redact("Bearer errors=1"), "Bearer [redacted]");
  });

  it("remembers the newest of very many, and not all", () => {
    const redactor = createRedactor();
    const secretOf = (count: number): string => `opaque-${count}-value`;
    for (let count = 0; count < 2_000; count++) {
      redactor.add(secretOf(count));
    }
    assert.equal(redactor.redact(secretOf(1_999)), "[redacted]");
    assert.equal(redactor.redact(secretOf(0)), secretOf(0));
  });

  it("leaves text alone that holds none", () => {
    const redactor = createRedactor();
    redactor.add(SECRETS[0] ?? "");
    redactor.add("abc");
    // Too short to be a secret, whatever it is written as.
    redactor.add("abcde");
    assert.equal(redactor.redact(Buffer.from("abcde").toString("hex")), "6162636465");
    const text = 'GET /crm/v1/clients?pageSize=25 200 84 ms requestId=7c1e-b2 {"abc":1}';
    assert.equal(redactor.redact(text), text);
  });

  it("leaves what only ends or begins as a secret does", () => {
    const redactor = createRedactor();
    redactor.add("secret-abcdef");
    for (const text of ["public-abcdef", "abcdef", "-abcdef", "secret-abcde", "secret-abcdeg"]) {
      assert.equal(redactor.redact(text), text);
    }
    assert.equal(redactor.redact("xsecret-abcdefx"), "x[redacted]x");
  });

  it("takes out all of a secret inside base64, wherever in a group of three it begins", () => {
    const secret = "0f5c2a9e7b134d68a1c3e5f7";
    const redactor = createRedactor();
    redactor.add(secret);
    for (const [before, after] of [
      ["", ""],
      ["abc", "xyz"],
      ["a", "xyz"],
      ["ab", "xyz"],
    ] as const) {
      const text = Buffer.from(`${before}${secret}${after}`).toString("base64");
      const clean = redactor.redact(text);
      const [lead = "", rest = ""] = clean.split("[redacted]");
      assert.notEqual(clean, text);
      // What shares a group of four with its surroundings remains, and no more of it.
      assert.ok(lead.length <= 4 && rest.length <= 8, clean);
      assert.equal(lead, before.length === 0 ? "" : text.slice(0, 4));
    }
    assert.equal(redactor.redact(Buffer.from(secret).toString("base64")), "[redacted]");
  });

  it("takes out no more than the secret of a text of JSON", () => {
    const redactor = createRedactor();
    redactor.add('pass"word\\1');
    const text = JSON.stringify({ a: 'x pass"word\\1 y', b: 'pass"word\\1' });
    assert.equal(redactor.redact(text), '{"a":"x [redacted] y","b":"[redacted]"}');
  });

  it("takes out what overlaps as one, and what is inside another with it", () => {
    const redactor = createRedactor();
    ["secret-one-secret", "one-secret-two", "secret"].forEach((value) => redactor.add(value));
    assert.equal(redactor.redact("a secret-one-secret-two b"), "a [redacted] b");
    assert.equal(redactor.redact("secretsecret-one-secretary"), "[redacted][redacted]ary");
  });

  it("leaves none of many secrets that share their characters", () => {
    const secret = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 6, maxLength: 12 });
    const property = fc.property(fc.array(secret), fc.array(secret), (values, others) => {
      const redactor = createRedactor();
      values.forEach((value) => redactor.add(value));
      const clean = redactor.redact([...others, ...values, ...others].join("-"));
      return values.every((value) => !clean.includes(value));
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("holds for any secret in any surroundings", () => {
    const secret = fc.string({ minLength: 8, maxLength: 60 }).filter((text) => text.trim() !== "");
    const property = fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
      const redactor = createRedactor();
      redactor.add(value);
      const clean = redactor.redact(`${before}${value}${after}`);
      return !clean.includes(value) || `${before}${after}[redacted]`.includes(value);
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});

describe("redaction of what looks like a secret", () => {
  const CANARY = "canary5f2e9b71c0";
  const LINES = [
    `Authorization: Bearer ${CANARY}`,
    `authorization=bearer ${CANARY}`,
    `{"access_token":"${CANARY}","token_type":"Bearer"}`,
    `{'refresh_token': '${CANARY}'}`,
    `grant_type=client_credentials&client_secret=${CANARY}&scope=x`,
    `https://app.example/callback?code=${CANARY}&state=${CANARY}`,
    `vscode://x.y/callback#code=${CANARY}&id_token=${CANARY}`,
    `code=${CANARY}`,
    `Ocp-Apim-Subscription-Key: ${CANARY}`,
    `"ocp-apim-subscription-key": "${CANARY}"`,
    `subscription-key=${CANARY}`,
    `clientSecret: '${CANARY}'`,
    `https://user:${CANARY}@proxy.example:8080/`,
    `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4${CANARY}.c2lnbmF0dXJl`,
  ];
  for (const line of LINES) {
    it(line, () => {
      const clean = createRedactor().redact(line);
      assert.equal(clean.includes(CANARY), false, clean);
      assert.match(clean, /\[redacted\]/);
    });
  }

  it("finds each JWT of a text, with one part behind it or two", () => {
    const jwt = "eyJabcdefg.eyJhij_k";
    const text = `-${jwt}.-l.m eyJ-${jwt}, a.${jwt}. (${jwt})${jwt}.x.${jwt}`;
    const clean = "-[redacted].m [redacted], a.[redacted] ([redacted])[redacted].[redacted]";
    assert.equal(createRedactor().redact(text), clean);
    const before = /\beyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g;
    const part = fc.constantFrom("eyJ", "eyJabcdef", ".", "-", "_", " ", "a", "é", "bcdefgh");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const made = parts.join("");
        assert.equal(createRedactor().redact(made), made.replace(before, "[redacted]"));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("takes a JWT for one from eight characters on", () => {
    const text = "a-eyJabcde.f a-eyJabcd.ef";
    assert.equal(createRedactor().redact(text), "a-[redacted] a-eyJabcd.ef");
  });

  it("keeps codes of errors and ordinary words", () => {
    const text =
      "x_eyJabcdefg.h eyJabc.d a-long-word-eyJabcd.efghij eyJabcdefg..h 1.2.3 code=network/refused failure=answer/cut status code: 200, the bearer";
    assert.equal(createRedactor().redact(text), text);
  });
});

function lower(text: string): string {
  return text.toLowerCase();
}

/** With Basic and inner base64 the surroundings remain; the secret's own bytes must not. */
function contains(clean: string, secret: string, encode: (secret: string) => string): boolean {
  const inner = Buffer.from(secret).toString("base64").slice(4, -6);
  return clean.includes(secret) || clean.includes(encode(secret)) || clean.includes(inner);
}
