import assert from "node:assert/strict";
import { RowPlaces } from "../../../../src/features/exports/common/cutPage";
import {
  hashRow,
  hashRows,
  isSameRows,
  KnownRows,
  type RowHashes,
  TextHashSet,
} from "../../../../src/features/lists/common/rowHashes";
import { IS_LONG } from "../../../fakes/runs";

/** Hashes of rows without ids. */
function hashesOf(rows: readonly string[]): RowHashes {
  const places = new RowPlaces();
  let from = 0;
  for (const row of rows) {
    const to = from + Buffer.byteLength(row);
    places.add({ from, to, idFrom: -1, idTo: -1 });
    from = to + 1;
  }
  return hashRows(Buffer.from(rows.map((row) => `${row}\n`).join("")), places, false);
}

function countAndAdd(known: KnownRows, hashes: RowHashes, isIdentified: boolean): number {
  const repeated = known.countRepeated(hashes, isIdentified);
  known.add(hashes, isIdentified);
  return repeated;
}

/** Of a thousand rows each. */
const PAGES = IS_LONG ? 1000 : 200;

describe("hashes of rows", () => {
  it("are all different among many rows that differ in a digit or two", () => {
    const seen = new Set<number>();
    for (let page = 0; page < PAGES; page++) {
      const rows = Array.from(
        { length: 1000 },
        (_, row) => `{"value":${String(page * 1000 + row)}.10,"name":"Holding"}`,
      );
      hashesOf(rows).rows.forEach((print) => seen.add(print));
    }
    assert.equal(seen.size, PAGES * 1000);
    for (const print of [...seen].slice(0, 1000)) {
      assert.ok(Number.isSafeInteger(print) && print > 0);
    }
  });

  it("say the same of the same bytes wherever they are, and tell lengths apart", () => {
    const bytes = Buffer.from("xx{abcdefg}yyy{abcdefg}");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    assert.equal(hashRow(view, 2, 11, 1), hashRow(view, 14, 23, 1));
    assert.notEqual(hashRow(view, 2, 11, 1), hashRow(view, 14, 23, 2));
    const zeros = new DataView(new ArrayBuffer(16));
    const prints = Array.from({ length: 16 }, (_, length) => hashRow(zeros, 0, length, 1));
    assert.equal(new Set(prints).size, 16);
  });

  it("know rows of earlier pages again, not those of their own page", () => {
    const known = new KnownRows();
    assert.equal(countAndAdd(known, hashesOf(["1", "2", "2"]), true), 0);
    assert.equal(countAndAdd(known, hashesOf(["3", "2", "1", "4"]), true), 2);
    assert.equal(countAndAdd(known, hashesOf([]), true), 0);
    assert.equal(known.watchedRows, undefined);
  });

  it("take equal rows without an id for others, unless a whole page comes again", () => {
    const known = new KnownRows();
    const pages: readonly (readonly [rows: readonly string[], repeated: number])[] = [
      [["1", "2", "3"], 0],
      [["3", "2", "4"], 0],
      [["5"], 0],
      [["1", "2", "3"], 3],
      [["5"], 0],
      [[], 0],
      [[], 0],
    ];
    for (const [rows, repeated] of pages) {
      assert.equal(countAndAdd(known, hashesOf(rows), false), repeated, rows.join());
    }
  });

  it("take ids of rows for nothing where rows are said to have none", () => {
    const known = new KnownRows();
    const withIds = (rows: readonly string[], ...ids: readonly number[]): RowHashes => ({
      ...{ rows: hashesOf(rows).rows, ids: Float64Array.from(ids) },
    });
    assert.equal(countAndAdd(known, withIds(["1", "2"], 11, 12), false), 0);
    assert.equal(countAndAdd(known, withIds(["3", "4"], 12, 13), false), 0);
  });

  it("watch so many rows and no more, and go on to know those", () => {
    const known = new KnownRows({ limit: 5000 });
    const page = (from: number): RowHashes =>
      hashesOf(Array.from({ length: 1000 }, (_, row) => String(from + row)));
    for (let from = 0; from < 7000; from += 1000) {
      assert.equal(countAndAdd(known, page(from), true), 0);
    }
    assert.equal(known.watchedRows, 5000);
    assert.equal(countAndAdd(known, page(4500), true), 500);
    assert.equal(countAndAdd(known, page(0), true), 1000);
  });

  it("tell a page that repeats another; empty ones say nothing", () => {
    assert.ok(isSameRows(hashesOf(["1", "2"]), hashesOf(["1", "2"])));
    assert.ok(!isSameRows(hashesOf(["1", "2"]), hashesOf(["2", "1"])));
    assert.ok(!isSameRows(hashesOf(["1", "2"]), hashesOf(["1"])));
    assert.ok(!isSameRows(hashesOf([]), hashesOf([])));
    assert.ok(!isSameRows(undefined, hashesOf(["1"])));
  });

  it("count no rows of a page that is asked for again, where pages are kept", () => {
    const known = new KnownRows({ limit: 6, keepsPages: true });
    known.add(hashesOf(["1", "2", "3"]), true, 1);
    known.add(hashesOf(["3", "4", "5"]), true, 2);
    assert.equal(known.countRepeated(hashesOf(["1", "2", "3"]), true, 1), 0);
    assert.equal(known.countRepeated(hashesOf(["3", "4", "5"]), true, 2), 1);
    assert.equal(known.countRepeated(hashesOf(["5", "6"]), true, 3), 1);
    known.add(hashesOf(["1", "2", "3"]), true, 1);
    assert.equal(known.watchedRows, undefined);
    known.add(hashesOf(["6"]), true, 3);
    assert.equal(known.watchedRows, 6);
  });
});

describe("a set of texts by their hashes", () => {
  it("knows what was added, each once, past every growth", () => {
    const set = new TextHashSet();
    const texts = Array.from({ length: 5000 }, (_, index) => `client ${index}`);
    assert.ok(texts.every((text) => set.add(text)));
    assert.ok(texts.every((text) => set.has(text) && !set.add(text)));
    assert.equal(set.size, texts.length);
    assert.equal(set.has("client 5000"), false);
  });
});
