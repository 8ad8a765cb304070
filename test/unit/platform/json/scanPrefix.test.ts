import assert from "node:assert/strict";
import fc from "fast-check";
import { ENTRY_WIDTH } from "../../../../src/platform/json/entries";
import { offsetAt, sourceAt, typeAt } from "../../../../src/platform/json/entryReading";
import { beginScan, scanJson, scanPrefix } from "../../../../src/platform/json/scan";
import { runs } from "../../../fakes/runs";

describe("scanPrefix", () => {
  it("gives of every beginning what the whole text has there", () => {
    const indent = fc.constantFrom(undefined, 1);
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), indent, (json, space) => {
        const text = JSON.stringify(JSON.parse(json), undefined, space);
        const whole = scanJson(text);
        for (let cut = 0; cut <= text.length; cut++) {
          const prefix = scanPrefix(text.slice(0, cut));
          assert.ok(prefix, text.slice(0, cut));
          const { entries, open } = prefix;
          const page = { text: text.slice(0, cut), entries };
          for (let entry = 0; entry < entries.length / ENTRY_WIDTH; entry++) {
            assert.equal(offsetAt(entries, entry), offsetAt(whole, entry));
            assert.equal(typeAt(entries, entry), typeAt(whole, entry));
            if (!open.includes(entry)) {
              const source = sourceAt({ text, entries: whole }, entry);
              assert.equal(sourceAt(page, entry), source, `cut at ${cut} of ${text}`);
            }
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it("has everything that ended well before the cut", () => {
    const text = '{"total":12,"items":[{"id":1},{"id":2},{"id"';
    const prefix = scanPrefix(text);
    assert.ok(prefix);
    const { entries, open } = prefix;
    const sources = open.map((entry) => sourceAt({ text, entries }, entry));
    assert.deepEqual(sources, [text, text.slice(20), '{"id"']);
    // Root, two names with their values, two rows with a name and a value, the row that is cut.
    assert.equal(entries.length / ENTRY_WIDTH, 1 + 4 + 2 * 3 + 1);
  });

  it("does not take a number that may go on, nor a text that is cut in a character", () => {
    for (const [text, count] of [
      ["[1,12", 2],
      ["[1,12 ", 3],
      ['[1,"\\u00', 2],
      ["[1,tru", 2],
      ["[1,-", 2],
      ['{"a":', 1],
      ['{"a"', 1],
      ['{"a', 1],
      ["", 0],
    ] as const) {
      assert.equal((scanPrefix(text)?.entries.length ?? -1) / ENTRY_WIDTH, count, text);
    }
  });

  it("tells what cannot be the beginning of JSON", () => {
    for (const text of ["<html>", "[1,]", '{"a" 1', "[1 2", '["\\x"]', "{}{", "[".repeat(600)]) {
      // What touches the end might have gone on there.
      assert.equal(scanPrefix(`${text} `), undefined, text);
    }
  });
});

describe("a scan in pieces", () => {
  it("ends with what the scan in one go gives, after more than one piece", () => {
    const text = JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id })));
    const scan = beginScan(text);
    let pieces = 1;
    while (!scan.advance()) {
      pieces++;
    }
    assert.ok(pieces > 1);
    assert.deepEqual(scan.finish(), scanJson(text));
  });
});
