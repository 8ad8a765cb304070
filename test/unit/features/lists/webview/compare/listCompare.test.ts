import assert from "node:assert/strict";
import type {
  CompareAnswer,
  ComparedSide,
  OpenedComparison,
} from "../../../../../../src/features/lists/messages/listComparison";
import { ListCompare } from "../../../../../../src/features/lists/webview/compare/listCompare";
import { until } from "../../support/sessions";

const CHOICE = { source: "client", clientId: "a", onlyChanges: false } as const;
const OTHER = { ...CHOICE, clientId: "b" };
const SIDE: ComparedSide = {
  ...{ title: "", place: "", connection: "" },
  environment: { word: "Sandbox", icon: "beaker" },
};
/** All that the tab keeps of rows here: that there are some. */
const ANSWER = { columns: [], total: 0, from: 0, rows: [] } as unknown as CompareAnswer;

describe("rows of the compare tab", () => {
  let element: ListCompare;
  let asked: number;

  beforeEach(async () => {
    // As much of a browser as the element needs before it is drawn.
    Object.assign(globalThis, {
      ResizeObserver: function () {
        return {};
      },
      document: { createElement: () => ({ getContext: () => null }) },
    });
    element = new ListCompare();
    asked = 0;
    element.ask = {
      compareRows: () => {
        asked++;
        return Promise.resolve(ANSWER);
      },
    } as never;
    show({ version: "1" });
    await until(() => hasRows());
  });

  afterEach(() => {
    Reflect.deleteProperty(globalThis, "ResizeObserver");
    Reflect.deleteProperty(globalThis, "document");
  });

  function show(change: Partial<OpenedComparison>): void {
    const opened = { choice: CHOICE, sides: [SIDE, SIDE] as const, isLoading: false, ...change };
    element.comparison = { offers: [], opened };
    element.willUpdate(new Map());
  }

  const hasRows = (): boolean => element.store.shown !== undefined;

  it("stay while the same is asked for again, until other ones are there", async () => {
    show({ isLoading: true });
    assert.ok(hasRows());
    show({ version: "2" });
    assert.ok(hasRows());
    await until(() => asked === 2);
  });

  it("go as soon as something else is compared, and where it did not come", async () => {
    show({ choice: OTHER, isLoading: true });
    assert.equal(hasRows(), false);
    show({ choice: OTHER });
    assert.equal(hasRows(), false);
    show({ choice: OTHER, version: "2" });
    await until(() => hasRows());
    show({ choice: OTHER });
    assert.equal(hasRows(), false);
    // What was there before may come again.
    show({ choice: OTHER, version: "2" });
    await until(() => hasRows());
  });
});
