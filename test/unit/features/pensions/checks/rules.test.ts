import assert from "node:assert/strict";
import type { RuleId } from "../../../../../src/features/pensions/common/checks/findings";
import { definitionWith } from "./definitions";
import { fixed, said } from "./support";

const UUID = "8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11";
const DIGITS = UUID.replaceAll("-", "");

/** Texts with what the rule says of each. */
function table(rule: RuleId, cases: readonly (readonly [string, ...string[]])[]): void {
  for (const [text, ...expected] of cases) {
    it(`${text}: ${expected.length === 0 ? "nothing" : expected.join(", ")}`, () =>
      assert.deepEqual(said(rule, text), expected));
  }
}

function mends(rule: RuleId, cases: readonly (readonly [string, ...string[]])[]): void {
  for (const [text, ...expected] of cases) {
    const title = expected.length === 0 ? "does not mend" : "mends";
    it(`${title} ${text}`, () => assert.deepEqual(fixed(rule, text), expected));
  }
}

describe("the check of UUIDs", () => {
  table("uuid", [
    [`{"clientId":"${UUID}"}`],
    [`{"clientId":"${UUID.toUpperCase()}"}`],
    [`{"clientId":null,"a":{"clientId":7}}`],
    [`{"pensionId":"PEN-1","planId":"x"}`],
    [`{"clientId":"C-1"}`, 'uuid "C-1"'],
    [`{"a":[{"clientId":""}]}`, 'uuid ""'],
    [`{"client\\u0049d":"\\u0043"}`, 'uuid "\\u0043"'],
  ]);
  mends("uuid", [
    [`{"clientId": "${DIGITS}"}`, `{"clientId": "${UUID}"}`],
    [`{"clientId": " {${UUID}}\\n"}`, `{"clientId": "${UUID}"}`],
    [`{"clientId": "urn:uuid:${UUID}"}`, `{"clientId": "${UUID}"}`],
    [`{"clientId": "${DIGITS.toUpperCase()}"}`, `{"clientId": "${UUID.toUpperCase()}"}`],
    [`{"clientId": "${DIGITS}0"}`],
    [`{"clientId": "${UUID.replace("8", "g")}"}`],
    [`{"clientId": "${UUID.padStart(64)}"}`, `{"clientId": "${UUID}"}`],
    [`{"clientId": "${UUID.padStart(65)}"}`],
    [`{"clientId": "xurn:uuid:${UUID}"}`],
    [`{"clientId": "${UUID.replace("-", " urn:uuid:")}"}`],
  ]);

  it("goes by the format in the definition, wherever that stands", () => {
    const definition = definitionWith(
      { properties: { owners: { type: "array", items: { $ref: "#/components/schemas/Id" } } } },
      { Id: { anyOf: [{ allOf: [{ format: "uuid" }] }, { type: "null" }] } },
    );
    assert.deepEqual(said("uuid", '{"owners":["x", null]}', definition), ['uuid "x"']);
    const either = definitionWith({
      properties: { owner: { oneOf: [{ format: "uuid" }, { type: "string" }] } },
    });
    assert.deepEqual(said("uuid", '{"owner":"x"}', either), []);
  });
});

