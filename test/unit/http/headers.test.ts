import assert from "node:assert/strict";
import { blamedCredential, readChallenges } from "../../../src/core/http/challenge";
import { readRetryAfter, showableHeader } from "../../../src/core/http/headers";
import { pinOrigin, requireOrigin } from "../../../src/core/http/origin";

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
      assert.equal(blamedCredential(headers(value), "Ocp-Apim-Subscription-Key"), "either");
    }
  });
});

describe("values shown to people", () => {
  it("lose control and direction characters, and stay short", () => {
    assert.equal(showableHeader(" a\u0000\u001b[31m\r\nb\u202e\u200bc "), "a[31mbc");
    assert.equal(showableHeader("x".repeat(300)).length, 257);
  });
});

describe("origins", () => {
  const CASES: readonly (readonly [string, string])[] = [
    ["http://api.example", "refused/scheme"],
    ["http://localhost:8080", "refused/scheme"],
    ["http://127.0.0.1.evil.example", "refused/scheme"],
    ["http://[::2]", "refused/scheme"],
    ["ftp://127.0.0.1", "refused/scheme"],
    ["https://user@api.example", "refused/userInfo"],
    ["https://user:pass@api.example", "refused/userInfo"],
    ["nonsense", "refused/address"],
    ["", "refused/address"],
  ];
  for (const [root, code] of CASES) {
    it(`${root} is refused`, () => {
      assert.throws(() => pinOrigin(root), { kind: "refused", code });
    });
  }

  it("allow https, and http to loopback literals", () => {
    assert.equal(pinOrigin("https://API.example:443/x"), "https://api.example");
    assert.equal(pinOrigin("http://127.8.0.1:81/"), "http://127.8.0.1:81");
    assert.equal(pinOrigin("http://[::1]:81"), "http://[::1]:81");
    // Other spellings of the same address: the parser makes them a literal.
    assert.equal(pinOrigin("http://2130706433:81"), "http://127.0.0.1:81");
  });

  const CONFUSIONS = [
    "https://api.example.evil.test/x",
    "https://api.example@evil.test/x",
    "https://evil.test/https://api.example/",
    "https://evil.test\\@api.example/",
    "https://api.example:444/x",
    "http://127.0.0.1/x",
    "//evil.test/x",
    "https:/evil.test/x",
    "https://api.exаmple/x",
  ];
  for (const address of CONFUSIONS) {
    it(`${address} is not https://api.example`, () => {
      const pinned = pinOrigin("https://api.example");
      assert.throws(() => requireOrigin(address, { origin: pinned }), { kind: "refused" });
    });
  }
});
