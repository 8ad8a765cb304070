import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { createRedactor } from "../../../../src/platform/http/redaction";

describe("the time that redaction takes", () => {
  const header = Buffer.from('{"alg":"RS256","typ":"at+jwt","kid":"a-key-of-this-issuer"}');
  /** As one issuer makes them: all begin alike. */
  const tokens = Array.from({ length: 320 }, (_, count) => {
    const claims = Buffer.from(JSON.stringify({ iss: "https://identity.example", sub: count }));
    return [header, claims, hash("sha512", `${count}`)]
      .map((part) => Buffer.from(part).toString("base64url"))
      .join(".");
  });

  function remembering(count: number): ReturnType<typeof createRedactor> {
    const redactor = createRedactor();
    tokens.slice(0, count).forEach((token) => redactor.add(token));
    return redactor;
  }

  it("does not grow with what is remembered", () => {
    const text = "GET /crm/v1/clients eyJhbGciOiJSUzI1NiIsIn 200 84 ms\n".repeat(8_000);
    const [few, many] = [remembering(10), remembering(320)];
    assert.ok(
      ratio(
        () => few.redact(text),
        () => many.redact(text),
      ) < 6,
    );
  });

  it("does not grow with the length of secrets that repeat themselves, nor with their number", () => {
    const text = `${"a".repeat(20_000)}b`.repeat(4);
    const timed =
      (...lengths: readonly number[]) =>
      () => {
        const redactor = createRedactor();
        lengths.forEach((length) => redactor.add("a".repeat(length)));
        redactor.redact(text);
      };
    const many = Array.from({ length: 200 }, (_, count) => 1_000 + count);
    const limits: readonly (readonly [readonly number[], number])[] = [
      [[16_000], 20],
      [[20_001], 20],
      [many, 120],
    ];
    for (const [lengths, most] of limits) {
      assert.ok(ratio(timed(200), timed(...lengths)) < most, `${lengths.length}`);
    }
  });

  it("is the same for each secret, however many there are already", () => {
    const renew = (count: number) => () => {
      const redactor = createRedactor();
      for (const token of tokens.slice(0, count)) {
        redactor.add(token);
        redactor.redact(`attempt ${token}`);
      }
    };
    assert.ok(ratio(renew(20), renew(320)) < 16 * 4);
  });

  for (const [what, part] of [
    ["beginnings of JWTs", "-eyJabcde"],
    ["beginnings of JWTs in one word", "eyJeyJab"],
    ["parts of JWTs", "-eyJabcdef."],
    ["schemes", "Bearer "],
    ["white space", "  \t"],
    ["names", 'password"'],
    ["names and values without an end", 'password:"\\'],
    ["names and quotes", "password='\\'"],
    ["names and white space", "password    "],
    ["parameters", "?code=&state="],
    ["codes", "{code=aaaaaa"],
    ["addresses", "http://user:"],
    ["halves of a secret", "opaque-s"],
    ["secrets", "opaque-secret-"],
  ] as const) {
    it(`grows with a text of ${what} as the text does`, () => {
      const redactor = remembering(20);
      redactor.add("opaque-secret-value");
      redactor.add("opaque-secret-opaque-secret-");
      const [short, long] = [part.repeat(500), part.repeat(64_000)];
      assert.ok(
        ratio(
          () => redactor.redact(short),
          () => redactor.redact(long),
        ) <
          128 * 8,
      );
    });
  }

  /**
   * How many times longer the second takes: the best of several runs of both, side by side, in time
   * of the processor, of which others take none.
   */
  function ratio(first: () => unknown, second: () => unknown): number {
    const best = [Infinity, Infinity];
    for (let round = 0; round < 5; round++) {
      [first, second].forEach((work, index) => {
        const start = process.cpuUsage();
        work();
        const { user, system } = process.cpuUsage(start);
        const taken = Math.max(user + system, 1);
        best[index] = Math.min(best[index] ?? taken, taken);
      });
    }
    return (best[1] ?? 0) / Math.max(best[0] ?? 1, 1);
  }
});
