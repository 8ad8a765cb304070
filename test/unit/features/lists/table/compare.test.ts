import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import type { RowTable, RowTables } from "../../../../../src/features/lists/common/table/rowTables";
import type {
  CompareAnswer,
  ComparedKind,
} from "../../../../../src/features/lists/messages/listComparison";
import { runs } from "../../../../fakes/runs";
import { load, openTables } from "./support/tables";

interface Sides {
  readonly left: RowTable;
  readonly right: RowTable;
}

/** Two tables of one thread that have these texts. */
async function sidesOf(left: string, right: string): Promise<Sides> {
  return sidesIn(openTables(), left, right);
}

async function sidesIn(tables: RowTables, left: string, right: string): Promise<Sides> {
  const sides = { left: tables.open(), right: tables.open() };
  await load(sides.left, left);
  await load(sides.right, right);
  return sides;
}

/** Rows that take many slices to compare. */
const MANY = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ id: `HLD-${at}`, fund: `Fund ${at % 40}`, at })),
);

interface Asked {
  readonly match?: readonly string[];
  readonly onlyChanges?: boolean;
  readonly columns?: readonly string[];
}

async function compare(sides: Sides, asked: Asked = {}): Promise<CompareAnswer> {
  const question = { onlyChanges: false, from: 0, count: 500, columns: [], ...asked };
  return sides.left.ask("compare", { ...question, other: sides.right.id });
}

async function kindsOf(left: string, right: string, asked?: Asked): Promise<ComparedKind[]> {
  const { rows } = await compare(await sidesOf(left, right), asked);
  return rows.map(({ kind }) => kind);
}

const LEFT = `[
  {"id":"a","name":"Ada","value":1.0,"tags":[1, 2]},
  {"id":"b","name":"Bob","value":20},
  {"id":"c","name":"Cyd","value":3}
]`;
const RIGHT = `[
  {"id":"c","name":"Cyd","value":3},
  {"id":"d","name":"Dot","value":4},
  {"id":"a","name":"Ada","value":1.00,"tags":[1,2]},
  {"id":"b","name":"Rob","value":20}
]`;

