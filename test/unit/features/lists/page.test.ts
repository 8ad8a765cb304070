import assert from "node:assert/strict";
import fc from "fast-check";
import { isAppError } from "../../../../src/platform/base/errors";
import { parseJsonText } from "../../../../src/platform/json/jsonText";
import {
  readPage,
  ROW_LIMIT,
  samePage,
  type ListPage,
  type PageContext,
} from "../../../../src/features/lists/common/page";
import { anAction, anAttempt } from "../../../fakes/action";

describe("readPage", () => {
  const shapes: readonly (readonly [name: string, text: string, rows: string[], path: string[]])[] =
    [
      ["a bare array", '[{"a": 1.0}, {"a": 2}]', ['{"a": 1.0}', '{"a": 2}'], []],
      ["an empty array", "[]", [], []],
      ["an envelope", '{"items": [{"a": 1}], "total": 1}', ['{"a": 1}'], ["items"]],
      ["a list at depth", '{"d": {"e": {"rows": [{}]}}}', ["{}"], ["d", "e", "rows"]],
      ["objects before scalars", '{"tags": ["a", "b"], "x": {"y": [{}]}}', ["{}"], ["x", "y"]],
      ["the nearest to the root", '{"x": {"y": [{}, {}]}, "z": [{}]}', ["{}"], ["z"]],
      ["the longest of equals", '{"x": [{}], "y": [{}, {}]}', ["{}", "{}"], ["y"]],
      ["scalars when there is nothing else", '{"x": ["a", 2]}', ['"a"', "2"], ["x"]],
      ["an empty page, not its links", '{"items": [], "links": ["self"]}', [], ["items"]],
      ["an empty page, not what is deeper", '{"data": [], "m": {"l": [{}]}}', [], ["data"]],
      ["an empty array of any name", '{"stuff": []}', [], ["stuff"]],
    ];
  for (const [name, text, rows, found] of shapes) {
    it(`finds ${name}`, () => {
      const page = pageOf(text);
      assert.deepEqual([page.rows.map(({ source }) => source), page.path], [rows, found]);
    });
  }

  it("keeps the text of every row, whatever is around it", () => {
    const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.array(fc.constantFrom("data", "x", "meta")), (objects, path) => {
        const inner = JSON.stringify(objects);
        const text = path.reduceRight((body, name) => `{"${name}": ${body}}`, inner);
        const page = pageOf(text);
        assert.deepEqual(
          page.rows.map(({ source }) => source),
          objects.map((object) => JSON.stringify(object)),
        );
        assert.deepEqual(page.path, path);
      }),
    );
  });

  const refused: readonly (readonly [text: string, type: string])[] = [
    ["{}", "object"],
    ['{"clientId": "x", "name": {"firstName": "y"}}', "object"],
    ['"text"', "string"],
    ["null", "null"],
  ];
  for (const [text, type] of refused) {
    it(`finds no list in ${JSON.stringify(text.slice(0, 20))} and gives the ids`, () => {
      const error = caught(() => pageOf(text, { action: ACTION }));
      assert.deepEqual(
        [error.kind, error.code, error.traceId, error.requestId, error.status],
        ["answer", "answer/notAList", "fpx-1", "r-1", 200],
      );
      assert.deepEqual(error.values, { type });
    });
  }

  it("costs little where a million places could be lists", () => {
    const depth = 450;
    const arrays = Array.from({ length: 60_000 }, (_one, index) => `"k${index}":[]`).join(",");
    const text = `${'{"a":'.repeat(depth)}{${arrays}}${"}".repeat(depth)}`;
    const root = parseJsonText(text);
    const before = process.memoryUsage().heapUsed;
    const page = readPage(text, root);
    const grown = process.memoryUsage().heapUsed - before;
    assert.deepEqual([page.path.length, page.path.at(-1)], [depth + 1, "k0"]);
    // Copies of the way to each of them took 780 MB.
    assert.ok(grown < 200_000_000, `${grown} bytes`);
  });

  it("keeps the first rows of an answer that is no page any more", () => {
    const text = `{"total":6000,"items":[${Array.from({ length: 6000 }, (_one, index) => index).join(",")}]}`;
    const page = readPage(text, parseJsonText(text));
    assert.deepEqual([page.rows.length, page.omittedRows], [ROW_LIMIT, 1000]);
    assert.equal(page.rows.at(-1)?.source, "4999");
  });
});