describe("the check of dates", () => {
  table("date", [
    ['{"startedOn":"2024-02-29","lastUpdated":"2024-02-29T10:00:00.5+01:00"}'],
    ['{"startedOn":null,"valuedOn":20240203}'],
    ['{"startedOn":"2024-02-30"}', 'dateMissing "2024-02-30"'],
    ['{"startedOn":"2023-02-29"}', 'dateMissing "2023-02-29"'],
    ['{"startedOn":"1900-02-29"}', 'dateMissing "1900-02-29"'],
    ['{"startedOn":"2024-13-01"}', 'dateMissing "2024-13-01"'],
    ['{"startedOn":"2024-00-10"}', 'dateMissing "2024-00-10"'],
    ['{"startedOn":"soon"}', 'date "soon"'],
    ['{"startedOn":""}', 'date ""'],
    ['{"startedOn":"2024-2-3"}', 'dateNotation "2024-2-3"'],
    ['{"startedOn":"03/02/2024"}', 'dateTwoWays "03/02/2024"'],
    ['{"startedOn":"31/02/2024"}', 'dateMissing "31/02/2024"'],
    ['{"startedOn":"2024-02-03T09:00:00Z"}', 'date "2024-02-03T09:00:00Z"'],
    ['{"lastUpdated":"2024-02-03"}', 'dateTime "2024-02-03"'],
    ['{"lastUpdated":"2024-02-03T24:00:00Z"}', 'dateTime "2024-02-03T24:00:00Z"'],
    ['{"lastUpdated":"2024-02-03T10:00:00"}', 'dateTime "2024-02-03T10:00:00"'],
    ['{"lastUpdated":"2024-02-30T10:00:00Z"}', 'dateMissing "2024-02-30T10:00:00Z"'],
    // What only its name makes a date.
    ['{"reviewDate":"2024-02-30"}', 'dateMissing "2024-02-30"'],
    ['{"dateOfBirth":"1.2.1970"}', 'dateTwoWays "1.2.1970"'],
    ['{"paidOn":["2024-2-3"]}', 'dateNotation "2024-2-3"'],
    ['{"paidOn":"2024-02-30T10:00:00"}', 'dateMissing "2024-02-30T10:00:00"'],
    ['{"paidOn":"2024-02-30T10:00:00.12345678"}', 'dateMissing "2024-02-30T10:00:00.12345678"'],
    ['{"paidOn":"2024-02-03T10:00:00","date":"soon","dateOfBirth":"","dueDate":"20240230"}'],
    ['{"dueDate":" 20240230 "}'],
    ['{"notes":"2024-02-30","reason":"2024-02-30","addOn":1,"update":"1/2/2024"}'],
  ]);
  mends("date", [
    ['{"startedOn":"2024-2-3"}', '{"startedOn":"2024-02-03"}'],
    ['{"startedOn":" 2024-02-03 "}', '{"startedOn":"2024-02-03"}'],
    ['{"startedOn":"2024/02/03"}', '{"startedOn":"2024-02-03"}'],
    ['{"startedOn":"20240203"}', '{"startedOn":"2024-02-03"}'],
    ['{"startedOn":"23.02.2024"}', '{"startedOn":"2024-02-23"}'],
    ['{"startedOn":"02/23/2024"}', '{"startedOn":"2024-02-23"}'],
    ['{"startedOn":"02/02/2024"}', '{"startedOn":"2024-02-02"}'],
    ['{"startedOn":"2024-02-03T00:00:00Z"}', '{"startedOn":"2024-02-03"}'],
    ['{"lastUpdated":"2024-02-03T10:00:00Z "}', '{"lastUpdated":"2024-02-03T10:00:00Z"}'],
    ['{"startedOn":"2024-02-03T00:00:00+01:00"}'],
    ['{"startedOn":"03/02/2024"}'],
    ['{"startedOn":"2024-02-30"}'],
    ['{"startedOn":"2024-2/3"}'],
  ]);
});

describe("the check of the order of dates", () => {
  table("dateOrder", [
    ['{"startedOn":"2024-01-01","valuedOn":"2024-01-01"}'],
    [
      '{"startedOn":"2024-01-02","valuedOn":"2024-01-01"}',
      'dateOrder valuedOn startedOn "2024-01-01"',
    ],
    [
      '{"valuedOn":"2024-01-01","startedOn":"2024-01-02"}',
      'dateOrder valuedOn startedOn "2024-01-01"',
    ],
    ['{"from":"2024-01-02","to":"2024-01-01"}', 'dateOrder to from "2024-01-01"'],
    [
      '{"periodStart":"2024-01-02","periodEnd":"2024-01-01"}',
      'dateOrder periodEnd periodStart "2024-01-01"',
    ],
    ['{"planStartDate":"2024-01-02","fundEndDate":"2024-01-01"}'],
    [
      '{"dateOfBirth":"1970-01-02","startedOn":"1970-01-01"}',
      'dateOrder startedOn dateOfBirth "1970-01-01"',
    ],
    // The moment counts, not how it is written.
    ['{"from":"2024-01-01T01:00:00+02:00","to":"2023-12-31T23:30:00Z"}'],
    [
      '{"from":"2024-01-01T01:00:00Z","to":"2024-01-01T01:30:00+02:00"}',
      'dateOrder to from "2024-01-01T01:30:00+02:00"',
    ],
    ['{"from":"2024-01-01T10:00:00Z","to":"2024-01-01"}'],
    ['{"from":"2024-01-02T10:00:00Z","to":"2024-01-01"}', 'dateOrder to from "2024-01-01"'],
    // The last of two counts; what is no date has no order; objects do not look at one another.
    ['{"from":"2024-01-02","to":"2024-01-01","to":"2024-01-03"}'],
    ['{"from":"2024-01-02","to":"2024-01-01","to":null}'],
    ['{"from":"2024-02-30","to":"2024-01-01"}'],
    ['{"from":"2024-01-02","a":{"to":"2024-01-01"}}'],
    ['{"from":"London","to":"Berlin","start":5,"end":1}'],
    ['{"from":"2024-01-01T00:00:00Z","to":"2024-01-01T01:00:00+01:00"}'],
    ['{"other":"2024-01-02","end":"2024-01-01"}'],
  ]);
});

