import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { runs } from "../../../fakes/runs";
import { createTextHmac } from "../../../../src/platform/base/hmac";

describe("the HMAC of texts", () => {
  it("is that of Node, of any text under any key, one after another", () => {
    const key = fc.uint8Array({ maxLength: 64 });
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 400 }), { maxLength: 10 });
    fc.assert(
      fc.property(key, texts, (bytes, each) => {
        const hmacOf = createTextHmac(bytes);
        for (const text of each) {
          const expected = createHmac("sha256", bytes).update(text, "utf8").digest("binary");
          assert.equal(hmacOf(text), expected);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("is that of Node at the longest text that there is room for, and beyond", () => {
    const key = Buffer.alloc(32, 7);
    const hmacOf = createTextHmac(key);
    for (const text of ["", "€".repeat(341), "€".repeat(342), "x".repeat(5_000), "short"]) {
      assert.equal(hmacOf(text), createHmac("sha256", key).update(text).digest("binary"));
    }
  });

  it("takes no key that would have to be hashed first", () => {
    assert.throws(() => createTextHmac(new Uint8Array(65)), RangeError);
  });
});
