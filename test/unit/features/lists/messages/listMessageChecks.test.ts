import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FIRST_LAYOUT,
  type ListLayout,
} from "../../../../../src/features/lists/messages/listLayout";
import * as v from "valibot";
import {
  listState,
  type ListState,
  listToHost,
} from "../../../../../src/features/lists/messages/listMessages";
import { accepted } from "../../../../../src/platform/base/messageSchemas";
import { EVERY_ROW } from "../../../../../src/features/lists/messages/listQuestions";

const VIEW = {
  sort: [{ column: "/value", direction: "descending" }],
  filters: [{ column: "/fund", operator: "contains", value: "Equity" }],
  search: "Aviva",
};
const ROWS = { view: VIEW, from: 0, count: 100, columns: ["/fund", "/value"] };
const FIND = {
  ...{ view: VIEW, columns: ["/fund"], text: "x", row: 3, column: 0 },
  ...{ direction: "forward", isInclusive: true },
};
const SELECTION = {
  view: VIEW,
  ranges: [
    [0, 2],
    [3, 3],
  ],
  columns: ["/fund"],
};
const COPY = { selection: SELECTION, format: "tsv", withHeader: true };
const LAYOUT: ListLayout = {
  tab: "chart",
  view: VIEW as ListLayout["view"],
  columns: { order: ["/a"], hidden: ["/b"], pinned: [""], widths: { "/a": 120.5 } },
  isGrouped: false,
  place: { top: 120.5, left: 0, row: 4, column: 2 },
  chart: { kind: "bar", x: "/a", y: ["/b"], series: "/c", aggregate: "sum" },
  compare: {
    ...{ source: "client", clientId: "c-2", clientLabel: "Okafor, Ngozi" },
    ...{ match: ["/id"], onlyChanges: true },
  },
};

describe("listToHost", () => {
  type Name = keyof typeof listToHost;
  const passing: readonly (readonly [name: Name, value: unknown])[] = [
    ["start", {}],
    ["start", { layout: FIRST_LAYOUT }],
    ["start", { layout: LAYOUT }],
    ["keepLayout", { layout: LAYOUT }],
    ["turn", { step: "last" }],
    ["goTo", { pageNumber: 0 }],
    ["goTo", { pageNumber: 40 }],
    ["resize", { pageSize: 1000 }],
    ["resize", { pageSize: 250_000 }],
    ["walk", { step: "pause" }],
    ["setParameters", { values: {} }],
    ["setParameters", { values: { fields: ["a", "b"], questionnaireId: "q" } }],
    ["rows", ROWS],
    ["rows", { ...ROWS, count: 500, columns: Array.from({ length: 40 }, (_, at) => `/${at}`) }],
    ["summary", { view: VIEW, column: "" }],
    ["chart", { view: VIEW }],
    ["chart", { view: VIEW, choice: LAYOUT.chart }],
    ["compareWith", { choice: LAYOUT.compare }],
    ["compareStep", { step: "swap" }],
    ["compareAct", { id: "retry" }],
    ["compareRows", { onlyChanges: true, from: 0, count: 50, columns: ["/a"] }],
    ["compareRows", { match: ["/id"], onlyChanges: true, from: 0, count: 50, columns: [] }],
    ["compareNext", { onlyChanges: false, row: -1, direction: "forward" }],
    ["compareCopy", { format: "markdown" }],
    ["compareValues", {}],
    ["compareValues", { column: "/value" }],
    ["measureFields", { parameter: "fields", step: "start" }],
    ["copyMeasurement", { format: "markdown" }],
    ["openDifference", { isSorted: true }],
    ["saveImage", { format: "svg", content: '<svg width="1"></svg>' }],
    ["find", FIND],
    ["findPath", { view: VIEW, query: "$..value", columns: ["/value"] }],
    ["copyPath", { view: VIEW, query: "$..value" }],
    ["copyRows", COPY],
    ["openValue", { view: VIEW, row: 0 }],
    ["openValue", { view: VIEW, row: 7, column: "/owner" }],
    ["openAsJson", {}],
    ["openRequest", {}],
    ["openToSide", {}],
    ["export", {}],
    ["openListSettings", {}],
    ["act", { id: "retry" }],
    ["copy", { what: "address" }],
  ];
  const refused: readonly (readonly [name: Name, value: unknown])[] = [
    ["start", undefined],
    ["start", { layout: null }],
    ["start", { layout: { ...LAYOUT, token: "x" } }],
    ["keepLayout", { layout: { ...LAYOUT, tab: "secret" } }],
    ["keepLayout", { layout: { ...LAYOUT, place: { ...LAYOUT.place, top: Number.NaN } } }],
    ["turn", { step: "sideways" }],
    ["turn", { step: "next", url: "x" }],
    ["turn", ["next"]],
    ["goTo", { pageNumber: -1 }],
    ["goTo", { pageNumber: 1.5 }],
    ["resize", { pageSize: 0 }],
    ["resize", { pageSize: 2 ** 53 }],
    ["resize", { pageSize: "25" }],
    ["walk", { step: "run" }],
    ["setParameters", { values: { "": "x" } }],
    ["setParameters", { values: { a: 1 } }],
    ["setParameters", { values: { a: "x".repeat(1001) } }],
    ["setParameters", { values: [] }],
    ["rows", { ...ROWS, count: 501 }],
    ["rows", { ...ROWS, count: 500, columns: Array.from({ length: 41 }, (_, at) => `/${at}`) }],
    ["rows", { ...ROWS, from: -1 }],
    ["rows", { ...ROWS, view: { ...VIEW, search: "x".repeat(1001) } }],
    ["rows", { ...ROWS, view: { ...VIEW, sort: [{ column: "/a", direction: "up" }] } }],
    ["rows", { ...ROWS, view: { ...VIEW, filters: Array(51).fill(VIEW.filters[0]) } }],
    ["rows", { ...ROWS, view: { ...VIEW, filters: [{ ...VIEW.filters[0], operator: "eval" }] } }],
    ["summary", { view: VIEW, column: 1 }],
    ["find", { ...FIND, direction: "up" }],
    ["find", { ...FIND, text: "x".repeat(1001) }],
    ["findPath", { view: VIEW, query: "x".repeat(1001), columns: [] }],
    ["copyPath", { view: VIEW, query: "$", path: "/etc" }],
    ["copyRows", { ...COPY, format: "html" }],
    ["copyRows", { ...COPY, selection: { ...SELECTION, ranges: [[2, 1]] } }],
    ["copyRows", { ...COPY, selection: { ...SELECTION, ranges: [[0, 3], [3, 4]] } }], // prettier-ignore
    ["copyRows", { ...COPY, selection: { ...SELECTION, ranges: [[0, 3, 4]] } }],
    ["openValue", { view: VIEW }],
    ["openValue", { view: VIEW, row: 0, column: undefined, path: "/etc" }],
    ["openAsJson", { path: "x" }],
    ["act", { id: "" }],
    ["act", { id: "x".repeat(201) }],
    ["act", { id: ["retry"] }],
    ["copy", { what: "token" }],
    ["compareWith", { choice: { ...LAYOUT.compare, source: "file" } }],
    ["compareStep", { step: "delete" }],
    ["compareRows", { onlyChanges: true, from: 0, count: 501, columns: [] }],
    ["compareRows", { onlyChanges: true, from: 0, count: 5, columns: [], other: 3 }],
    ["compareNext", { onlyChanges: false, row: -2, direction: "forward" }],
    ["compareCopy", { format: "html" }],
    ["compareValues", { column: 1 }],
    ["measureFields", { parameter: "fields", step: "all" }],
    ["copyMeasurement", { format: "html" }],
    ["openDifference", {}],
    ["copy", null],
  ];
  for (const [name, value] of passing) {
    it(`lets ${name} ${JSON.stringify(value).slice(0, 60)} in`, () => {
      assert.equal(v.is(listToHost[name].parameters, structuredClone(value)), true);
    });
  }
  for (const [index, [name, value]] of refused.entries()) {
    it(`refuses ${name} ${JSON.stringify([value]).slice(0, 60)} (${index})`, () => {
      assert.equal(v.is(listToHost[name].parameters, value), false);
    });
  }

  it("knows every call", () => {
    const tried = new Set(passing.map(([name]) => name));
    assert.deepEqual([...tried].sort(), Object.keys(listToHost).sort());
  });
});