describe("the check of percentages", () => {
  const list = (...shares: readonly string[]): string =>
    `{"funds":[${shares.map((share) => `{"percentage":${share}}`).join()}]}`;
  table("percentages", [
    [list("100")],
    [list("33.33", "33.33", "33.34")],
    [list("0.1", "99.9")],
    [list("1e2")],
    [list("60.10", "39.90")],
    [list("0.1", "0.2", "0.7")],
    [list("1")],
    [list("60", "30"), "percentages percentage 90 ["],
    [list("33.3", "33.3", "33.3"), "percentages percentage 99.9 ["],
    [list("100.0000000000000000001"), "percentages percentage 100.0000000000000000001 ["],
    [list("150", "-50")],
    [list("2", "-1"), "percentages percentage 1 ["],
    [list("0.5", "0.4"), "fractions percentage 0.9 ["],
    [list("1e5000"), "percentages percentage … ["],
    [list("0", "0"), "fractions percentage 0 ["],
    [list("-0.5", "0.5"), "percentages percentage 0 ["],
    [list("60.25", "30.25"), "percentages percentage 90.5 ["],
    [list("60.050", "30.050"), "percentages percentage 90.1 ["],
    [list("60.50", "29.50"), "percentages percentage 90 ["],
    [list("60", "20"), "percentages percentage 80 ["],
    [list(`2.${"1".repeat(38)}`), `percentages percentage 2.${"1".repeat(38)} [`],
    [list(`2.${"1".repeat(39)}`), `percentages percentage 2.${"1".repeat(38)}… [`],
    // What cannot be added is not judged.
    ['{"funds":[]}'],
    ['{"funds":[{"percentage":60},{"percentage":null}]}'],
    ['{"funds":[{"percentage":60},{"name":"x"}]}'],
    ['{"funds":[{"percentage":60},40]}'],
    ['{"funds":[40,{"percentage":60}]}'],
    ['{"percentage":60}'],
    ['{"a":[{"units":60}]}'],
    ['[{"Weight":10,"share":100}]', "percentages Weight 10 ["],
    ['{"a":[{"share":1,"share":100}]}'],
  ]);
});

describe("the check of currencies", () => {
  table("currency", [
    ['{"currency":"GBP","a":[{"currencyCode":"XXX"},{"currency":"DEM"},{"currency":null}]}'],
    ['{"currencyName":"Pound","tokenCurrencyId":"x"}'],
    ['[{"currency":"SLE"},{"currency":"XAD"},{"currency":"XCG"},{"currency":"ZWG"}]'],
    ['{"currency":"ABC"}', 'currency "ABC"'],
    ['{"CurrencyCode":""}', 'currency ""'],
    ['{"currency":"DEMX"}', 'currency "DEMX"'],
    ['{"currency":"XDEM"}', 'currency "XDEM"'],
  ]);
  mends("currency", [
    ['{"currency":" gbp"}', '{"currency":"GBP"}'],
    ['{"currency":"Eur"}', '{"currency":"EUR"}'],
    ['{"currency":"GBX"}'],
    ['{"currency":"£"}'],
    [`{"currency":"${"gbp".padStart(64)}"}`, '{"currency":"GBP"}'],
    [`{"currency":"${"gbp".padStart(65)}"}`],
  ]);

  it("leaves what the service sets itself to it", () => {
    const definition = definitionWith({ properties: { currency: { readOnly: true } } });
    assert.deepEqual(said("currency", '{"currency":"gbp"}', definition), []);
  });
});

describe("the check of numbers", () => {
  table("number", [
    ["[0, 1.10, 1e2, 0.1, -5.25, 1E+2, 9007199254740992, 18733.19, 1e21, 5e-324]"],
    ["[123456789012345680000, 0.30000000000000004, 1.0000000000000000000]"],
    ["[12345678901234567890]", "number 12345678901234567000 12345678901234567890"],
    ["[9007199254740993]", "number 9007199254740992 9007199254740993"],
    ["[0.1000000000000000055]", "number 0.1 0.1000000000000000055"],
    ["[-0]", "number 0 -0"],
    ["[-0.00]", "number 0 -0.00"],
    ["[1e400]", "numberTooLarge 1e400"],
    ["[-1e400]", "numberTooLarge -1e400"],
    ["[1e-400]", "number 0 1e-400"],
    ['["12345678901234567890"]'],
  ]);

  it("reads numbers of a million digits", () => {
    assert.equal(
      said("number", `[${"9".repeat(1_000_000)}, 0.${"3".repeat(1_000_000)}]`).length,
      2,
    );
  });
});

