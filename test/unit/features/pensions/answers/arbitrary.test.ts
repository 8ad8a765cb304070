import assert from "node:assert/strict";
import fc from "fast-check";
import { locateProblems } from "../../../../../src/features/pensions/common/answers/problemPlaces";
import { readBodyProblems } from "../../../../../src/platform/http/refusals/problems";
import { runs } from "../../../../fakes/runs";

const PAYLOAD = `{
  "contributions": [{ "payer": "member", "amount": "12" }],
  "a/b": { "m~n": 1 },
  "a": [1, 2]
}
`;

function bytes(body: unknown): Uint8Array {
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}

describe("what a service answers, of any kind,", () => {
  it("is read without an error, and stays bounded", () => {
    const names = fc.constantFrom(
      ...["errors", "field", "message", "details", "modelState", "loc", "pointer", "source"],
      ...["__proto__", "constructor", "invalid-params", "", "[", "a[0].b", "path", "status"],
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: "medium" },
        fc.string(),
        fc.integer(),
        fc.constantFrom(null, "/a/0", "$.a", "a must be b", "line 2, column 3"),
        fc.array(tie("value")),
        fc.dictionary(names, tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, fc.string(), (body, text) => {
        for (const problems of [readBodyProblems(bytes(body)), readBodyProblems(bytes(text))]) {
          assert.ok(problems.length <= 100);
          assert.ok(problems.every(({ message }) => message !== "" && message.length <= 500));
          for (const place of locateProblems(PAYLOAD, problems)) {
            assert.ok(place === undefined || place.offset + place.length <= PAYLOAD.length);
          }
        }
      }),
      { numRuns: runs(2000) },
    );
    fc.assert(fc.property(fc.uint8Array(), (raw) => readBodyProblems(raw).length <= 100));
    for (const depth of [1000, 100_000]) {
      assert.ok(readBodyProblems(bytes('{"errors":'.repeat(depth))).length <= 100);
      assert.ok(readBodyProblems(bytes("[".repeat(depth) + "]".repeat(depth))).length <= 100);
    }
  });
});
