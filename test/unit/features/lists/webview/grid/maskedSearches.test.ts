import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "esbuild";
import {
  EVERY_ROW,
  type RowView,
} from "../../../../../../src/features/lists/messages/listQuestions";

/** Longer than any pause in the typing that is waited for. */
const PAUSE_MS = 600;
const GRID = join(process.cwd(), "src", "features", "lists", "webview", "list", "grid");

interface Finder {
  open(): void;
  render(texts: object): unknown;
  find(wish: object): Promise<void>;
}

interface Grid extends EventTarget {
  isMasked: boolean;
  ask: object;
  readonly finder: Finder;
  willUpdate(changed: ReadonlyMap<string, unknown>): void;
}

interface Bar extends EventTarget {
  view: RowView;
  asked: string;
  onSearch(event: object): void;
  onInput(): void;
  disconnectedCallback(): void;
}

interface Form extends EventTarget {
  options: object | undefined;
  drafts: readonly object[];
  set(index: number, draft: object): void;
}

/** As much of a browser as elements need that nobody draws. */
const BROWSER = {
  CSS: { highlights: new Map() },
  Element: Object,
  document: { createElement: () => ({ getContext: () => null }), hasFocus: () => false },
};

interface Elements {
  readonly ListGrid: new () => Grid;
  readonly GridBar: new () => Bar;
  readonly FindBar: new () => Bar;
  readonly ColumnFilterForm: new () => Form;
}

describe("searches of a list, when its rows are masked", () => {
  let elements: Elements;
  let grid: Grid;
  /** Texts that an opened Find bar was filled with. */
  let filled: (string | undefined)[];
  let parts: Record<string, object>;

  before(async () => {
    elements = await loadElements(["ListGrid", "GridBar", "FindBar", "ColumnFilterForm"]);
    Object.assign(globalThis, BROWSER);
  });

  after(() => Object.keys(BROWSER).forEach((name) => Reflect.deleteProperty(globalThis, name)));

  beforeEach(() => {
    filled = [];
    parts = { "fp-find-bar": { focusText: (text?: string) => filled.push(text) } };
    grid = new elements.ListGrid();
    Object.assign(grid, {
      body: { active: { row: 1, column: 1 }, extent: {}, paint: () => undefined },
      ask: { find: () => Promise.resolve({ ordinal: 1, matches: 3, row: 0, column: 0 }) },
      select: () => undefined,
      renderRoot: { querySelector: (name: string) => parts[name] ?? null },
    });
    Object.defineProperty(grid, "updateComplete", { value: Promise.resolve(true) });
  });

  const mask = (was: boolean | undefined): void => {
    grid.isMasked = true;
    grid.willUpdate(new Map([["isMasked", was]]));
  };
  const reopened = async (): Promise<string | undefined> => {
    grid.finder.open();
    await Promise.resolve();
    return filled.at(-1);
  };
  // Nothing is a symbol, which JSON has not.
  const shown = (): string => JSON.stringify([grid.finder.render({})]);

  it("are closed and forgotten, with their count", async () => {
    grid.finder.open();
    await grid.finder.find({ text: "Meier", isPath: false, direction: "forward", isStep: false });
    assert.match(shown(), /"matches":3/);
    mask(false);
    assert.doesNotMatch(shown(), /fp-find-bar/);
    assert.equal(await reopened(), "");
    assert.doesNotMatch(shown(), /"matches"/);
  });

  it("are forgotten where they are by JSONPath, and their bar was closed before", async () => {
    grid.finder.open();
    await grid.finder.find({ text: "$..name", isPath: true, direction: "forward", isStep: false });
    Object.assign(grid.finder, { isOpen: false });
    mask(false);
    assert.equal(await reopened(), "");
    assert.doesNotMatch(shown(), /true/);
  });

  it("stay in a list whose rows were masked already", async () => {
    grid.finder.open();
    const text = "Person •4F2A9K7C";
    await grid.finder.find({ text, isPath: false, direction: "forward", isStep: false });
    mask(undefined);
    grid.willUpdate(new Map());
    assert.match(shown(), /"matches":3/);
    Object.assign(grid.finder, { isOpen: false });
    assert.equal(await reopened(), text);
  });

  it("come back from no pause in the typing of the search box", async () => {
    const bar = new elements.GridBar();
    const input = { value: "Meier" };
    const views: unknown[] = [];
    bar.addEventListener("fp-view", (event) => views.push((event as CustomEvent).detail));
    Object.assign(bar, { view: EVERY_ROW, renderRoot: { querySelector: () => input } });
    parts["fp-grid-bar"] = bar;
    bar.onSearch({ target: input });
    mask(undefined);
    assert.equal(input.value, "Meier");
    mask(false);
    await wait(PAUSE_MS);
    assert.deepEqual([views, input.value], [[], ""]);
  });

  it("come back from no filter of a column that is being typed", async () => {
    const form = new elements.ColumnFilterForm();
    const changes: unknown[] = [];
    const options = { column: { key: "name", kind: "text" }, change: changes.push.bind(changes) };
    Object.assign(form, { options, matches: () => false });
    parts["fp-column-filter"] = form;
    form.set(0, { column: "name", operator: "contains", value: "Meier" });
    mask(false);
    await wait(PAUSE_MS);
    form.dispatchEvent(new Event("toggle"));
    assert.deepEqual([changes, form.drafts, form.options], [[], [], undefined]);
  });

  it("come back from no pause in the typing of a Find bar that is gone", async () => {
    const bar = new elements.FindBar();
    const found: unknown[] = [];
    bar.addEventListener("fp-find", (event) => found.push((event as CustomEvent).detail));
    Object.assign(bar, { renderRoot: { querySelector: () => ({ value: "Meier" }) } });
    bar.onInput();
    bar.disconnectedCallback();
    await wait(PAUSE_MS);
    assert.deepEqual(found, []);
  });
});

/** They need the types of a browser: they are bundled by themselves. */
async function loadElements(names: readonly string[]): Promise<Elements> {
  const outfile = join(process.cwd(), "out", "bundles", "maskedSearches.js");
  const exported = names.map((name) => {
    const file = `./${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return `export { ${name} } from ${JSON.stringify(file.replace(/Form$/, ""))};`;
  });
  await build({
    ...{ bundle: true, platform: "node", format: "cjs", outfile, logLevel: "warning" },
    stdin: { contents: exported.join("\n"), resolveDir: GRID, loader: "ts" },
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  });
  return createRequire(outfile)(outfile) as Elements;
}
