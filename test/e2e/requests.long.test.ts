import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { FrameLocator, Locator } from "playwright-core";
import { assertAccessibleInside } from "./panels/looks";
import { type Editor, sharedEditor } from "./support/editor";
import { chooseFault as chooseFaultOf } from "./support/faultHands";
import { endWithFirstFailure } from "./support/sharedWindow";
import { inEachLook, pictureInEachLook, THEMES } from "./support/themes";
import { untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENTS = ["Sandbox", "Client records", "Clients"] as const;
const FIRST_CLIENT = /, /;
const BUSY = "Every second call: 429, wait 3 s";
const FORBIDDEN = "Holdings: 403";
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** A wait that is on: the seconds left. */
const RETRIES_IN = /retries in (\d+) s/;

const WIDE = { width: 1400, height: 900 };
/** As narrow as half a screen, the panel area about 200 pixels high. */
const NARROW = { width: 760, height: 700 };

/** What became of a call, from its row to the support ticket, by mouse and keyboard. */
describe("calls on the record", function () {
  endWithFirstFailure(this);
  let editor: Editor;
  let window: Workbench;
  let folder: string;
  let clientName: string;
  let secrets: readonly string[];
  let clientId: string;
  let step = 0;

  const picture = async (name: string): Promise<void> => {
    step++;
    for (const page of [window.webview(), window.viewWebview()]) {
      await iconsCome(page);
    }
    const number = String(step).padStart(2, "0");
    return pictureInEachLook(window, (look) => `requests-${look}-${number}-${name}`);
  };
  const view = (): FrameLocator => window.viewWebview();
  const detail = (): FrameLocator => window.webview();
  const row = (text: string | RegExp): Locator =>
    view().locator(".row.action").filter({ hasText: text }).first();
  const firstRow = (): Locator => view().locator(".canvas [data-index='0']");
  const detailButton = (name: string): Locator =>
    detail().getByRole("button", { name, exact: true });
  const field = (name: string | RegExp): Locator => detail().getByLabel(name);

  const clipboard = (wanted: RegExp): Promise<string> =>
    untilRead("the clipboard", wanted, () => window.readClipboard());

  const chooseFault = (label: string, said: RegExp): Promise<void> =>
    chooseFaultOf(window, label, said, async () => {
      if (label === BUSY) {
        await picture("faults");
      }
    });

  /**
   * Turns the page of the holdings, which has to wait, opens the request meanwhile and gives the
   * seconds left there and in the view. A busy machine may be late: then another page is turned.
   */
  const openWhileItWaits = async (): Promise<readonly [number, number]> => {
    let turn = 0;
    let left: readonly [number, number] = [Number.NaN, Number.NaN];
    await untilItWorks(async (timeout) => {
      turn++;
      await window.tab(/^Holdings · /).click({ timeout });
      await detail()
        .locator(`fp-pager .${turn % 2 === 1 ? "next" : "previous"}`)
        .click({ timeout });
      const waits = firstRow().filter({ hasText: RETRIES_IN });
      await waits.waitFor({ timeout });
      await firstRow().locator(".status").click({ timeout });
      await window.page.keyboard.press("Enter");
      await window
        .tab(/^Request · Holdings/)
        .last()
        .waitFor({ timeout });
      const live = detail().locator("fp-timeline .live .words").filter({ hasText: RETRIES_IN });
      await live.waitFor({ timeout });
      const inView = firstRow().locator(".status").filter({ hasText: RETRIES_IN });
      left = [await secondsLeft(live, timeout), await secondsLeft(inView, timeout)];
      await picture("waiting");
    });
    return left;
  };

  const secondsLeft = async (words: Locator, timeout: number): Promise<number> =>
    Number(RETRIES_IN.exec(await words.innerText({ timeout }))?.[1] ?? Number.NaN);

  const hidesSecrets = (text: string): void => {
    for (const secret of secrets) {
      assert.ok(!text.includes(secret), "a secret is shown");
    }
    assert.doesNotMatch(text, /eyJ[\w-]{20,}/, "a token is shown");
  };

  before(async () => {
    editor = await sharedEditor();
    editor.changeSettings({ "workbench.colorTheme": THEMES.light.setting });
    folder = editor.newFolder();
    window = await editor.openWindow({ folder, ...WIDE });
  });

  after(() => window.close());

  it("lists each call in the panel area, as it is made", async () => {
    await window.openContainer("Financial Planning");
    await window.tree.waitForRows();
    await window.showPanel("Financial Planning Requests");
    await view().getByText("No requests are recorded yet.").waitFor();
    await picture("empty");
    await window.tree.menuItem(["Sandbox"], "Copy Sandbox Connection Details");
    await window.notifications.message(/^Copied the sandbox's addresses/);
    const details = await window.readClipboard();
    secrets = [...details.matchAll(/(?:Client secret|Subscription key .+): (.+)/g)].map(
      ([, secret = assert.fail()]) => secret,
    );
    assert.ok(secrets.length > 3);
    await window.notifications.dismissAll();
    for (let depth = 1; depth <= CLIENTS.length; depth++) {
      await window.tree.expand(...CLIENTS.slice(0, depth));
    }
    await window.tree.expand(...CLIENTS, FIRST_CLIENT);
    clientName = (await window.tree.find([...CLIENTS, FIRST_CLIENT])).label.trim();
    await row("Clients").filter({ hasText: "200" }).waitFor();
    await picture("view");
  });

  it("counts a wait for 429 down, in the view and in the request's own page", async () => {
    const page = detail().locator("fp-pager .page").filter({ hasText: "page 1 of" });
    await window.tree.open([...CLIENTS, FIRST_CLIENT, "Holdings"], page);
    await chooseFault(BUSY, /^1 fault is on/);
    await window.tab(/^Holdings · /).click();
    await detail().locator("fp-pager select").selectOption("10");
    await row("Holdings").filter({ hasText: "200" }).waitFor();
    const [before, beforeInView] = await openWhileItWaits();
    await row("429→200").waitFor();
    assert.ok(before <= 3 && beforeInView <= 3, `${before} s and ${beforeInView} s`);
  });

  it("shows both attempts with what lay between them, and no secret", async () => {
    await chooseFault("None", /answers every call as it should/);
    await row("429→200").locator(".title .link").click();
    await detail().locator("fp-attempt-details").nth(1).waitFor();
    await detail()
      .getByText(/^waited 3\.0 s \(Retry-After\)$/)
      .waitFor();
    const attempts = await detail().locator("fp-attempt-details section").allInnerTexts();
    const text = attempts.join("\n");
    hidesSecrets(text);
    assert.match(text, /Ocp-Apim-Subscription-Key|subscription-key/i);
    assert.match(text, /authorization/i);
    [clientId = assert.fail()] = /[0-9a-f-]{36}(?=\/holdings)/.exec(text) ?? [];
    await picture("detail");
  });

  it("filters the rows by text and by outcome, from the keyboard", async () => {
    await view().getByRole("textbox").click();
    await window.page.keyboard.type("429");
    await view()
      .locator(".count")
      .filter({ hasText: /^requests: \d of \d+$/ })
      .waitFor();
    await picture("filtered");
    await window.page.keyboard.press("Escape");
    // The number of the filter before would do for the next one, too.
    await view()
      .locator(".count")
      .filter({ hasText: /^requests: \d+$/ })
      .waitFor();
    await view().getByLabel("Outcome").selectOption("retried");
    await view()
      .locator(".count")
      .filter({ hasText: /^requests: \d of \d+$/ })
      .waitFor();
    await view().getByRole("textbox").click();
    await window.page.keyboard.press("ArrowDown");
    await window.page.keyboard.press("ArrowRight");
    await view().locator(".row.attempt").nth(1).waitFor();
    await picture("attempts");
    await window.page.keyboard.press("Enter");
    await window
      .tab(/^Request · Holdings/)
      .first()
      .waitFor();
    await view().getByLabel("Outcome").selectOption("");
    await view()
      .locator(".count")
      .filter({ hasText: /^requests: \d+$/ })
      .waitFor();
  });

  it("opens the answer as the service sent it", async () => {
    await detailButton("Open answer").click();
    await window.tab(/^answer-attempt-2\.json/).waitFor();
    const { items } = JSON.parse(await window.editor.text()) as { items: unknown[] };
    assert.ok(items.length > 0);
    await picture("answer");
  });

  it("has a menu on each row, of the editor's own kind", async () => {
    const busy = row("429→200");
    await busy.locator(".status").click({ button: "right" });
    assert.deepEqual(await window.menu.titles(), [
      ...["Open Request", "Open Answer of Request", "Send Request Again"],
      ...["Compare Request With…", "Explain Missing Data", "Export Evidence of Request…"],
      "Save Request as Fixture…",
      ...["Copy Request Id", "Copy Trace Id", "Copy Request As…"],
      ...["Copy Request for Support Ticket", "Copy Types of Answer…", "Copy Link"],
      ...["Pin Trace Id of Request", "Answer Like This in the Sandbox"],
    ]);
    await picture("menu");
    await window.menu.choose("Copy Trace Id");
    assert.equal(await clipboard(/^fpx-/), await busy.locator(".trace").getAttribute("title"));
  });

  it("sends again and compares the answer with the one of now", async () => {
    await window
      .tab(/^Request · Holdings/)
      .last()
      .click();
    const count = await view().locator(".count").innerText();
    await detailButton("Send again").click();
    await view().locator(".count").filter({ hasNotText: count }).waitFor();
    await row("Holdings").filter({ hasNotText: "429" }).waitFor();
    await picture("sent-again");
    await detailButton("Compare with…").click();
    await window.quickInput.row("Now").waitFor();
    await picture("compare-choice");
    await window.quickInput.choose("Now");
    await window.tab(/holdings: 200 · .+ ↔ 200 · /).waitFor();
    await window.page.locator(".monaco-diff-editor .view-line").first().waitFor();
    await picture("compared");
  });

  it("is copied for a support ticket: every id, no client, no secret", async () => {
    await row("429→200").locator(".status").click({ button: "right" });
    await window.menu.choose("Copy Request for Support Ticket");
    const ticket = await clipboard(/^# Financial Planning Open API: support ticket/);
    const trace = await row("429→200").locator(".trace").getAttribute("title");
    assert.ok(ticket.includes(trace ?? assert.fail()));
    assert.equal(new Set(ticket.match(ID)).size, 2, "the request ids of both attempts");
    assert.match(ticket, /Attempt 2/);
    hidesClient(ticket);
    await window.writeClipboard("");
  });

  it("is exported as evidence", async () => {
    await row("429→200").locator(".status").click({ button: "right" });
    await window.menu.choose("Export Evidence of Request…");
    await window.quickInput.row(/\.\./).waitFor();
    await picture("export");
    await window.quickInput.accept();
    await window.notifications.message(/^Saved evidence-\d+\.zip: requests, ticket and log/);
    await picture("exported");
    await window.notifications.dismissAll();
    const name = readdirSync(folder).find((file) => file.endsWith(".zip")) ?? assert.fail();
    const files = unzipSync(readFileSync(join(folder, name)));
    assert.deepEqual(Object.keys(files).sort(), ["log.txt", "requests.har", "ticket.md"]);
    for (const file of Object.values(files)) {
      hidesClient(strFromU8(file));
    }
  });

  it("is found by an id from the clipboard, and by a link in a file", async () => {
    const title = await row("429→200").locator(".trace").getAttribute("title");
    const trace = title ?? assert.fail();
    await window.writeClipboard(trace);
    await closeEditors();
    await window.runCommand("Financial Planning: Find Request by Id…");
    await window.quickInput.waitForValue(trace);
    await picture("find");
    await window.quickInput.accept();
    await window.tab(/^Request · Holdings/).waitFor();
    await closeEditors();
    writeFileSync(join(folder, "notes.txt"), `Ask them about ${trace}, please.\n`);
    await window.quickInput.openFile("notes.txt");
    const link = window.page.locator(".detected-link").first();
    const request = window.tab(/^Request · Holdings/);
    // Drawn anew under the mouse, the link would not hold still for a click on the element.
    await untilItWorks(async (timeout) => {
      if (!(await request.isVisible())) {
        const { x, y, height } = (await link.boundingBox({ timeout })) ?? assert.fail();
        await window.page.keyboard.down("ControlOrMeta");
        await window.page.mouse.click(x + height, y + height / 2);
        await window.page.keyboard.up("ControlOrMeta");
      }
      await request.waitFor({ timeout });
    });
    await picture("linked");
  });

  it("explains a refusal", async () => {
    await chooseFault(FORBIDDEN, /^1 fault is on/);
    const refused = detail().getByText(/refused the request \(403\)/);
    await window.tree.open([...CLIENTS, FIRST_CLIENT, "Holdings"], refused);
    await picture("refused");
    assert.deepEqual(await detail().locator("fp-notice vscode-button").allInnerTexts(), [
      ...["Sign in", "Why?", "Retry", "Show answer"],
    ]);
    await detailButton("Why?").click();
    await window
      .tab(/^Request · Holdings/)
      .last()
      .waitFor();
    await detail().locator(".explanation").scrollIntoViewIfNeeded();
    const text = await detail().locator(".explanation").innerText();
    assert.match(text, /Who asks/);
    hidesSecrets(text);
    await picture("explained");
    await chooseFault("None", /answers every call as it should/);
  });

  it("writes a request of one's own: parameters, dry run, answer", async () => {
    await window.runCommand("Financial Planning: Send Request…");
    await field("Endpoint").selectOption("listHoldings");
    await field("clientId").fill(clientId);
    await field(/^pageSize/).fill("3");
    await detail().locator(".address-line").filter({ hasText: "pageSize=3" }).waitFor();
    await detailButton("Dry run").click();
    const dryRun = detail().locator("section.news");
    await dryRun.getByText("Dry run: nothing was sent").waitFor();
    hidesSecrets(await dryRun.innerText());
    await picture("dry-run");
    await detailButton("Hide dry run").click();
    await detailButton("Send").click();
    await detail().locator("fp-status-line").filter({ hasText: "200 OK" }).waitFor();
    await window.tab(/^answer\.json/).waitFor();
    await picture("sent");
    await window.tab(/^answer\.json/).click({ button: "middle" });
  });

  it("asks before it deletes, as every deletion of a pension does", async () => {
    await field("Endpoint").selectOption("deletePension");
    await field("pensionId").fill("PEN-7001");
    await detail().locator(".address-line").filter({ hasText: "PEN-7001" }).waitFor();
    const deletions = view().getByText("DELETE", { exact: true });
    const count = await deletions.count();
    await detailButton("Send").click();
    assert.match(await window.modal.text(), /^Delete pension PEN-7001 of /);
    await picture("delete");
    await window.modal.click("Cancel");
    await detailButton("Send").waitFor();
    assert.equal(await deletions.count(), count);
  });

  it("fits into half a screen in every look, for everyone", async () => {
    await window.page.keyboard.press("ControlOrMeta+B");
    await inEachLook(window, async (look) => {
      for (const size of [WIDE, NARROW]) {
        await window.resize(size.width, size.height);
        for (const tab of [/^Request · Holdings page 1/, /^Send request/]) {
          await window.tab(tab).last().click();
          await detail().locator("vscode-button").first().waitFor();
          const name = `${size.width}-${tab.source.includes("Send") ? "form" : "request"}`;
          await iconsCome(detail());
          await window.screenshot(`requests-${look}-${name}`);
          await fits(detail());
        }
        await window
          .tab(/^Request · Holdings page 1/)
          .last()
          .click();
        await standsOut(detail().locator("fp-timeline .legend .key"));
        await fits(view());
      }
      await assertAccessibleInside(detail(), true);
      await assertAccessibleInside(view(), false);
    });
    await window.resize(WIDE.width, WIDE.height);
    await window.page.keyboard.press("ControlOrMeta+B");
  });

  it("is still there after a reload of the window, and gone once it is cleared", async () => {
    const count = await view().locator(".count").innerText();
    await window.reload();
    await row("429→200").waitFor();
    await view().locator(".count").filter({ hasText: count }).waitFor();
    await picture("reloaded");
    await window.runCommand("Financial Planning: Clear Request History…");
    assert.match(await window.modal.text(), /^Clear the history of requests\?/);
    await picture("clear");
    await window.modal.click("Clear");
    await view().getByText("No requests are recorded yet.").waitFor();
    assert.deepEqual(window.problems(), []);
  });

  function hidesClient(text: string): void {
    hidesSecrets(text);
    for (const part of [clientId, ...clientName.split(", ")]) {
      assert.ok(!text.includes(part), part);
    }
  }

  async function closeEditors(): Promise<void> {
    await window.runCommand("View: Close All Editors");
    await window.page.locator(".tabs-container .tab").waitFor({ state: "detached" });
  }
});

/** Icons are letters of a font that comes a little later than the page. */
async function iconsCome(page: FrameLocator): Promise<void> {
  const [root] = await page.locator("html").all();
  await root?.evaluate("document.fonts.ready.then(() => undefined)");
}

/** Nothing reaches over the right edge of the page, once it is drawn for its new size. */
async function fits(page: FrameLocator): Promise<void> {
  const wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await untilRead("what reaches over the edge, in pixels", "0", async () =>
    String(await page.locator("html").evaluate(wide)),
  );
}

/** Graphics have to be told from what is behind them: 3 to 1 (WCAG 2.2, 1.4.11). */
async function standsOut(marks: Locator): Promise<void> {
  await marks.first().waitFor();
  for (const mark of await marks.all()) {
    const { colours, ground } = await mark.evaluate(readColours);
    const best = Math.max(...colours.map((colour) => contrast(colour, ground)));
    assert.ok(best >= 3, `${colours.join(", ")} on ${ground}`);
  }
}

/** As much of the page as is used: the tests are compiled without the browser's types. */
interface StyledPage {
  getComputedStyle(element: unknown): {
    readonly backgroundColor: string;
    readonly borderTopColor: string;
  };
  readonly document: { querySelector(selector: string): unknown };
}

/** Runs in the page, so it uses nothing from around it. */
function readColours(mark: unknown): Colours {
  const page = globalThis as unknown as StyledPage;
  const { backgroundColor, borderTopColor } = page.getComputedStyle(mark);
  const panel = page.document.querySelector("fp-request-panel");
  const ground = page.getComputedStyle(panel).backgroundColor;
  return { colours: [backgroundColor, borderTopColor], ground };
}

interface Colours {
  readonly colours: readonly string[];
  readonly ground: string;
}

/** Of computed colours; what can be seen through counts as the ground. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return /^rgba.+, 0(\.\d+)?\)$/.test(one) ? 1 : (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