describe("listState", () => {
  const state: ListState = {
    version: 2,
    query: {
      ...{ connectionId: "sandbox", operationId: "listHoldings", path: { clientId: "c-1" } },
      ...{ subject: "Okafor, Ngozi", parameters: { fields: ["a"] } },
      ...{ pageNumber: 3, pageSize: 50, mode: "page", copy: 1 },
    },
    layout: LAYOUT,
  };

  it("reads back what the panel keeps, and nothing beside it", () => {
    const query = { ...state.query, token: "x" };
    assert.deepEqual(accepted(listState, structuredClone({ ...state, query, rows: [1] })), state);
    assert.equal(accepted(listState, { ...state, isMasked: true })?.isMasked, true);
    assert.equal(accepted(listState, { ...state, isMasked: 1 })?.isMasked, false);
  });

  it("puts the parts of a layout that are broken back to the beginning, and only these", () => {
    const place = { top: "1", left: Number.NaN, row: -1 };
    const layout = { ...LAYOUT, place, chart: { kind: "pie" }, view: { sort: [] } };
    const { chart, ...rest } = LAYOUT;
    assert.ok(chart !== undefined);
    const wanted = { ...rest, place: FIRST_LAYOUT.place, view: EVERY_ROW };
    assert.deepEqual(accepted(listState, { ...state, layout })?.layout, wanted);
    assert.deepEqual(accepted(listState, { ...state, layout: 7 })?.layout, FIRST_LAYOUT);
  });

  const broken: readonly Record<string, unknown>[] = [
    { operationId: "" },
    { operationId: undefined },
    { path: { clientId: 7 } },
    { path: { clientId: "" } },
    { path: [] },
    { connectionId: "" },
    { parameters: { a: [1] } },
    { pageNumber: -1 },
    { pageSize: 2 ** 53 },
    { mode: "some" },
    { copy: -1 },
  ];
  for (const change of broken) {
    it(`refuses a query with ${JSON.stringify(change)}`, () => {
      assert.equal(
        accepted(listState, { ...state, query: { ...state.query, ...change } }),
        undefined,
      );
    });
  }

  it("refuses other versions and survives anything", () => {
    assert.equal(accepted(listState, { ...state, version: 1 }), undefined);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(accepted(listState, value), undefined);
      }),
    );
  });
});
