import assert from "node:assert/strict";
import fc from "fast-check";
import { checkLanding } from "../../../../../src/features/pensions/common/compare/landing";

describe("checkLanding", () => {
  it("tells kept, changed, ignored and added fields apart, by path", () => {
    const landing = checkLanding(
      '{"provider":"Aviva","colour":"red","value":1.50,"owner":{"name":"A","age":3},"funds":[{"p":60},{"p":40}]}',
      '{"provider":"Aviva","value":1.5,"owner":{"name":"B","age":3,"id":7},"funds":[{"p":60}],"lastUpdated":"now"}',
    );
    assert.deepEqual(landing, {
      kept: ["provider", "value", "owner.age", "funds[0].p"],
      changed: [{ path: "owner.name", sent: '"A"', answered: '"B"' }],
      ignored: ["colour", "funds[1]"],
      added: ["owner.id", "lastUpdated"].toSorted(),
    });
  });

  for (const [sent, answered, same] of [
    ["1", "1.0", true],
    ["1.50", "1.5", true],
    ["150e-2", "1.5", true],
    ["1E2", "100", true],
    ["0", "-0.00", true],
    ["100", "1000", false],
    ["-1", "1", false],
    ["9007199254740993", "9007199254740992", false],
    ["1e400", "1e401", false],
    ["0.1", "0.10000000000000001", false],
  ] as const) {
    it(`numbers: ${sent} and ${answered} are ${same ? "equal" : "different"}`, () => {
      const landing = checkLanding(`{"n":${sent}}`, `{"n":${answered}}`)!;
      assert.equal(landing.kept.length, same ? 1 : 0);
      assert.equal(landing.changed.length, same ? 0 : 1);
    });
  }

  it("strings are equal however they are escaped", () => {
    assert.deepEqual(checkLanding('{"s":"\\u00e9/"}', '{"s":"é\\/"}')?.kept, ["s"]);
  });

  it("another type is a change, also of an empty container", () => {
    const landing = checkLanding('{"a":{},"b":[],"c":"1"}', '{"a":[],"b":[],"c":1}')!;
    assert.deepEqual(landing.kept, ["b"]);
    assert.deepEqual(
      landing.changed.map(({ path }) => path),
      ["a", "c"],
    );
  });

  it("strings that look like one number are two", () => {
    assert.deepEqual(checkLanding('{"s":"1"}', '{"s":"1.0"}')?.kept, []);
  });

  it("knows nothing where what was sent is no object", () => {
    assert.equal(checkLanding("[1]", "{}"), undefined);
  });

  it("knows nothing where the answer is no object", () => {
    for (const answer of ["", "null", "[]", "<html>", '"x"']) {
      assert.equal(checkLanding('{"a":1}', answer), undefined);
    }
  });

  it("whatever comes back as it was sent is kept, and nothing else is said of it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (payload) => {
        const text = JSON.stringify(payload);
        const landing = checkLanding(text, JSON.stringify(JSON.parse(text), undefined, 2))!;
        assert.deepEqual([landing.changed, landing.ignored, landing.added], [[], [], []]);
      }),
    );
  });
});