describe("the envelope", () => {
  const page = (beside: string, rows = 2): ListPage =>
    pageOf(`{${beside}, "items": [${Array.from({ length: rows }, () => "{}").join()}]}`, {
      asked: { pageNumber: 1, pageSize: 2 },
    });
  const totals: readonly (readonly [beside: string, total: number | undefined])[] = [
    ['"total": 100', 100],
    ['"totalItems": 100', 100],
    ['"total_count": 100', 100],
    ['"totalElements": 2', 2],
    ['"recordCount": 100', 100],
    ['"clientsTotal": 100', 100],
    ['"meta": {"count": 100}', 100],
    ['"page": {"totalElements": 100, "totalPages": 50}', 100],
    ['"count": 7, "total": 9', 9],
    ['"total": 1', undefined],
    ['"total": -3', undefined],
    ['"total": 1.5', undefined],
    ['"total": "about 100"', undefined],
    ['"total": ""', undefined],
    ['"total": 1e3', 1000],
    ['"total": 12.0', 12],
    ['"total": "100"', 100],
    ['"hits": {"total": {"value": 100, "relation": "eq"}}', 100],
    ['"hits": {"total": {"value": 100, "relation": "gte"}}', undefined],
    ['"totalPages": 50', undefined],
    ['"totalValue": 18733', undefined],
    ['"pageCount": 50', undefined],
    ['"discount": 50', undefined],
    ['"account": 50', undefined],
    ['"count": 2', undefined],
    ['"limit": 5, "count": 2', 2],
  ];
  for (const [beside, total] of totals) {
    it(`${beside} gives ${total === undefined ? "no total" : `the total ${total}`}`, () => {
      assert.equal(page(beside).total?.value, total);
    });
  }

  it("says which member a guess came from", () => {
    const found = page('"paging": {"totalItems": 60, "pageNumber": 3, "pageSize": 20}');
    assert.deepEqual(
      [found.total, found.pageNumber, found.pageSize],
      [
        { value: 60, from: "totalItems" },
        { value: 3, from: "pageNumber" },
        { value: 20, from: "pageSize" },
      ],
    );
  });

  it("does not take a count for a total that this page already passes", () => {
    const text = '{"count": 25, "items": [{}, {}]}';
    assert.equal(pageOf(text, { asked: { pageNumber: 3, pageSize: 20 } }).total, undefined);
    assert.equal(pageOf(text, { asked: { pageNumber: 2, pageSize: 20 } }).total?.value, 25);
  });
});

describe("samePage", () => {
  it("compares the bytes of the rows, not the envelope", () => {
    const one = pageOf('{"items": [{"a": 1.0}], "page": 1}');
    assert.equal(samePage(one, pageOf('{"items": [{"a": 1.0}], "page": 2}')), true);
    assert.equal(samePage(one, pageOf('{"items": [{"a": 1.00}]}')), false);
    assert.equal(samePage(one, pageOf('{"items": [{"a": 1.0}, {}]}')), false);
    assert.equal(samePage(pageOf("[]"), pageOf("[]")), false);
  });
});

function pageOf(text: string, context: PageContext = {}): ListPage {
  return readPage(text, parseJsonText(text), context);
}

const ACTION = anAction({
  title: "Holdings page 1",
  attempts: [anAttempt({ responseBytes: 1, status: 200, requestId: "r-1" })],
});

function caught(run: () => unknown): ReturnType<typeof facts> {
  try {
    run();
  } catch (error) {
    return facts(error);
  }
  return assert.fail("nothing was thrown");
}

function facts(error: unknown): {
  kind: string;
  code: string;
  values: Readonly<Record<string, unknown>>;
  traceId: string | undefined;
  requestId: string | undefined;
  status: number | undefined;
} {
  assert.ok(isAppError(error));
  return error;
}
