import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { CollectedBody, NO_BODY } from "../../../../src/platform/http/body";

/** Around the sizes at which pieces get a block of their own, and hashing begins early. */
const SIZES = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 16_000, max: 17_000 }),
  fc.integer({ min: 60_000, max: 140_000 }),
  fc.constant(1_048_576),
);

describe("a collected body", () => {
  it("is what came, and so is its hash, in whatever pieces", () => {
    fc.assert(
      fc.property(fc.array(SIZES, { maxLength: 30 }), (sizes) => {
        const pieces = sizes.map((size, index) => Buffer.alloc(size, `${index},`));
        const body = new CollectedBody();
        pieces.forEach((piece) => body.add(piece));
        const whole = Buffer.concat(pieces);
        assert.equal(body.byteLength, whole.byteLength);
        assert.equal(body.sha256, createHash("sha256").update(whole).digest("hex"));
        assert.ok(whole.equals(body.bytes));
        assert.equal(body.bytes, body.bytes);
      }),
      { numRuns: 30 },
    );
  });

  it("is whole when more small pieces come than a block holds", () => {
    const body = new CollectedBody();
    const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(999, `${index},`));
    pieces.forEach((piece) => body.add(piece));
    assert.ok(Buffer.concat(pieces).equals(body.bytes));
  });

  it("takes little more room than its bytes, however small its pieces", () => {
    const before = process.memoryUsage().arrayBuffers;
    const body = new CollectedBody();
    for (let count = 0; count < 2_000; count++) {
      body.add(Buffer.from("[1]"));
    }
    const taken = process.memoryUsage().arrayBuffers - before;
    assert.ok(taken < 4 * 1_048_576, `${taken} bytes`);
    assert.equal(body.bytes.byteLength, 6_000);
  });

  it("is not copied when it came in one piece", () => {
    const bytes = Buffer.from("[]");
    const body = new CollectedBody();
    body.add(bytes);
    assert.equal(body.bytes, bytes);
  });

  it("may be empty", () => {
    assert.deepEqual([NO_BODY.byteLength, NO_BODY.bytes.byteLength], [0, 0]);
    assert.equal(NO_BODY.sha256, new CollectedBody().sha256);
  });
});