describe("a comparison of lists", () => {
  it("brings rows together by an id that both have", async () => {
    const answer = await compare(await sidesOf(LEFT, RIGHT), { columns: ["/name", "/value"] });
    assert.equal(answer.matching, "id");
    assert.deepEqual(answer.matchedBy, ["/id"]);
    assert.deepEqual(answer.counts, {
      ...{ same: 1, rewritten: 1, changed: 1, onlyLeft: 0, onlyRight: 1 },
    });
    const kinds = answer.rows.map(({ kind }) => kind);
    assert.deepEqual(kinds, ["rewritten", "changed", "same", "onlyRight"]);
    assert.deepEqual(answer.rows[0]?.marks, ["same", "rewritten"]);
    assert.deepEqual(answer.rows[1]?.marks, ["changed", "same"]);
    assert.deepEqual(answer.rows[1].right?.[0], { kind: "text", text: "Rob" });
    assert.equal(answer.rows[3]?.left, undefined);
    assert.deepEqual(answer.rows[3]?.marks, []);
  });

  it("shows changes alone, and leads from one to the next", async () => {
    const sides = await sidesOf(LEFT, RIGHT);
    const { total } = await compare(sides, { onlyChanges: true });
    assert.equal(total, 3);
    const other = sides.right.id;
    const next = (row: number, direction: "forward" | "backward") =>
      sides.left.ask("compareNext", { other, onlyChanges: false, row, direction });
    assert.deepEqual(await next(1, "forward"), { row: 3 });
    assert.deepEqual(await next(3, "forward"), { row: -1 });
    assert.deepEqual(await next(3, "backward"), { row: 1 });
  });

  it("takes several columns where no id tells rows apart, and never what they are worth", async () => {
    const rows = (values: readonly number[]): string =>
      JSON.stringify(
        values.map((value, at) => ({
          ...{ fund: `F${at % 2}`, wrapper: `W${at >> 1}`, value: value + 0.25 },
        })),
      );
    const answer = await compare(await sidesOf(rows([1, 2, 3, 4]), rows([1, 2, 30, 4])));
    assert.equal(answer.matching, "columns");
    assert.deepEqual(answer.matchedBy, ["/fund", "/wrapper"]);
    assert.equal(answer.counts.changed, 1);
    assert.equal(answer.counts.same, 3);
  });

  it("keeps rows apart that have the same key", async () => {
    const [one, two] = ['{"k":1,"v":1}', '{"k":1,"v":2}'];
    const kinds = await kindsOf(`[${one},${two}]`, `[${one},${two},${two}]`, { match: ["/k"] });
    assert.deepEqual(kinds, ["same", "same", "onlyRight"]);
  });

  it("brings rows together by what they hold where nothing tells them apart", async () => {
    assert.deepEqual(await kindsOf("[1,1,2]", "[1,3,2,5]"), [
      "same",
      "changed",
      "same",
      "onlyRight",
    ]);
  });

  it("names columns of one side alone", async () => {
    const sides = await sidesOf('[{"id":"a","x":1}]', '[{"id":"a","y":2}]');
    const { columns, counts } = await compare(sides);
    assert.deepEqual(
      columns.map(({ key, sides: of }) => [key, of]),
      [
        ["/id", "both"],
        ["/x", "left"],
        ["/y", "right"],
      ],
    );
    assert.equal(counts.changed, 1);
  });

  it("copies what differs, each value as it came", async () => {
    const sides = await sidesOf(LEFT, RIGHT);
    const other = sides.right.id;
    const json = await sides.left.ask("compareCopy", { other, format: "json" });
    assert.equal(json.rows, 3);
    assert.ok(json.text.includes('{ "column": "value", "left": 1.0, "right": 1.00 }'));
    assert.equal((JSON.parse(json.text) as unknown[]).length, 3);
    const markdown = await sides.left.ask("compareCopy", { other, format: "markdown" });
    assert.ok(markdown.text.includes('| changed | "b" | name | "Bob" | "Rob" |'));
  });

  it("lays all rows out as one text, every lexeme as it came, names sorted on demand", async () => {
    const { left } = await sidesOf(
      '[{"b":1.00,"a":[],"c":{"z":[1e2,"\\u00e9"],"y":{}}},null]',
      "[]",
    );
    const textOf = async (isSorted: boolean): Promise<string> =>
      new TextDecoder().decode((await left.ask("laidOut", { isSorted })).bytes);
    const lines = (names: readonly string[]): string => names.map((line) => `${line}\n`).join("");
    const nested = ['    "c": {', '      "z": [', "        1e2,", '        "\\u00e9"', "      ],"];
    assert.equal(
      await textOf(false),
      lines([
        ...["[", "  {", '    "b": 1.00,', '    "a": [],', ...nested],
        ...['      "y": {}', "    }", "  },", "  null", "]"],
      ]),
    );
    const sorted = await textOf(true);
    assert.deepEqual(sorted.match(/"\w"/g), ['"a"', '"b"', '"c"', '"y"', '"z"']);
    assert.match(sorted, /"b": 1\.00,\n/);
  });

  it("keeps the rows of a copy, whatever is loaded after", async () => {
    const { left } = await sidesOf(LEFT, "[]");
    const before = left.copy();
    await load(left, RIGHT);
    const { counts, rows } = await compare({ left: before, right: left }, { columns: ["/name"] });
    assert.deepEqual([counts.changed, counts.onlyRight], [1, 1]);
    assert.deepEqual(rows[1]?.left?.[0], { kind: "text", text: "Bob" });
    before.dispose();
    await assert.rejects(compare({ left, right: before }), { code: "lists/rowsGone" });
    assert.equal((await left.ask("facts", {})).rows, 4);
  });

  it("answers other questions while it goes on", async () => {
    const sides = await sidesOf(MANY, MANY);
    let isOver = false;
    const compared = compare(sides).finally(() => (isOver = true));
    let answers = 0;
    while (!isOver) {
      await sides.right.ask("facts", {});
      answers++;
      await turn();
    }
    assert.equal((await compared).counts.same, 20_000);
    assert.ok(answers > 3, `${answers} answers`);
  });

  it("says that rows are gone where the other side is not in the thread", async () => {
    const { left } = await sidesOf("[]", "[]");
    const lost = { left, right: { ...left, id: left.id + 100 } };
    await assert.rejects(compare(lost), { code: "lists/rowsGone" });
  });

  it("ends once a table is closed, or another comparison of both is asked for", async () => {
    const sides = await sidesOf(MANY, MANY);
    const swapped = { left: sides.right, right: sides.left };
    const [first, second, third] = [compare(sides), compare(swapped), compare(sides)];
    await assert.rejects(first, { code: "canceled/abandoned" });
    await assert.rejects(second, { code: "canceled/abandoned" });
    assert.equal((await third).total, 20_000);
    const [by, next] = [compare(sides, { match: ["/at"] }), compare(sides, { match: ["/at"] })];
    assert.equal((await by).matching, "chosen");
    assert.equal((await next).matching, "chosen");
    const last = compare(sides);
    sides.right.dispose();
    await assert.rejects(last, { kind: "canceled", code: "canceled/disposed" });
  });

  it("shows nothing unmasked that it was asked for before values were masked", async () => {
    const tables = openTables(() => ({ value: () => "masked", json: () => '"masked"' }));
    const sides = await sidesIn(tables, MANY, MANY);
    const compared = compare(sides, { columns: ["/fund"] });
    tables.setMask(new Uint8Array(32));
    const { rows } = await compared;
    assert.deepEqual(rows[0]?.left, [{ kind: "text", text: "masked" }]);
  });

  it("finds just the edits that were made", async () => {
    const row = fc.record({ name: fc.string(), value: fc.integer() });
    const edit = fc.constantFrom("keep", "change", "remove");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(row, edit), { minLength: 1, maxLength: 30 }),
        fc.array(row, { maxLength: 5 }),
        async (edited, added) => {
          const before = edited.map(([content], at) => ({ id: `id-${at}`, ...content }));
          const after = edited.flatMap(([content, what], at) =>
            what === "remove"
              ? []
              : [
                  {
                    id: `id-${at}`,
                    ...content,
                    value: content.value + (what === "change" ? 1 : 0),
                  },
                ],
          );
          const more = added.map((content, at) => ({ id: `new-${at}`, ...content }));
          const right = [...after, ...more];
          const sides = await sidesOf(JSON.stringify(before), JSON.stringify(right));
          const { counts } = await compare(sides, { match: ["/id"] });
          const times = (wanted: string): number =>
            edited.filter(([, what]) => what === wanted).length;
          // An empty list has no columns to match by: then all rows are of one side.
          assert.deepEqual(counts, {
            ...{ same: times("keep"), rewritten: 0, changed: times("change") },
            ...{ onlyLeft: times("remove"), onlyRight: more.length },
          });
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
