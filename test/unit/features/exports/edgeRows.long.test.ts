import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import {
  type JsonNode,
  parseJsonText,
  sourceOf,
  stringValue,
} from "../../../../src/platform/json/jsonText";
import { maskLine } from "../../../../src/features/exports/common/formats/maskLines";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import type { DataSet } from "../../../../src/features/sandbox/server/data/dataSet";
import { createDataSets } from "../../../../src/features/sandbox/server/data/dataSets";
import { EDGE_CLIENTS } from "../../../../src/features/sandbox/server/data/edge/edgeClients";
import type { EdgeKind } from "../../../../src/features/sandbox/server/data/clients";
import { IS_LONG, runs } from "../../../fakes/runs";
import { ConvertingBench, formOf, type Made } from "./support/converting";

const SEEDS = IS_LONG ? 20 : 1;
const KINDS = Object.keys(EDGE_CLIENTS) as readonly EdgeKind[];
/** As the manifest says it. */
const DEPTH = 6;

/** Few names, so that many come twice, once as an object and once as something else. */
const SHAPES = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 8, depthSize: "medium" },
    fc.constantFrom("null", "1.0", '"x"', "[]", "{}", '[{"a":1}]', '"\\ud800"'),
    fc
      .array(fc.tuple(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"a.b"'), tie("value")))
      .map((members) => `{${members.map(([name, of]) => `${name} :${of}`).join()}}`),
  ),
})).value;

describe("rows of the sandbox's odd clients", () => {
  const bench = new ConvertingBench();
  let all: readonly DataSet[] = [];

  before(async () => {
    await bench.open();
    const seeds = fc.sample(fc.string(), { numRuns: SEEDS });
    all = seeds.map((seed) => createDataSets(seed, () => 0).development);
  });
  after(() => bench.close());

  for (const kind of KINDS) {
    for (const isMasked of [false, true]) {
      it(`${kind}${isMasked ? ", masked," : ""} are the same in every form`, async () => {
        for (const data of all) {
          const lines = linesOf(data, kind, isMasked);
          await assertJson(bench, lines);
          assertCsv(await bench.convert(lines, formOf("csv", { guardFormulas: false })), lines);
        }
      });
    }
  }

  it("are the same in every form whatever their shapes", async () => {
    const value = fc.oneof(fc.json({ maxDepth: 9 }), SHAPES);
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 12 }), async (lines) => {
        await assertJson(bench, lines);
        assertCsv(await bench.convert(lines, formOf("csv", { guardFormulas: false })), lines);
      }),
      { numRuns: runs(60) },
    );
  });
});

function linesOf(data: DataSet, kind: EdgeKind, isMasked: boolean): readonly string[] {
  const client = data.client(EDGE_CLIENTS[kind].clientId) ?? assert.fail();
  const rows = data.holdings(client).slice(0, 120);
  const masking = createMasking(new Uint8Array(32).fill(9));
  const lines = rows.map((row) => row.replace(/[\r\n]/g, " "));
  return isMasked ? lines.map((line) => maskLine(line, masking)) : lines;
}

async function assertJson(bench: ConvertingBench, lines: readonly string[]): Promise<void> {
  const { text } = await bench.convert(lines, formOf("json"));
  assert.deepEqual(
    parseJsonText(text).items?.map((item) => sourceOf(text, item)),
    lines.map((line) => line.trim()),
  );
}

/** Worked out from each row alone, in the plainest way. */
function assertCsv({ text, flattening }: Made, lines: readonly string[]): void {
  const [names, ...records] = parse(text);
  const { columns, omittedColumns } = flattening ?? assert.fail();
  assert.deepEqual(
    names,
    columns.map(({ name }) => name),
  );
  assert.equal(new Set(names).size, columns.length);
  assert.equal(records.length, lines.length);
  const known = new Set(columns.map(({ path }) => JSON.stringify(path)));
  for (const [index, line] of lines.entries()) {
    const found = cellsOf(line, parseJsonText(line));
    const cells = new Map(found.map(({ key, cell }) => [key, cell]));
    for (const [place, { path }] of columns.entries()) {
      const key = JSON.stringify(path);
      assert.equal(records[index]?.[place], cells.get(key) ?? "", `row ${index}, ${key}: ${line}`);
    }
    for (const { key, cell, hasValue } of found) {
      const isThere = !hasValue || omittedColumns > 0 || known.has(key);
      assert.ok(isThere || (key === "[]" && cell === "{}"), `${key} of ${line} is lost`);
    }
  }
}

interface Cell {
  readonly key: string;
  readonly cell: string;
  /** Needs a column of its own. */
  readonly hasValue: boolean;
}

type Node = JsonNode | "missing" | "through null";

/** Each place below a row with all that it has there, more than one where a name is there twice. */
function cellsOf(text: string, row: JsonNode): readonly Cell[] {
  const found: Cell[] = [];
  const look = (nodes: readonly Node[], path: readonly string[]): void => {
    const opening = path.length === DEPTH ? [] : nodes.filter(opens);
    const shown = nodes.filter(isNode).filter((node) => !opening.includes(node));
    if (shown.length > 0) {
      const cells = nodes.map((node) => cellOf(text, node, nodes.length > 1));
      // Beside objects a null is shown in their own columns.
      const hasValue = shown.some((node) => node.type !== "null");
      found.push({ key: JSON.stringify(path), cell: cells.join(" | "), hasValue });
    }
    const names = new Set(opening.flatMap(({ members = [] }) => members.map(({ name }) => name)));
    for (const name of names) {
      const inner = nodes.flatMap((node) => membersOf(node, name));
      look(inner, [...path, name]);
    }
  };
  look([row], []);
  return found;
}

function isNode(node: Node): node is JsonNode {
  return typeof node === "object";
}

function opens(node: Node): node is JsonNode {
  return typeof node === "object" && node.type === "object" && node.count > 0;
}

function membersOf(node: Node, name: string): readonly Node[] {
  if (typeof node === "string") {
    return [node];
  }
  const found = (node.members ?? []).filter((one) => one.name === name);
  const none = node.type === "null" ? "through null" : "missing";
  return found.length === 0 ? [none] : found.map(({ value }) => value);
}

function cellOf(text: string, node: Node, isOneOfSeveral: boolean): string {
  if (node === "missing") {
    return "";
  }
  if (node === "through null" || node.type === "null") {
    return isOneOfSeveral ? "null" : "";
  }
  const value = node.type === "string" ? stringValue(text, node) : sourceOf(text, node);
  return Array.from(value, (character) =>
    /^[\ud800-\udfff]$/.test(character) ? `\\u${character.charCodeAt(0).toString(16)}` : character,
  ).join("");
}
