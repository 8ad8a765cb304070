import assert from "node:assert/strict";
import { isPanelContent, isPanelStart } from "../../../src/shared/panelContent";
import { holdingsPage, holdingsView } from "../../e2e/panels/samples";
import { PANEL_TEXTS } from "../../e2e/panels/texts";

describe("isPanelContent", () => {
  const notice = { what: "a", advice: "b", actions: [{ id: "c", label: "d" }] };
  const passing: readonly (readonly [name: string, content: unknown])[] = [
    ["a page", holdingsPage()],
    ["a view without rows of its own", { view: holdingsView() }],
    ["no rows", { view: holdingsView({ empty: notice }), table: null }],
    ["a failure", { view: holdingsView({ error: notice, notes: ["", "x"] }) }],
    ["an unknown member more", { view: { ...holdingsView(), more: 1 }, more: 1 }],
  ];
  for (const [name, content] of passing) {
    it(`lets in ${name}`, () => assert.equal(isPanelContent(structuredClone(content)), true));
  }

  it("refuses a content with any one of its parts wrong", () => {
    const whole = {
      view: holdingsView({ error: notice, empty: notice, notes: ["x"] }),
      table: {
        columns: [{ key: "/a", label: "a", isNumeric: true }],
        rows: [[]],
        omittedColumns: 0,
      },
    };
    const cells = [
      { kind: "text", text: "x" },
      { kind: "number", text: "1", isCut: true },
      { kind: "items", count: 2 },
    ];
    let tried = 0;
    for (const cell of cells) {
      const content = { ...whole, table: { ...whole.table, rows: [[cell]] } };
      assert.equal(isPanelContent(content), true);
      for (const place of placesOf(content)) {
        const wrong = structuredClone(content);
        replaceAt(wrong, place, Symbol.iterator);
        assert.equal(isPanelContent(wrong), false, place.join("."));
        tried++;
      }
    }
    assert.ok(tried > 150);
  });

  it("refuses a table whose rows do not fit its columns", () => {
    const table = { columns: [], rows: [[{ kind: "null" }]], omittedColumns: 0 };
    assert.equal(isPanelContent({ view: holdingsView(), table }), false);
  });

  it("refuses an icon that is no name of an icon", () => {
    for (const icon of ["", "a b", 'x"><img>', "x".repeat(51)]) {
      const environment = { word: "Sandbox", icon };
      assert.equal(isPanelContent({ view: holdingsView({ environment }) }), false, icon);
    }
  });

  it("wants words with the first content", () => {
    assert.equal(isPanelStart({ ...holdingsPage(), texts: PANEL_TEXTS }), true);
    assert.equal(isPanelStart(holdingsPage()), false);
    assert.equal(isPanelStart({ ...holdingsPage(), texts: { ...PANEL_TEXTS, grid: 1 } }), false);
    assert.equal(isPanelStart({ texts: PANEL_TEXTS }), false);
  });
});

type Place = readonly (string | number)[];

/** Every place in a value: its members, theirs, and so on. */
function placesOf(value: unknown, before: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = [...before, name];
    return [place, ...placesOf(inner, place)];
  });
}

function replaceAt(target: object, place: Place, value: unknown): void {
  const last = place.at(-1) ?? assert.fail();
  const owner = place
    .slice(0, -1)
    .reduce<object>((object, name) => Reflect.get(object, name) as object, target);
  Reflect.set(owner, last, value);
}
