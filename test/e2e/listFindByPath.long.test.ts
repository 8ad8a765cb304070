import assert from "node:assert/strict";
import { FIRST_LAYOUT, type ListLayout } from "../../src/features/lists/messages/listLayout";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import {
  type OpenPanel,
  type PanelBed,
  type PanelOptions,
  startPanelBed,
} from "./panels/panelPage";
import { holdingsView } from "./panels/samples";
import { looks } from "./panels/themes";
import { until } from "./panels/until";

const ROWS = 400;

describe("values found by JSONPath in the rows of a list", () => {
  let bed: PanelBed;
  const open: OpenPanel[] = [];

  before(async () => {
    bed = await startPanelBed();
  });

  afterEach(async () => {
    for (const panel of open.splice(0)) {
      assert.deepEqual(panel.problems, []);
      await panel.close();
    }
  });

  after(() => bed.close());

  /** A panel whose find bar takes a query. */
  const start = async (options: PanelOptions = {}): Promise<OpenPanel> => {
    const panel = await bed.open({ view: holdingsView(), text: rowsText() }, options);
    open.push(panel);
    await panel.page.locator(".head .cell").first().waitFor();
    await panel.settle();
    await openFind(panel);
    return panel;
  };
  const openFind = async (panel: OpenPanel): Promise<void> => {
    panel.rpc.notify("wish", { wish: "find" });
    await panel.page.getByRole("textbox", { name: "Find in rows" }).waitFor();
    await panel.page.getByRole("button", { name: "JSONPath" }).press("Enter");
    await field(panel).waitFor();
  };

  const field = (panel: OpenPanel) => panel.page.getByRole("textbox", { name: "Find by JSONPath" });
  const find = async (panel: OpenPanel, query: string, count: string): Promise<void> => {
    await field(panel).fill(query);
    await field(panel).press("Enter");
    await panel.page.getByText(count, { exact: true }).waitFor();
    await panel.settle();
  };
  const marked = (panel: OpenPanel): Promise<readonly string[]> =>
    panel.page.locator(".body .marked").allTextContents();
  const headers = (panel: OpenPanel): Promise<readonly string[]> =>
    panel.page.locator(".head .cell .name").allTextContents();

  for (const { name, theme, width } of looks(["dark", 900])) {
    it(`are marked, in place and accessible in ${name} at ${width} pixels`, async () => {
      const panel = await start({ theme, width });
      await find(panel, "$[?@.value > 390].value", "1 of 10");
      await takeShot(panel.page, `list-path-${name}-${width}`);
      await assertAccessible(panel.page);
      await assertInPlace(panel.page, width);
    });
  }

  it("are stepped through by keys, in sight or not, and copied as they are written", async () => {
    const panel = await start();
    await find(panel, "$[?@.value > 390].value", "1 of 10");
    assert.deepEqual((await marked(panel)).slice(0, 2), ["390.10", "391.10"]);
    await panel.page.keyboard.press("Shift+Enter");
    await panel.page.getByText("10 of 10", { exact: true }).waitFor();
    await panel.page.keyboard.press("Enter");
    await panel.page.getByText("1 of 10", { exact: true }).waitFor();
    await panel.page.getByRole("button", { name: "Copy matches" }).press("Enter");
    await panel.page.getByText("Matches copied: 10").waitFor();
    assert.equal(panel.copied.at(-1), Array.from({ length: 10 }, (_, n) => `39${n}.10`).join("\n"));
    await panel.page.keyboard.press("Escape");
    await until(panel.page, async () => (await marked(panel)).length === 0);
  });

  it("mark the number of a row that is found as a whole, as do those of hidden columns", async () => {
    const columns = { ...FIRST_LAYOUT.columns, hidden: ["/value"] };
    const layout: ListLayout = { ...FIRST_LAYOUT, columns };
    const panel = await start({ layout });
    await find(panel, "$[1]", "1 of 1");
    assert.deepEqual(await marked(panel), ["27"]);
    await find(panel, "$[2].value", "1 of 1");
    assert.deepEqual(await marked(panel), ["28"]);
    await find(panel, "$..weight", "1 of 400");
    assert.match((await marked(panel))[0] ?? "", /1 item/);
  });

  it("show the columns that have them, and no others", async () => {
    const panel = await start();
    await find(panel, "$[*]['provider','value']", "1 of 800");
    await panel.page.getByRole("button", { name: "Show only columns with matches" }).press("Enter");
    await until(panel.page, async () => (await headers(panel)).join() === "provider,value");
    await find(panel, "$..isOpen", "1 of 400");
    await panel.page.getByRole("button", { name: "Show only columns with matches" }).press("Enter");
    await until(panel.page, async () => (await headers(panel)).join() === "isOpen");
  });

  it("are those of the rows that are shown, also when these change", async () => {
    const panel = await start();
    await find(panel, "$[0].value", "1 of 1");
    assert.deepEqual(await marked(panel), ["0.10"]);
    const name = panel.page.locator('.head .cell[title="value"] .name');
    await name.click();
    await panel.page.locator('.head .cell[title="value"][aria-sort="ascending"]').waitFor();
    await name.click();
    await until(panel.page, async () => (await marked(panel)).join() === "399.10");
  });

  it("say what is no query, and what has no match", async () => {
    const panel = await start();
    await field(panel).fill("$[?");
    await panel.page.getByText(/^This is not a JSONPath query: .+\.$/).waitFor();
    await takeShot(panel.page, "list-path-wrong");
    await assertAccessible(panel.page);
    await find(panel, "$..nowhere", "No matches");
    assert.equal(await panel.page.getByRole("button", { name: "Copy matches" }).isDisabled(), true);
  });

  it("are searched as they are shown while values are masked", async () => {
    const panel = await start();
    panel.mask();
    await panel.show({ view: holdingsView({ isMasked: true }), text: rowsText() });
    // What was looked for before is forgotten.
    assert.equal(await field(panel).count(), 0);
    await openFind(panel);
    await find(panel, "$[*].value", "1 of 400");
    await panel.page.getByRole("button", { name: "Copy matches" }).press("Enter");
    await panel.page.getByText("Matches copied: 400").waitFor();
    assert.doesNotMatch(panel.copied.at(-1) ?? "399.10", /^\d+\.10$/m);
  });
});

/** Names, numbers, dates, booleans, and a list in each row. */
function rowsText(): string {
  const providers = ['"Aviva"', '"Fidelity"', '"Zurich"', "null"];
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const funds = `[{"name":"Fund ${row}","weight":1.0}]`;
    return `{"provider":${providers[row % 4]},"value":${row}.10,"isOpen":${row % 3 === 0},"funds":${funds}}`;
  });
  return `[${rows.join()}]`;
}
