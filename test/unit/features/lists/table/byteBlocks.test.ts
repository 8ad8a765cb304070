import assert from "node:assert/strict";
import { ByteBlocks, FIRST_BLOCK } from "../../../../../src/features/lists/common/table/byteBlocks";

describe("ByteBlocks", () => {
  it("gives all bytes in order, whatever pieces they came in", () => {
    for (const piece of [1_000, 65_536, FIRST_BLOCK, 3_000_000]) {
      const given: Uint8Array[] = [];
      const blocks = new ByteBlocks((bytes) => given.push(bytes));
      const all = Uint8Array.from({ length: 2_500_001 }, (_, index) => index % 251);
      for (let at = 0; at < all.length; at += piece) {
        const bytes = all.slice(at, at + piece);
        blocks.add(bytes);
        bytes.fill(255);
      }
      blocks.end();
      blocks.end();
      assert.ok(Buffer.concat(given).equals(all), `pieces of ${piece}`);
      assert.ok(given.length < 6, `${given.length} blocks`);
    }
  });

  it("gives a first small block as soon as it is full", () => {
    const given: number[] = [];
    const blocks = new ByteBlocks((bytes) => given.push(bytes.length));
    blocks.add(new Uint8Array(FIRST_BLOCK - 1));
    assert.deepEqual(given, []);
    blocks.add(new Uint8Array(2));
    assert.deepEqual(given, [FIRST_BLOCK]);
  });

  it("gives nothing where nothing came", () => {
    const blocks = new ByteBlocks(() => assert.fail());
    blocks.add(new Uint8Array());
    blocks.end();
  });
});
