import assert from "node:assert/strict";
import fc from "fast-check";
import type { PanelState } from "../../../src/shared/listPanel";
import { decodePanelState, PANEL_CHECKS } from "../../../src/shared/panelChecks";

describe("PANEL_CHECKS", () => {
  type Name = keyof typeof PANEL_CHECKS;
  const passing: readonly (readonly [name: Name, value: unknown])[] = [
    ["start", {}],
    ["openAsJson", {}],
    ["turn", { step: "next" }],
    ["resize", { pageSize: 200 }],
    ["act", { id: "retry" }],
    ["copy", { what: "traceId" }],
  ];
  const refused: readonly (readonly [name: Name, value: unknown])[] = [
    ["start", undefined],
    ["start", []],
    ["start", { url: "http://127.0.0.1" }],
    ["turn", { step: "last" }],
    ["turn", { step: "next", url: "x" }],
    ["turn", ["next"]],
    ["resize", { pageSize: 0 }],
    ["resize", { pageSize: 1001 }],
    ["resize", { pageSize: 2.5 }],
    ["resize", { pageSize: "25" }],
    ["resize", { pageSize: Number.NaN }],
    ["act", { id: "" }],
    ["act", { id: "x".repeat(201) }],
    ["act", { id: ["retry"] }],
    ["copy", { what: "token" }],
    ["copy", null],
  ];
  for (const [name, value] of passing) {
    it(`lets ${name} ${JSON.stringify(value)} in`, () => {
      assert.equal(PANEL_CHECKS[name](value), true);
    });
  }
  for (const [name, value] of refused) {
    it(`refuses ${name} ${JSON.stringify([value]).slice(0, 40)}`, () => {
      assert.equal(PANEL_CHECKS[name](value), false);
    });
  }
});

describe("decodePanelState", () => {
  const state: PanelState = {
    version: 1,
    query: {
      connectionId: "sandbox",
      list: "holdings",
      clientId: "c-1",
      clientLabel: "Okafor, Ngozi",
      pageNumber: 3,
      pageSize: 50,
    },
    place: { top: 120.5, left: 0, row: 4, column: 2 },
  };

  it("reads back what the panel keeps, and nothing beside it", () => {
    const query = { ...state.query, token: "x" };
    assert.deepEqual(decodePanelState(structuredClone({ ...state, query, rows: [1] })), state);
  });

  it("puts a broken place back to the beginning", () => {
    const place = { top: "1", left: Number.NaN, row: -1 };
    const start = { top: 0, left: 0, row: 0, column: 0 };
    assert.deepEqual(decodePanelState({ ...state, place })?.place, start);
    assert.deepEqual(decodePanelState({ ...state, place: undefined })?.place, start);
  });

  const broken: readonly Record<string, unknown>[] = [
    { list: "pensions" },
    { clientId: undefined },
    { clientId: 7 },
    { connectionId: "" },
    { pageNumber: 0 },
    { pageSize: 5000 },
  ];
  for (const change of broken) {
    it(`refuses a query with ${JSON.stringify(change)}`, () => {
      assert.equal(decodePanelState({ ...state, query: { ...state.query, ...change } }), undefined);
    });
  }

  it("refuses other versions and survives anything", () => {
    assert.equal(decodePanelState({ ...state, version: 2 }), undefined);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(decodePanelState(value), undefined);
      }),
    );
  });
});