describe("the check of duplicate fields", () => {
  table("duplicateField", [
    ['{"a":1,"b":{"a":1}}'],
    ['{"a":1,"a":2}', 'duplicateField a "a"'],
    ['{"a":1,"\\u0061":2}', 'duplicateField a "a"'],
    ['{"a":1,"a":2,"b":1,"a":3}', 'duplicateField a "a"', 'duplicateField a "a"'],
    ['{"__proto__":1,"__proto__":2}', 'duplicateField __proto__ "__proto__"'],
  ]);
  mends("duplicateField", [
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"b":1,\n "a":[1,2],\n "a":2}', '{"b":1,\n "a":2}'],
  ]);
});

describe("the check of secrets", () => {
  const key = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
  const token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl";
  const text = (name: string, value: string): string => JSON.stringify({ [name]: value });
  const found: readonly (readonly [string, string, string])[] = [
    ["notes", key, "subscriptionKey"],
    ["notes", `the key is ${key.toUpperCase()}, keep it`, "subscriptionKey"],
    ["planNumber", token, "token"],
    ["notes", `sent with Bearer ${"aB3".repeat(8)}`, "token"],
    ["clientId", token, "token"],
    ["notes", "-----BEGIN PRIVATE KEY-----\nMII", "privateKey"],
    ["password", "q8Zt4/+pLw0xYv7sKd2N", "password"],
    ["client_secret", "q8Zt4_-pLw0xYv7sKd2N~", "password"],
    ["apiKey", "q8Zt4/+pLw0xYv7sKd2N==", "password"],
    ["apiKey", "q8Zt4/+pLw0xYv7sKd2N".repeat(1000).slice(0, 16_384), "password"],
    // 3.5 bits per character.
    ["password", "abcdefgh".repeat(2) + "WXYZ".repeat(4), "password"],
    ["notes", "a1b2c3".repeat(6).slice(0, 32), "subscriptionKey"],
  ];
  for (const [name, value, kind] of found) {
    it(`takes ${JSON.stringify(value).slice(0, 30)} in ${name} for a secret`, () =>
      assert.deepEqual(said("secret", text(name, value)), [`${kind} ${JSON.stringify(value)}`]));
  }
  const passed: readonly (readonly [string, string])[] = [
    ["clientId", DIGITS],
    ["contentHash", key],
    ["planNumber", UUID],
    ["notes", "1".repeat(32)],
    ["notes", "12345678901234567890123456789012"],
    ["notes", `${key}0`],
    ["notes", "Bearer of the policy"],
    ["notes", "q8Zt4/+pLw0xYv7sKd2N"],
    ["password", "hunter2"],
    ["password", "q8Zt4/+pLw0xYv7sKd2"],
    ["password", "q8Zt4/+pLw0xYv7sKd2N".repeat(1000).slice(0, 16_385)],
    ["notes", "abcdef".repeat(6).slice(0, 32)],
    ["notes", "a1b2c".repeat(7).slice(0, 32)],
    ["secret", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
    ["token", "what people write has spaces in it"],
  ];
  for (const [name, value] of passed) {
    it(`passes ${JSON.stringify(value).slice(0, 40)} in ${name}`, () =>
      assert.deepEqual(said("secret", text(name, value)), []));
  }

  it("says of a name what it looks like", () => {
    assert.deepEqual(said("secret", `{"${key}":1}`), [`subscriptionKey "${key}"`]);
  });

  it("looks at names, too, and no rule repeats what looks like a secret", () => {
    for (const rule of ["secret", "unknownField", "duplicateField"] as const) {
      const findings = said(rule, `{"${key}":1,"${key}":2}`);
      assert.ok(findings.length > 0);
      for (const finding of findings) {
        // Once: the source that it is about.
        assert.equal(finding.split(key).length, 2, finding);
      }
    }
  });

  it("takes 32 digits that the definition calls a UUID for one", () => {
    const definition = definitionWith({ properties: { owner: { format: "uuid" } } });
    assert.deepEqual(said("secret", text("owner", key), definition), []);
    assert.equal(said("secret", text("other", key), definition).length, 1);
  });
});
