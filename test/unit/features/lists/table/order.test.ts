import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ColumnFilter,
  EVERY_ROW,
  FILTER_OPERATORS,
  type FilterOperator,
  type RowView,
  type SortKey,
} from "../../../../../src/features/lists/messages/listQuestions";
import { runs } from "../../../../fakes/runs";
import { exactValue, LEXEMES, NEAR_LEXEMES } from "./support/numbers";
import { rowsOf, sorted, tableOf, toldRows } from "./support/tables";

const number = fc.oneof(LEXEMES, NEAR_LEXEMES);
const TEXTS = fc.constantFrom("a", "A", "b", "B10", "b2", "é", "e", "z", "Ω", "2026-01-05", "-");
const blank = fc.constantFrom("null", '""', '"  "', undefined);

describe("the order of rows", () => {
  it("is by exact value, equal ones as they came, those without a value last", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: number }, blank), { maxLength: 40 }),
        fc.constantFrom("ascending" as const, "descending" as const),
        async (lexemes, direction) => {
          const order = await orderOf(lexemes, sorted("/v", direction));
          const sign = direction === "ascending" ? 1 : -1;
          const isNumber = (text: string | undefined): text is string => /^-?\d/.test(text ?? "");
          const expected = lexemes
            .map((lexeme, row) => ({ lexeme, row }))
            .sort(({ lexeme: one }, { lexeme: other }) => {
              if (!isNumber(one) || !isNumber(other)) {
                return Number(isNumber(other)) - Number(isNumber(one));
              }
              const [a, b] = [exactValue(one), exactValue(other)];
              return a === b ? 0 : a < b ? -sign : sign;
            });
          assert.deepEqual(
            order,
            expected.map(({ row }) => row),
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("of texts is that of a reader: by letters, and numbers in them by value", async () => {
    const texts = ["PEN-10", "pen-2", "Ähre", "Zebra", "apple", "PEN-2", "b\u0000", "b", "Apple"];
    const rows = texts.map((text) => JSON.stringify(text));
    const order = await orderOf(rows, sorted("/v", "ascending"));
    assert.deepEqual(
      order.map((row) => texts[row]),
      ["Ähre", "apple", "Apple", "b", "b\u0000", "pen-2", "PEN-2", "PEN-10", "Zebra"],
    );
  });

  it("of dates and UUIDs is that of their characters", async () => {
    const dates = ["2026-10-31", "2026-01-05T10:00:00Z", "1999-12-31", "2026-01-05"];
    const order = await orderOf(
      dates.map((date) => `"${date}"`),
      sorted("/v", "ascending"),
    );
    assert.deepEqual(order, [2, 3, 1, 0]);
    const ids = ["10000000", "9abc0000"].map((start) => `"${start}-0000-4000-8000-000000000000"`);
    assert.deepEqual(await orderOf(ids, sorted("/v", "ascending")), [0, 1]);
  });

  it("puts kinds one after the other, and what has nothing to compare last", async () => {
    const rows = [
      ...["null", "[1,2]", '"text"', "true", undefined, "{}", "7", '" "', "[1]", "false"],
      ...['{"deep":{"a":{"b":{"c":{"d":{"e":1}}}}}}'],
    ];
    // The last one opens into columns of its own: here it has no value.
    const last = [0, 4, 7, 10];
    const rising = [6, 2, 9, 3, 8, 1, 5];
    assert.deepEqual(await orderOf(rows, sorted("/v", "ascending")), [...rising, ...last]);
    assert.deepEqual(await orderOf(rows, sorted("/v", "descending")), [
      ...rising.toReversed(),
      ...last,
    ]);
  });

  it("follows several keys, the first one first", async () => {
    const row = fc.record({ a: fc.integer({ min: 0, max: 3 }), b: fc.integer({ min: 0, max: 3 }) });
    const directions = fc.constantFrom("ascending" as const, "descending" as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 40 }),
        directions,
        directions,
        async (rows, first, second) => {
          const sort: SortKey[] = [
            { column: "/a", direction: first },
            { column: "/b", direction: second },
          ];
          const table = await tableOf(rows);
          const { numbers } = await rowsOf(table, { view: { ...EVERY_ROW, sort } });
          const signs = [first, second].map((one) => (one === "ascending" ? 1 : -1));
          const expected = rows
            .map((value, place) => ({ value, place }))
            .sort(
              ({ value: one }, { value: other }) =>
                (one.a - other.a) * signs[0]! || (one.b - other.b) * signs[1]!,
            );
          assert.deepEqual(
            numbers,
            expected.map(({ place }) => place),
          );
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe("filters", () => {
  const cell = fc.oneof(
    number,
    TEXTS.map((text) => JSON.stringify(text)),
    blank,
    fc.constantFrom("true", "false", "[]", "[1,2]", "{}"),
  );
  const wanted = fc.oneof(number, TEXTS, fc.constantFrom("", "true", "2", "B"));
  const filter = fc.record({ operator: fc.constantFrom(...FILTER_OPERATORS), value: wanted });

  it("leave the rows that a plain reading of their words leaves", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { maxLength: 20 }),
        fc.array(filter, { minLength: 1, maxLength: 2 }),
        async (cells, filters) => {
          const view: RowView = {
            ...EVERY_ROW,
            filters: filters.map((one) => ({ ...one, column: "/v" })),
          };
          const expected = cells.flatMap((value, row) =>
            view.filters.every((one) => passesPlainly(value, one)) ? [row] : [],
          );
          assert.deepEqual(await orderOf(cells, view), expected);
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it("compare numbers beyond 2^53 exactly", async () => {
    const rows = ["9007199254740992", "9007199254740993", "9007199254740994"];
    const filters = [{ column: "/v", operator: "equals" as const, value: "9007199254740993.0" }];
    assert.deepEqual(await orderOf(rows, { ...EVERY_ROW, filters }), [1]);
  });

  it("take a number with its digits in groups, as the grid shows it", async () => {
    const values = ["1204", "1204.33", "-1204567.5", "1e5", '"1,204"', '"1204"', "[0]", "null"];
    const passed = async (operator: FilterOperator, value: string): Promise<string> => {
      const view = { ...EVERY_ROW, filters: [{ column: "/v", operator, value }] };
      return (await orderOf(values, view)).map((row) => values[row]).join(" ");
    };
    assert.equal(await passed("equals", "1,204"), '1204 "1,204"');
    assert.equal(await passed("equals", " 1,204.330 "), "1204.33");
    assert.equal(await passed("equals", "-1,204,567.5"), "-1204567.5");
    assert.equal(await passed("atMost", "1,204"), '1204 -1204567.5 "1,204" [0]');
    assert.equal(await passed("greater", "1,204"), '1204.33 1e5 "1204"');
    for (const other of ["1,20", "12,04", ",204", "1,204,", "0,204", "1.204,33", "1204,567"]) {
      assert.equal(await passed("equals", other), "", other);
    }
  });

  it("of columns that are not there find nothing to pass, or everything empty", async () => {
    const view = (operator: ColumnFilter["operator"]): RowView => ({
      ...EVERY_ROW,
      filters: [{ column: "/gone", operator, value: "1" }],
    });
    assert.deepEqual(await orderOf(["1", "2"], view("contains")), []);
    assert.deepEqual(await orderOf(["1", "2"], view("empty")), [0, 1]);
  });
});

describe("the search over all cells", () => {
  it("finds rows that show the text, upper and lower case alike", async () => {
    const value = fc.oneof(
      fc.constantFrom("Ab", "aB\u00e9", "İx", 'q"uote', "back\\slash", "tab\tbed", "\u{1f600}b"),
      fc.integer({ min: 0, max: 99 }),
      fc.boolean(),
      fc.constant(null),
      fc.constant({ b: "Inner" }),
      fc.constant(["ab", "hidden"]),
    );
    const row = fc.dictionary(fc.constantFrom("a", "name", "b"), value, { maxKeys: 3 });
    const texts = fc.constantFrom(
      ...["b", "AB", "é", "e", "1", "x", "i", "inner", "hidden", "name", '"', "\\", "\t", "true"],
      ...["İ", "i̇x", "null", "😀", 'b"', ",", ":", "}"],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 10 }), texts, async (rows, search) => {
        const table = await tableOf(rows);
        const { numbers } = await rowsOf(table, { view: { ...EVERY_ROW, search } });
        const expected = rows.flatMap((one, place) =>
          textsIn(one).some((text) => text.toLowerCase().includes(search.toLowerCase()))
            ? [place]
            : [],
        );
        assert.deepEqual(numbers, expected);
      }),
      { numRuns: runs(1000) },
    );
  });

  it("looks through escapes, and not into names", async () => {
    const table = await tableOf(
      '[{"name":"\\u0052uth"},{"ruth":1},{"name":"Ruth"},{"x":["ruth"]}]',
    );
    const { numbers } = await rowsOf(table, { view: { ...EVERY_ROW, search: "ruth" } });
    assert.deepEqual(numbers, [0, 2]);
  });

  it("goes together with filters and an order", async () => {
    const table = await tableOf([{ v: 3, t: "x" }, { v: 1, t: "x" }, { v: 2 }, { v: 0, t: "x" }]);
    const view: RowView = {
      search: "X",
      filters: [{ column: "/v", operator: "greater", value: "0" }],
      sort: [{ column: "/v", direction: "ascending" }],
    };
    const answer = await rowsOf(table, { view });
    assert.deepEqual(toldRows(answer), [
      ["1", "x"],
      ["3", "x"],
    ]);
    assert.deepEqual([answer.total, answer.all], [2, 4]);
  });
});

/** Numbers of the rows of one column, whose values are sources or missing. */
async function orderOf(
  values: readonly (string | undefined)[],
  view: RowView,
): Promise<readonly number[]> {
  const rows = values.map((value) => (value === undefined ? "{}" : `{"v":${value}}`));
  const table = await tableOf(`[${rows.join()}]`);
  return (await rowsOf(table, { view, columns: ["/v"] })).numbers;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? [] : Object.values(value).flatMap(textsIn);
  }
  return value === null ? [] : [typeof value === "string" ? value : JSON.stringify(value)];
}

function isNumberText(text: string): boolean {
  return /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text);
}

