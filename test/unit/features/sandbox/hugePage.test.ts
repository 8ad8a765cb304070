import assert from "node:assert/strict";
import { hugePage } from "../../../../src/features/sandbox/server/faults/hugePage";
import { inTurns } from "../../../../src/features/sandbox/server/inTurns";

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

describe("a huge page of the sandbox", () => {
  for (const bytes of [1, 300, 1000, 1_000_000, 5_000_000]) {
    it(`of ${bytes} bytes is one row longer at most, JSON, of ordinary holdings`, () => {
      const text = Buffer.concat([...hugePage(bytes)]).toString("utf8");
      const { items } = JSON.parse(text) as Page;
      assert.ok(Buffer.byteLength(text) >= bytes);
      assert.ok(Buffer.byteLength(text) < bytes + 500);
      assert.equal(new Set(items.map(({ holdingId }) => holdingId)).size, items.length);
      assert.equal(items.at(-1)?.["holdingId"], `HLD-${String(items.length).padStart(7, "0")}`);
      for (const row of items.slice(-1000)) {
        assert.ok(Object.keys(row).length >= 9 && String(row["fund"]).length < 60);
        assert.equal(typeof row["value"], "number");
      }
    });
  }

  it("is made while it is sent: its beginning costs no more however long it is", () => {
    const pieces = hugePage(Number.MAX_SAFE_INTEGER);
    const beginning = Array.from({ length: 20 }, () => {
      const { done, value } = pieces.next();
      return done === true ? 0 : value.length;
    });
    assert.ok(Math.max(...beginning) < 500_000);
    assert.ok(beginning.every((length) => length > 0));
  });

  it("lets others have their turn between two pieces, however fast it is read", async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) {
        setImmediate(count);
      }
    };
    setImmediate(count);
    let pieces = 0;
    for await (const piece of inTurns(hugePage(10_000_000)) as AsyncIterable<Buffer>) {
      pieces += piece.length > 0 ? 1 : 0;
    }
    isOver = true;
    assert.ok(pieces > 30 && turns >= pieces - 1, `${turns} turns, ${pieces} pieces`);
  });
});
