import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Heard } from "./support/heard";
import type { KeyHands } from "./support/keyHands";
import { KeyWalk } from "./support/keyWalk";
import { endWithFirstFailure } from "./support/sharedWindow";
import { type ThemeName, THEMES } from "./support/themes";
import { until, untilItWorks, untilRead } from "./support/until";
import type { Workbench } from "./support/workbench";

const CLIENT = "Achterberg, Siân";
/** Those that the service has of the client. */
const PENSIONS = ["PEN-5620", "PEN-7867", "PEN-8582"] as const;
const [, , LAST] = PENSIONS;
const NEW = "PEN-8101";
const OPEN = "Open Pension Payload…";
const REFUSED = "Every PUT: 400 with the fields that do not fit";

/** The three looks, and everything twice as large. */
const LOOKS: readonly (readonly [ThemeName, number])[] = [
  ...(Object.keys(THEMES) as ThemeName[]).map((theme) => [theme, 1] as const),
  ["dark", 2],
];

/** A day's work with both hands on the keys: no mouse from the first step to the last. */
for (const [theme, zoom] of LOOKS) {
  describe(`a day by keys alone, ${theme}, at ${zoom * 100} %`, function () {
    endWithFirstFailure(this);
    let walk: KeyWalk;
    let window: Workbench;
    let heard: Heard;
    let keys: KeyHands;

    const press = (...pressed: readonly string[]): Promise<void> => keys.press(...pressed);
    const type = (text: string): Promise<void> => keys.type(text);
    const at = (name: string, wanted: RegExp): Promise<string> => keys.at(name, wanted);
    const go = (key: string, wanted: RegExp, most?: number): Promise<void> =>
      keys.go(key, wanted, most);
    const command = (title: string): Promise<void> => keys.command(title);
    const choose = (label: string): Promise<void> => keys.choose(label);
    const fromMenu = (item: string): Promise<void> => keys.fromMenu(item);

    /** In a panel of ours, where the ring of the focus is ours too. */
    const seenAt = async (name: string, wanted: RegExp): Promise<void> => {
      const found = await at(name, wanted);
      assert.ok(await heard.isFocusSeen(), `nobody sees that the focus is on ${found}`);
    };

    const lines = (): Promise<readonly string[]> => window.editor.visibleLines();

    /** Goes to the value of the payload in front, and gives it one more digit. */
    const changeValue = async (): Promise<void> => {
      await press("ControlOrMeta+F");
      await heard.focus("the find box", /^textbox "Find/);
      await type('"value": ');
      // The first one may close a message.
      await go("Escape", /^textbox "(?!Find)/);
      const before = (await lines()).find((line) => line.includes('"value": ')) ?? assert.fail();
      await press("ArrowRight");
      await type("1");
      const changed = before.replace('"value": ', '"value": 1');
      await until("the value is changed", async () => (await lines()).includes(changed));
    };

    const goToPensions = async (): Promise<void> => {
      await keys.toTree();
      await go("ArrowUp", new RegExp(`^treeitem "${CLIENT}`), 12);
      await go("ArrowDown", /^treeitem "Pensions, in Finances/, 12);
    };

    /** PUT, the question, and the yes: what is asked is read out with its button. */
    const put = async (name: string, button: string): Promise<void> => {
      heard.forget();
      await press("Shift+Alt+Enter");
      await at(`${name}-question`, new RegExp(`^button "${button}"`));
      assert.match(await heard.dialog(), new RegExp(`${button} pension ${name} of ${CLIENT}`));
      await press("Enter");
    };

    before(async () => {
      walk = await KeyWalk.start(theme, "keys", zoom);
      ({ window, keys } = walk);
      ({ heard } = keys);
    });

    afterEach(function () {
      return walk.noteFailure(this.currentTest);
    });

    after(() => walk.end());

    it("opens the view", async () => {
      // A window that has just begun shows the view without the focus.
      await untilItWorks((patience) => keys.openView(patience));
      // Its first rows come a little later.
      await go("ArrowDown", /^treeitem "Sandbox/);
      await at("view", /^treeitem "Sandbox, starts when opened/);
    });

    it("signs in as somebody, and is back where it was", async () => {
      await fromMenu("Choose Access Model of Sandbox…");
      await choose("User present, code");
      await choose("A page on this machine");
      await at("signed-out", /^treeitem "Sandbox/);
      const opened = window.page.context().waitForEvent("page");
      await fromMenu("Sign In");
      await window.notifications.message(/Continue in the browser at 127\.0\.0\.1:\d+/);
      // What is covered is not drawn, and gets no focus: back to the window, as a user would go.
      await opened;
      await window.page.bringToFront();
      // A remote editor cannot know whether the page is reached: it asks for the address as well.
      // The tree, drawn anew as this begins, may take the focus back from the box: then by its command.
      await untilItWorks(async (patience) => {
        try {
          await heard.focus("the callback address", /^textbox/, patience);
        } catch (error) {
          const isInTree = /^tree/.test(await heard.focused());
          if (isInTree && (await window.quickInput.input().isVisible())) {
            await command("Financial Planning: Paste Callback Address…");
          }
          throw error;
        }
      });
      await at("callback-address", /^textbox/);
      await press("Escape");
      await command("Financial Planning: Copy Sign-In Address");
      await window.statusBarItem(/Copied the address/).waitFor();
      await signIn(window, await window.readClipboard(), (name, found) => heard.note(name, found));
      await window.statusBarItem(/token \d+ min/).waitFor();
      await at("signed-in", /^tree/);
    });

    it("finds a client by its name", async () => {
      await command("Financial Planning: Find Client…");
      await heard.focus("the clients that are loaded", /^option/);
      await type("Achterberg");
      await at("find-client", new RegExp(`^option "${CLIENT}, \\d{4}-\\d\\d-\\d\\d, `));
      await press("Enter");
      await seenAt("client", new RegExp(`^treeitem "${CLIENT}, \\d{4}-.* \\[expanded\\]`));
    });

    it("opens the holdings and pages through them", async () => {
      await go("ArrowDown", /^treeitem "Holdings, in Finances/, 5);
      heard.forget();
      await press("Enter");
      await seenAt("holdings", /^gridcell/);
      await heard.saying(/^25 rows$/);
      await press("ArrowDown", "ArrowDown");
      await heard.focus("a cell further down", /^gridcell/);
      heard.forget();
      await press("Alt+PageDown");
      await heard.saying(/^page 2 of \d+$/);
      await seenAt("page-2", /^gridcell/);
      await press("Alt+PageUp");
      await heard.saying(/^page 1 of \d+$/);
      await go("Tab", /^combobox "Rows per page"/);
      await press("Home");
      await heard.saying(/^10 rows$/);
      await seenAt("page-size", /^combobox "Rows per page"/);
    });

    it("finds in the list, and comes back to its cell", async () => {
      await go("Shift+Tab", /^gridcell/);
      const cell = await heard.focused();
      await press("ControlOrMeta+F");
      await seenAt("find-in-list", /^textbox "Find in rows"/);
      await type("Aviva");
      await heard.saying(/\d+ of \d+|No matches/);
      await press("Escape");
      await seenAt("found", /^gridcell/);
      assert.ok(cell.startsWith("gridcell"));
    });

    it("keeps its place while the palette is open over it", async () => {
      const cell = await heard.focused();
      await press("F1");
      await heard.focus("the palette", /^(?:option|textbox|combobox)/);
      await press("Escape");
      assert.equal(await heard.focus("back in the list", /^gridcell/), cell);
    });

    for (const pension of PENSIONS) {
      it(`opens pension ${pension}, changes its value and PUTs it`, async () => {
        await goToPensions();
        await fromMenu(OPEN);
        await choose("Other pension id…");
        await at(
          `${pension}-id`,
          new RegExp(`^textbox "PEN-0001 - Pension payloads of ${CLIENT}"`),
        );
        await type(pension);
        await press("Enter");
        await keys.inEditor(
          `${pension}-payload`,
          new RegExp(`^textbox "${pension}\\.pension\\.json"`),
        );
        await changeValue();
        await put(pension, "Replace");
        await heard.saying(
          new RegExp(`^Info: Landed\\. \\d+ fields stored as sent.*${pension}: 200 OK`),
        );
        await at(`${pension}-landed`, /^textbox/);
      });
    }

    it("makes another pension from the template, and PUTs it", async () => {
      await goToPensions();
      // Opens it, then goes to its first row, once that is there.
      await go("ArrowRight", /\[level=6\]/, 10);
      await go("ArrowDown", /^treeitem "New pension payload…/, 12);
      await press("Enter");
      await at(`${NEW}-id`, new RegExp(`^textbox "PEN-0001 - New pension payload for ${CLIENT}"`));
      await type(NEW);
      await press("Enter");
      await keys.inEditor(`${NEW}-template`, new RegExp(`^textbox "${NEW}\\.pension\\.json"`));
      await changeValue();
      await put(NEW, "Create");
      await heard.saying(
        new RegExp(`^Info: Landed\\. \\d+ fields stored as sent.*${NEW}: 201 Created`),
      );
      await at(`${NEW}-landed`, new RegExp(`^textbox "${NEW}\\.pension\\.json"`));
    });

    it("is refused by the service, told why, and led to the line", async () => {
      await command("Financial Planning: Choose Faults of Sandbox…");
      await heard.focus("the faults", /^textbox "Faults of the sandbox"/);
      await type(REFUSED);
      await go("ArrowDown", new RegExp(`^checkbox "${REFUSED}`), 3);
      await press("Space");
      await at("fault", /\[checked\]/);
      await press("Enter");
      await heard.saying(/^Info: 1 fault is on/);
      await goToPensions();
      await fromMenu(OPEN);
      await choose(LAST);
      await heard.focus("the payload", new RegExp(`^textbox "${LAST}\\.pension\\.json"`));
      await changeValue();
      await put(LAST, "Replace");
      await heard.saying(/^Error: The service refused the request \(400\)\. .*must be a number/);
      await at("refused", /^textbox/);
      heard.forget();
      await press("F8");
      await heard.saying(/schemeName: is required/);
      await press("F8");
      await heard.saying(/must be a number/);
      await at("refused-line", /^textbox/);
      if (zoom === 1) {
        // Twice as large neither all lines nor the place of the cursor are in sight.
        const refused = (await lines()).findIndex((line) => line.includes('"amount"'));
        await window.statusBarItem(new RegExp(`Ln ${refused + 1}, Col`)).waitFor();
      }
      await press("Escape");
    });

    it("opens the call from its message, and copies it for a ticket", async () => {
      // The newest first, also when it is no longer shown in the corner.
      await command("Notifications: Show Notifications");
      await heard.focus("the message", /^dialog "Error: The service refused/);
      await go("Tab", /^button "Show request"/, 6);
      await press("Enter");
      await window.tab(/PUT pension/).waitFor();
      await go("Tab", /^button "Copy for support ticket"/);
      await seenAt("request", /^button "Copy for support ticket"/);
      // What is read below is what was copied.
      await window.writeClipboard("nothing yet");
      await press("Enter");
      const ticket = await untilRead("the clipboard", /400/, () => window.readClipboard());
      assert.match(ticket, /^- Request id: `[0-9a-f-]{36}`$/m);
      assert.match(ticket, /^- Trace id: `fpx-[0-9a-f]{32}`$/m);
      await seenAt("ticket", /^button "Copy for support ticket"/);
    });

    it("finds the call among all, and is back among them when a menu was open", async () => {
      await command("Financial Planning: Show Requests");
      await seenAt("requests", /^row ".* PUT PUT pension failed 400/);
      await press("ArrowDown");
      const call = await heard.focus("the call before", /^row ".* GET Read pension/);
      await press("Shift+F10");
      await heard.focus("the menu of a call", /^menu/);
      await press("Escape");
      await seenAt("back", /^row/);
      assert.equal(await heard.focused(), call);
    });

    it("left no unhandled error in the log", () => {
      assert.deepEqual(window.problems(), []);
    });
  });
}

/** Signs in and consents on the pages of the sandbox's identity provider, by keys as well. */
async function signIn(
  window: Workbench,
  address: string,
  note: (step: string, focused: string) => void,
): Promise<void> {
  // In a context of its own: another page of the editor's would take the screen from it.
  const context = await (window.page.context().browser() ?? assert.fail()).newContext();
  const page = await context.newPage();
  const { keyboard } = page;
  await page.goto(address);
  await page.locator("input:focus").waitFor();
  note("the page for signing in", await focusOf(page));
  await keyboard.type("alex.morgan");
  await keyboard.press("Tab");
  await keyboard.type("sandbox");
  await keyboard.press("Enter");
  const allow = page.getByRole("button", { name: "Allow" });
  await allow.waitFor();
  for (let turn = 0; turn < 20 && !/Allow/.test(await focusOf(page)); turn++) {
    await keyboard.press("Tab");
  }
  note("the page for consent", await focusOf(page));
  await keyboard.press("Enter");
  await page.getByText("You can close this tab and go back to the editor.").waitFor();
  await context.close();
  // The page that the editor opened lies over it, and what is covered is not drawn.
  await window.page.bringToFront();
}

async function focusOf(page: Page): Promise<string> {
  const focused = page.locator(":focus");
  return (await focused.count()) === 0 ? "nothing" : focused.first().ariaSnapshot();
}
