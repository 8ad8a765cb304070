import assert from "node:assert/strict";
import {
  blamedCredential,
  hasBearerChallenge,
  KEY_HEADER,
  readChallenges,
} from "../../../../src/platform/http/challenge";
import {
  findHeader,
  findHeaders,
  readRetryAfter,
  showableHeader,
} from "../../../../src/platform/http/headers";

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0);

describe("Retry-After", () => {
  const CASES: readonly (readonly [readonly string[], number | undefined])[] = [
    [["0"], 0],
    [["1"], 1],
    [["3600"], 3600],
    [["Mon, 05 Jan 2026 09:00:30 GMT"], 30],
    [["Mon, 05 Jan 2026 08:00:00 GMT"], 0],
    [["-1"], undefined],
    [["abc"], undefined],
    [["1e9"], undefined],
    [["1.5"], undefined],
    [["99999999999999999999"], undefined],
    [["86401"], 86_401],
    [["2147483647"], 2_147_483_647],
    [["2147483648"], undefined],
    [["Monday, 05-Jan-26 09:00:30 GMT"], 30],
    [["Mon Jan  5 09:00:30 2026"], 30],
    [["Mon, 05 Jan 2026 09:00:30 CET"], undefined],
    [["Mon, 55 Jan 2026 09:00:30 GMT"], undefined],
    [["Sat, 01 Jan 2095 09:00:30 GMT"], undefined],
    [["x Mon, 05 Jan 2026 09:00:30 GMT"], undefined],
    [["Mon, 05 Jan 2026 09:00:30 GMT x"], undefined],
    [["Mon Jan 15 09:00:30 2026 x"], undefined],
    [[" 7 "], 7],
    [[" 7", "7 "], 7],
    [["5", "5"], 5],
    [["5", "9"], undefined],
    [[""], undefined],
    [[], undefined],
  ];
  for (const [values, seconds] of CASES) {
    it(`${JSON.stringify(values)} is ${String(seconds)}`, () => {
      const headers = values.map((value) => ["Retry-After", value] as const);
      assert.equal(readRetryAfter(headers, NOW), seconds);
    });
  }

  const AT_NOON = "Mon, 05 Jan 2026 12:00:05 GMT";
  const DATES: readonly (readonly [string, readonly string[], string, number | undefined])[] = [
    ["a clock that is behind", ["Mon, 05 Jan 2026 12:00:00 GMT"], AT_NOON, 5],
    [
      "a clock that is ahead",
      ["Mon, 05 Jan 2026 08:00:00 GMT"],
      "Mon, 05 Jan 2026 08:00:05 GMT",
      5,
    ],
    ["a date before the answer", ["Mon, 05 Jan 2026 12:01:00 GMT"], AT_NOON, 0],
    ["seconds", ["Mon, 05 Jan 2026 12:00:00 GMT"], "5", 5],
    ["a Date that is none", ["noon"], AT_NOON, 10_805],
    [
      "two Dates",
      ["Mon, 05 Jan 2026 12:00:00 GMT", "Mon, 05 Jan 2026 12:00:01 GMT"],
      AT_NOON,
      10_805,
    ],
    [
      "a Date of long ago",
      ["Thu, 01 Jan 1970 00:00:00 GMT"],
      "Sat, 01 Jan 2095 00:00:00 GMT",
      undefined,
    ],
  ];
  for (const [name, dates, value, seconds] of DATES) {
    it(`is counted from the answer's own Date: ${name}`, () => {
      const headers = dates.map((date) => ["Date", date] as const);
      assert.equal(readRetryAfter([...headers, ["Retry-After", value]], NOW), seconds);
    });
  }
});

describe("challenges", () => {
  const headers = (...values: string[]): [string, string][] =>
    values.map((value) => ["WWW-Authenticate", value]);

  it("are read from one header or several, quoted or not", () => {
    const read = readChallenges(
      headers('Bearer realm="a, b", error=invalid_token', 'Basic, Key name="x\\"y"'),
    );
    assert.deepEqual(
      read.map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]),
      [
        ["bearer", { realm: "a, b", error: "invalid_token" }],
        ["basic", {}],
        ["key", { name: 'x"y' }],
      ],
    );
  });

  it("are found behind an opaque one, and behind empty elements (RFC 9110, 5.6.1, 11.2)", () => {
    for (const lead of [",, ", "Negotiate, ", "Negotiate YII==, ", "NTLM a/b+c= ,", "Basic YQ,"]) {
      const found = readChallenges(headers(`${lead}Bearer error="invalid_token"`)).at(-1);
      assert.deepEqual(
        [found?.scheme, found?.parameters.get("error")],
        ["bearer", "invalid_token"],
        lead,
      );
    }
  });

  it("that are rubbish blame nobody, however long", () => {
    for (const value of ["", ",,,", "=", '"', "Bear\u0000er", "a=b", `x "${"\\".repeat(9_999)}`]) {
      assert.equal(blamedCredential(headers(value), KEY_HEADER), "either");
    }
  });

  const BEARER = "Bearer realm=a";
  const KEY = `Key name="${KEY_HEADER.toUpperCase()}"`;
  const BLAMES: readonly (readonly [readonly string[], string])[] = [
    [[], "either"],
    [["Basic realm=a"], "either"],
    [[BEARER], "token"],
    [['Bearer error="invalid_token"'], "token"],
    [[KEY], "key"],
    [[`Basic realm=a, ${KEY}`], "key"],
    [["Key name=X-Other-Key"], "either"],
    [[`name="${KEY_HEADER}"`], "either"],
    [[`Bearer name="${KEY_HEADER}"`], "token"],
    [[BEARER, KEY], "either"],
    [[KEY, 'Bearer error="invalid_token"'], "token"],
    // Nobody reads on for ever.
    [[`Basic realm="${"x".repeat(4_100)}", ${KEY}`], "either"],
    [[`${" ".repeat(3_900)}${KEY}`], "key"],
  ];
  for (const [values, blamed] of BLAMES) {
    it(`${JSON.stringify(values).slice(0, 80)} blame: ${blamed}`, () => {
      assert.equal(blamedCredential(headers(...values), KEY_HEADER), blamed);
      const isBearer = values.some((value) => value.startsWith("Bearer"));
      assert.equal(hasBearerChallenge(headers(...values)), isBearer);
    });
  }
});

describe("headers", () => {
  it("are found whatever their case, the first or all of them", () => {
    const list = [
      ["X-One", "1"],
      ["x-two", "2"],
      ["X-TWO", "3"],
      ["x-twos", "4"],
    ] as const;
    assert.deepEqual([findHeader(list, "x-one"), findHeader(list, "x-two")], ["1", "2"]);
    assert.deepEqual(findHeaders(list, "x-two"), ["2", "3"]);
    assert.deepEqual([findHeader(list, "x-six"), findHeaders(list, "x-six")], [undefined, []]);
  });
});

describe("values shown to people", () => {
  it("lose control and direction characters, and stay short", () => {
    assert.equal(showableHeader(" a\u0000\u001b[31m\r\nb\u202e\u200bc "), "a[31mbc");
    assert.equal(showableHeader(" \t\u00e9 \t"), "\u00e9");
    assert.equal(showableHeader("a b  "), "a b");
    assert.equal(showableHeader("x".repeat(256)), "x".repeat(256));
    assert.equal(showableHeader("x".repeat(300)), `${"x".repeat(256)}…`);
  });
});
