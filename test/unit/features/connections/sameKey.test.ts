import assert from "node:assert/strict";
import { sameKeyLabels } from "../../../../src/platform/base/sameKey";

const holder = (
  id: string,
  keyFingerprint: string | undefined,
): Parameters<typeof sameKeyLabels>[0][number] => ({
  ...{ id, label: `Label of ${id}`, environment: "production", keyFingerprint },
});

describe("the same key under two labels", () => {
  const all = [holder("a", "9f3a1c"), holder("b", "0a1b2c"), holder("c", "9f3a1c")];
  const keyless = [holder("d", undefined), holder("e", undefined)];
  const found = (id: string): readonly string[] =>
    sameKeyLabels([...all, ...keyless], id).map((other) => other.id);

  it("names the others that have it, in order, and not itself", () => {
    assert.deepEqual(["a", "b", "c"].map(found), [["c"], [], ["a"]]);
    assert.deepEqual(
      sameKeyLabels([...all, holder("f", "9f3a1c")], "c").map(({ label }) => label),
      ["Label of a", "Label of f"],
    );
  });

  it("is none where no key is known, or the connection is gone", () => {
    assert.deepEqual(["d", "gone"].map(found), [[], []]);
  });
});
