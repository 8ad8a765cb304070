import assert from "node:assert/strict";
import { type Editor, startEditor } from "./support/editor";
import { chooseFault } from "./support/faultHands";
import { edgeId, ListHands } from "./support/listHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { pictureInEachLook, THEMES } from "./support/themes";
import { untilRead } from "./support/until";
import { EDITOR_FRAME, type Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
/** By which a reader through binary floating point would be found out. */
const EXACT = "9007199254740993";
const PSEUDONYM = /^Person •[0-9A-Z]{8}$/;
const REPEATED = "Pages: rows come again";

/** Lists by hand: one window, a picture of each step in each look. */
describe("lists, by hand", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let hands: ListHands;

  const panel = (): ReturnType<Workbench["webview"]> => window.webview();
  const picture = (name: string): Promise<void> =>
    pictureInEachLook(window, (look) => `lists-${look}-${name}`);
  const press = (key: string): Promise<void> => window.page.keyboard.press(key);

  const clipboard = async (wanted: string | RegExp): Promise<void> => {
    await untilRead("the clipboard", wanted, () => window.readClipboard());
  };

  const chooseFaults = (label: string, said: RegExp): Promise<void> =>
    chooseFault(window, label, said);

  const privacy = (title: string): Promise<void> =>
    window.page
      .locator(`.part.sidebar .action-label[aria-label="${title}"]:visible`)
      .first()
      .click();

  before(async () => {
    // What is pinned and laid out is kept.
    editor = await startEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    window = await editor.openWindow();
    hands = new ListHands(window);
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
  });

  after(async () => {
    editor.changeSettings({ "financialPlanning.privacy.mask": false });
    await window.close();
    await editor.stop();
  });

  it("a client is found by name and birth date, and pinned", async () => {
    await window.runCommand("Financial Planning: Find Client…");
    await window.quickInput.row("Abernathy, Ruth").waitFor();
    await window.quickInput.fillPick("nobody of this name");
    await window.quickInput.row(/Load more clients/).waitFor();
    await window.page
      .locator(".quick-input-list")
      .getByText("no match · 100 of 2,000 loaded")
      .waitFor();
    await picture("no-match");
    await window.quickInput.fillPick("abn 1959");
    await window.quickInput.row("Abney, Miles").hover();
    await picture("found");
    await window.page.locator('.quick-input-list .action-label[aria-label="Pin"]:visible').click();
    await window.quickInput.cancel();
    await window.page
      .locator('.part.sidebar .monaco-list-row[aria-level="4"]')
      .first()
      .getByText("Abney, Miles")
      .waitFor();
  });

  it("a client is opened by id: no other text is taken", async () => {
    await window.runCommand("Financial Planning: Open Client by Id…");
    await window.quickInput.fill("ed9ec11e");
    await window.page
      .locator(".quick-input-message")
      .getByText("The id of a client is a UUID")
      .waitFor();
    await window.quickInput.cancel();
    await hands.openClient("Wide");
    await picture("by-id");
  });

  it("the keys move at once, columns are sorted, pinned and hidden", async () => {
    await hands.openList("Wide", "Holdings");
    await hands.page("page 1 of 5");
    await hands.cell(1, 1).and(panel().locator(":focus")).waitFor();
    await hands.head("value").click();
    await panel().locator('.head [aria-sort="ascending"]').waitFor();
    await hands.cell(1, 5).getByText("12,219.97", { exact: true }).waitFor();
    await hands.fromMenu(hands.head("fund"), "Pin column");
    await hands.fromMenu(hands.head("isin"), "Hide column");
    await panel().getByText("isin is hidden. Show it again with 'Columns'.").first().waitFor();
    await hands.cell(2, 1).click();
    await press("Control+End");
    await hands.head("yield.y2026").waitFor();
    await hands.head("fund").waitFor();
    await picture("wide-end");
    await press("Control+Home");
    await hands.head("provider").waitFor();
  });

  it("rows are filtered, summed up and found", async () => {
    await hands.fromMenu(hands.head("provider"), "Filter…");
    await window.page.keyboard.type("legal");
    await press("Enter");
    await hands.counts("rows: 3 of 25");
    await hands.fromMenu(hands.head("value"), "Summary…");
    const summary = panel().locator("fp-column-summary");
    await summary.getByText("36,909,871.66").waitFor();
    await summary.getByText("3,597,331.35").first().waitFor();
    await picture("summary");
    await press("Escape");
    await hands.button("Clear all filters").click();
    await hands.counts("25 rows");
    await press("Control+f");
    await panel().locator("fp-find-bar input:focus").fill("tracker");
    await panel().locator("fp-find-bar .count").getByText("1 of 3").waitFor();
    await picture("found-in-rows");
    await press("Escape");
    await hands.focused("Asia Pacific Tracker (Acc)");
    await hands.assertAccessible();
  });

  it("what is selected is copied as it came", async () => {
    await hands.cell(2, 1).click();
    await hands.cell(3, 3).click({ modifiers: ["Shift"] });
    await press("Control+c");
    const fund = "Asia Pacific Equity Income\tFidelity\t832.4793\n";
    await clipboard(`${fund}Asia Pacific Tracker (Acc)\tRoyal London\t4908.5679`);
    await hands.fromMenu(hands.cell(2, 3), "Copy as JSON");
    await clipboard(/"units": 4908\.5679\b/);
    await panel().locator("fp-list-grid .spoken").getByText("2 rows copied").waitFor();
    await picture("copied");
    await hands.button("Copy address").click();
    const address = `/finances/v1/clients/${edgeId("Wide")}/holdings?pageSize=25&pageNumber=1`;
    await clipboard(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${address.replace("?", "\\?")}$`));
  });

  it("pages are turned by keys and by number", async () => {
    await hands.cell(1, 1).click();
    await press("Alt+PageDown");
    await hands.page("page 2 of 5");
    await panel().locator("fp-list-grid [role=gridcell]:focus").waitFor();
    await panel().locator("fp-pager .number").fill("5");
    await press("Enter");
    await hands.page("page 5 of 5");
    await hands.counts("20 rows");
  });

  it("values that are markup are text, and a row opens as JSON", async () => {
    await hands.openClient("Hostile");
    await hands.openList("Hostile", "Holdings");
    await panel().getByText("<script>alert(1)</script>").first().waitFor();
    assert.equal(await panel().locator("fp-list-grid :is(img, iframe, svg)").count(), 0);
    await picture("hostile");
    await hands.cell(1, 1).click();
    await press("Enter");
    await window.tab(/^holdings-row\.1\.json/).waitFor();
    assert.match(await window.editor.text(), /"fund": "<script>alert\(1\)<\/script>"/);
  });

  it("all pages are loaded, and numbers stay as they came", async () => {
    await hands.openClient("Numbers");
    await hands.openList("Numbers", "Holdings");
    await hands.button("Load all").click();
    await panel().locator("fp-walk").getByText("all pages loaded: 5").first().waitFor();
    await hands.counts("120 rows");
    await press("Control+f");
    await panel().locator("fp-find-bar input:focus").fill(EXACT);
    await panel()
      .locator("fp-find-bar .count")
      .getByText(/^1 of /)
      .waitFor();
    await press("Escape");
    await press("Control+c");
    await clipboard(EXACT);
    await picture("numbers");
  });

  it("a long walk pauses, goes on and stops when it is told to", async () => {
    await hands.openClient("Many");
    await hands.openList("Many", "Holdings");
    const walk = panel().locator("fp-walk .text");
    await hands.button("Load all").click();
    await hands.button("Pause").click();
    await walk.getByText(/^paused · pages loaded: \d+$/).waitFor();
    await hands.button("Resume").click();
    await walk.getByText(/^rows so far: \S+ of 200,000/).waitFor();
    await picture("walk");
    await hands.button("Stop").click();
    await walk.getByText(/^stopped · pages loaded: \d+$/).waitFor();
    await hands.button("Resume").and(panel().locator(":focus")).waitFor();
    await hands.button("Back to pages").click();
    await hands.page("page 1 of 8,000");
  });

  it("parameters are picked and asked with", async () => {
    await hands.openClient("Series");
    await hands.openList("Series", "Results");
    await hands.page("page 1 of 4");
    await hands.button("Parameters").click();
    const form = panel().locator("fp-parameters");
    await form.getByLabel("factors").check();
    await form.getByLabel("questionnaireId").fill("attitude-to-risk");
    await hands.assertAccessible();
    await picture("parameters");
    await hands.button("Apply").click();
    await hands.page("page 1 of 1");
    await hands.button("Parameters (2)").waitFor();
    await hands.counts("24 rows");
    await panel()
      .locator(".address")
      .getByText(/fields=factors&questionnaireId=attitude-to-risk/)
      .waitFor();
  });

  it("the rows are drawn, and in another way when that is chosen", async () => {
    await panel().getByRole("tab", { name: "Chart" }).click();
    const chart = panel().locator("fp-list-chart");
    await chart.locator('.drawing[aria-label*="riskLevel by completedOn"]').waitFor();
    await chart.getByLabel("Chart", { exact: true }).selectOption("donut");
    await chart.locator('.drawing[aria-busy="false"]:not([hidden]) :is(canvas, svg)').waitFor();
    await picture("chart");
    await hands.assertAccessible();
    await panel().getByRole("tab", { name: "Table" }).click();
  });

  it("oddities of the service's pages are said", async () => {
    await chooseFaults(REPEATED, /1 fault is on/);
    await window.tab(/^Holdings · Zygmunt, Wide/).click();
    await hands.button("First page").click();
    await hands.page("page 1 of 5");
    await hands.button("Load all").click();
    await panel()
      .locator("fp-findings summary")
      .getByText(/remarks? on how the service pages/)
      .click();
    await panel()
      .locator("fp-findings li")
      .getByText(/came more than once/)
      .waitFor();
    await picture("findings");
    await chooseFaults("None", /answers every call as it should/);
  });

  it("privacy mode masks rows on screen, titles, copies and the tree", async () => {
    await hands.button("Back to pages").click();
    await hands.page("page 1 of 5");
    await hands
      .cell(1, 5)
      .getByText(/^[\d,]+\.\d\d$/)
      .waitFor();
    await privacy("Turn On Privacy Mode");
    await window.tree.row(...CLIENTS, PSEUDONYM);
    await hands.cell(1, 5).getByText(/•/).waitFor();
    await hands.cell(1, 5).click();
    await press("Control+c");
    await clipboard(/•/);
    await window.tab("Zygmunt, Wide").waitFor({ state: "detached" });
    const words = await panel().locator("h1").textContent();
    assert.match(words ?? "", /^Holdings · Person •/);
    await picture("masked");
    await privacy("Turn Off Privacy Mode");
    await hands
      .cell(1, 5)
      .getByText(/^[\d,]+\.\d\d$/)
      .waitFor();
  });

  it("a list opens to the side, and all is kept through a reload without a call", async () => {
    await hands.button("Open to the side").click();
    await window.page.locator(".editor-group-container").nth(1).waitFor();
    await window
      .tab(/^Holdings · Zygmunt, Wide/)
      .nth(1)
      .waitFor();
    await window.page.locator(`${EDITOR_FRAME}:visible`).nth(1).waitFor();
    await window.lastWebview().locator("fp-pager .page").getByText("page 1 of 5").waitFor();
    await picture("side");
    await window.runCommand("View: Close Editor");
    await window.page.locator(".editor-group-container").nth(1).waitFor({ state: "detached" });
    await window.tab(/^Holdings · Zygmunt, Wide/).click();
    await hands.cell(1, 1).waitFor();
    await window.reload();
    await panel().getByText("This list was restored without its rows.").waitFor();
    await window.statusBarItem("Sandbox · starts when opened").waitFor();
    await picture("restored");
    await hands.button("Reload").first().click();
    await hands.page("page 1 of 5");
    await panel().locator('.head [aria-sort="ascending"]').getByText("value").waitFor();
    await hands.head("fund").locator(".pinned").waitFor();
    assert.equal(await hands.head("isin").count(), 0);
  });

  it("left no unhandled error in the log", () => {
    assert.deepEqual(window.problems(), []);
  });
});