/** What the words of a filter say, as plainly as can be. */
function passesPlainly(source: string | undefined, { operator, value }: ColumnFilter): boolean {
  const parsed: unknown = source === undefined ? undefined : JSON.parse(source);
  const holds = Array.isArray(parsed) ? String(parsed.length) : source === "{}" ? "0" : undefined;
  const lexeme = typeof parsed === "number" ? source : holds;
  const text = typeof parsed === "string" ? parsed : holds === undefined ? source : undefined;
  const shown = parsed === null ? undefined : text?.toLowerCase();
  const wanted = value.toLowerCase();
  const isEmpty = (shown ?? lexeme ?? "").trim() === "" || holds === "0";
  const order = orderPlainly({ lexeme, shown, value });
  switch (operator) {
    case "empty":
      return isEmpty;
    case "notEmpty":
      return !isEmpty;
    case "equals":
    case "notEquals": {
      const isSame = isNumberText(value) && lexeme !== undefined ? order === 0 : false;
      return (isSame || shown === wanted) === (operator === "equals");
    }
    case "contains":
      return wanted === "" || (shown?.includes(wanted) ?? false);
    case "notContains":
      return wanted === "" || !(shown?.includes(wanted) ?? false);
    case "startsWith":
      return wanted === "" || (shown?.startsWith(wanted) ?? false);
    case "endsWith":
      return wanted === "" || (shown?.endsWith(wanted) ?? false);
    case "less":
      return wanted === "" || (order !== undefined && order < 0);
    case "atMost":
      return wanted === "" || (order !== undefined && order <= 0);
    case "greater":
      return wanted === "" || (order !== undefined && order > 0);
    case "atLeast":
      return wanted === "" || (order !== undefined && order >= 0);
  }
}

function orderPlainly({
  lexeme,
  shown,
  value,
}: {
  readonly lexeme: string | undefined;
  readonly shown: string | undefined;
  readonly value: string;
}): number | undefined {
  if (lexeme !== undefined) {
    const number = isNumberText(value) ? exactValue(value) : undefined;
    const own = exactValue(lexeme);
    return number === undefined ? undefined : own < number ? -1 : own > number ? 1 : 0;
  }
  const isText =
    shown !== undefined && shown.trim() !== "" && shown !== "true" && shown !== "false";
  return isText
    ? shown.localeCompare(value, "en", { numeric: true, sensitivity: "accent" })
    : undefined;
}
