import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import {
  COUNT_LIMIT,
  findByPath,
  findInRows,
  pathProblem,
  QUERY_LIMIT,
} from "../../../../src/features/lists/common/jsonPath";
import { PathSearch } from "../../../../src/features/lists/host/pathSearch";
import { EVERY_ROW, MATCHES_LIMIT } from "../../../../src/features/lists/messages/listQuestions";
import {
  findInThread,
  findRowsInThread,
} from "../../../../src/features/lists/common/jsonPathClient";
import { JSON_DEPTH_LIMIT } from "../../../../src/platform/json/scan";
import { runs } from "../../../fakes/runs";
import { tableOf } from "./table/support/tables";

/** The program that ships. */
const WORKER = join(process.cwd(), "dist", "jsonPathWorker.js");
/** Its regular expression tries 2^40 ways of dividing the text. */
const HANGING = { text: `["${"a".repeat(40)}"]`, query: "$[?search(@, '(a|a)*b')]" };

describe("values found by JSONPath", () => {
  it("are slices of the text: lexemes, escapes and white space as they came", () => {
    const text =
      '{ "items": [ {"value": 1.10, "a\\u0062": "x\\n"}, {"value": 12345678901234567890} ] }';
    assert.deepEqual(slicesOf(text, "$.items[*].value"), ["1.10", "12345678901234567890"]);
    assert.deepEqual(slicesOf(text, "$..ab"), ['"x\\n"']);
    assert.deepEqual(slicesOf(text, "$.items[?@.value > 2]"), ['{"value": 12345678901234567890}']);
    assert.deepEqual(slicesOf(text, "$.items[-1:].value"), ["12345678901234567890"]);
    assert.deepEqual(slicesOf(text, "$"), [text]);
    assert.deepEqual(slicesOf(text, "$.none"), []);
    assert.deepEqual(slicesOf('{"a":"Jan","b":"Joan"}', "$[?match(@, 'J.n')]"), ['"Jan"']);
    assert.deepEqual(slicesOf("[[1,2],[1]]", "$[?length(@) == 1]"), ["[1]"]);
  });

  it("are in the order of the text, each of one name the last where it stands twice", () => {
    const text = '{"b":1,"10":2,"a":3,"2":4,"a":5,"__proto__":{"c":6}}';
    assert.deepEqual(slicesOf(text, "$.*"), ["1", "2", "4", "5", '{"c":6}']);
    assert.deepEqual(slicesOf(text, "$..c"), ["6"]);
    assert.deepEqual(slicesOf(text, "$['a','a']"), ["5", "5"]);
  });

  it("are all of them, for any JSON", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const all = slicesOf(text, "$..*").map((slice) => JSON.stringify(JSON.parse(slice)));
        assert.deepEqual(all.toSorted(), valuesIn(JSON.parse(text)).toSorted());
      }),
      { numRuns: runs(300) },
    );
  });

  it("are found at any depth that is read at all", () => {
    const depth = JSON_DEPTH_LIMIT - 1;
    const text = `${'{"a":'.repeat(depth)}[7.0]${"}".repeat(depth)}`;
    assert.deepEqual(slicesOf(text, "$..[0]"), ["7.0"]);
  });

  it("are counted beyond what is marked", () => {
    const text = JSON.stringify(Array.from({ length: MATCHES_LIMIT + 5 }, (_, index) => index));
    const { count, isCountExact, places } = findByPath(text, "$[*]");
    assert.deepEqual([count, isCountExact], [MATCHES_LIMIT + 5, true]);
    assert.equal(places.length, 2 * MATCHES_LIMIT);
  });

  it("are counted to a limit where steps multiply them", () => {
    const text = JSON.stringify(Array.from({ length: 1001 }, () => 1));
    const query = `$[${Array.from({ length: 400 }, () => "*").join()}]`;
    const most = findByPath(text, `$[${Array.from({ length: 1000 / 2 - 1 }, () => "*").join()}]`);
    assert.deepEqual([most.count, most.isCountExact], [499 * 1001, true]);
    const nested = findByPath(`[${text},${text},${text}]`, `${query}[*]`);
    assert.deepEqual([nested.count, nested.isCountExact], [COUNT_LIMIT, false]);
    assert.equal(nested.places.length, 2 * MATCHES_LIMIT);
  });

  it("are of rows: in a column, in those below it, or of the row as a whole", () => {
    const text =
      '[{"a":1,"b":{"c":2,"d":[3,{"c":4}]},"x/y":5},{"a":10,"b":{"c":20,"d":[]},"x/y":50}]';
    const columns = [["a"], ["b", "c"], ["b", "d"], ["x/y"]];
    const placesOf = (query: string) =>
      findInRows(text, query, columns).places.map(({ row, columns: at }) => [row, ...at]);
    assert.deepEqual(placesOf("$..c"), [
      [0, 1],
      [0, 2],
      [1, 1],
    ]);
    assert.deepEqual(placesOf("$[*].b"), [
      [0, 1, 2],
      [1, 1, 2],
    ]);
    assert.deepEqual(placesOf("$[1]['x/y']"), [[1, 3]]);
    assert.deepEqual(placesOf("$[?@.a > 5]"), [[1]]);
    const root = findInRows(text, "$", columns);
    assert.deepEqual([root.count, root.places], [1, []]);
    const bare = findInRows("[7,8]", "$[?@ > 7]", [[]]);
    assert.deepEqual(bare.places, [{ row: 1, columns: [0] }]);
  });

  it("need a query by RFC 9535", () => {
    for (const query of ["", "a", "$.", "$[", "$[?(@.a]", "$[?@.a == 'x]", "$..", " $", "$[01]"]) {
      assert.equal(typeof pathProblem(query), "string", query);
    }
    for (const query of ["$", "$.a", "$..*", "$[?@.a > 1 && @.b]", "$[::2]", "$['a b']"]) {
      assert.equal(pathProblem(query), undefined, query);
    }
    assert.equal(pathProblem(`$.${"a".repeat(QUERY_LIMIT - 2)}`), undefined);
    assert.match(pathProblem(`$.${"a".repeat(QUERY_LIMIT - 1)}`) ?? "", /longer than 1,000/);
    assert.throws(() => findByPath("[]", "$["), { code: "lists/pathSyntax" });
    assert.throws(() => findByPath("[1,]", "$"), { code: "payload/syntax" });
  });

  it("come from a thread, with the same errors", async () => {
    const found = await findInThread("[1.0,2]", "$[0]", { worker: WORKER });
    assert.deepEqual([found.count, ...found.places], [1, 1, 3]);
    const rows = { text: "[[1],[2.50]]", query: "$[1]", columns: [[]] };
    const inRows = await findRowsInThread(rows, { worker: WORKER });
    assert.deepEqual(inRows.places, [{ row: 1, columns: [0] }]);
    const wrong = findInThread("[1", "$", { worker: WORKER });
    await assert.rejects(wrong, { code: "payload/syntax" });
  });

  it("are given up where a regular expression never comes to its end", async () => {
    const { text, query } = HANGING;
    await assert.rejects(findInThread(text, query, { worker: WORKER, limit: 300 }), {
      code: "lists/pathTooSlow",
    });
  });

  it("are given up at once when the user cancels", async () => {
    const { text, query } = HANGING;
    const controller = new AbortController();
    const finding = findInThread(text, query, { worker: WORKER, signal: controller.signal });
    controller.abort();
    await assert.rejects(finding, { kind: "canceled" });
  });

  it("are copied while others are looked for; of two searches the newest counts", async () => {
    const copied: string[] = [];
    const copy = (text: string): Promise<void> => Promise.resolve(void copied.push(text));
    const table = await tableOf("[[1],[2]]");
    const search = new PathSearch({ table, worker: WORKER, copy });
    const question = { view: EVERY_ROW, query: "$[0]", columns: [] };
    const older = assert.rejects(search.find(question), { kind: "canceled" });
    const [found, copies] = await Promise.all([search.find(question), search.copy(question)]);
    await older;
    assert.deepEqual([found.matches, copies.matches, copied], [1, 1, ["[1]"]]);
  });
});

function slicesOf(text: string, query: string): readonly string[] {
  const { places } = findByPath(text, query);
  return Array.from({ length: places.length / 2 }, (_, index) => {
    const [offset = 0, length = 0] = places.subarray(2 * index, 2 * index + 2);
    return text.slice(offset, offset + length);
  });
}

/** Every value inside of one, written in one way. */
function valuesIn(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((one) => [JSON.stringify(one), ...valuesIn(one)])
    : [];
}
