import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  ACCESS_MODELS,
  type ConnectionDraft,
  type DraftField,
} from "../../src/features/connections/messages/connectionDraft";
import type { TestStep } from "../../src/features/connections/messages/connectionForm";
import { type BrowserBed, startBed } from "./panels/bed";
import {
  ACME_DRAFT,
  EMPTY_DRAFT,
  type FormBed,
  type FormBedOptions,
  openForm,
} from "./panels/formBed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { looks, THEMES } from "./panels/themes";
import { until, untilTold } from "./panels/until";
import { IS_LONG, itInLong } from "../fakes/runs";

const STEPS: readonly TestStep[] = [
  { label: "Network", state: "passed", text: "Both servers answer over TLS." },
  { label: "Discovery", state: "skipped", text: "There is no document; its addresses are known." },
  { label: "Token", state: "failed", text: "The client secret was refused (401). Enter it anew." },
  { label: "Key", state: "waiting", text: "" },
  { label: "First list", state: "waiting", text: "" },
];

/** Of each field that is folded away: a value that most connections do not have. */
const OTHER_VALUES = {
  ...{ crmPrefix: "/crm/v2", financesPrefix: "", profilingPrefix: "/risk/v1", colour: "blue" },
  ...{ scopes: "openid", clientAuthentication: "basic", tokenParameters: "audience=acme" },
  ...{ responseType: "code id_token", proofKey: "off", consentEndClaim: "consent_end" },
  ...{ pageSize: "50", networking: "editor", authenticationStatuses: "403" },
} satisfies Partial<ConnectionDraft>;

/** The last of them has what the others have. */
const MODELS = IS_LONG ? ACCESS_MODELS : ACCESS_MODELS.slice(-1);

describe("connection form in a browser", () => {
  let bed: BrowserBed;
  const open: FormBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const form of open.splice(0)) {
      assert.deepEqual([form.problems, form.errors, form.rpc.dropped], [[], [], 0]);
      await form.close();
    }
  });

  after(() => bed.close());

  const start = async (options: FormBedOptions = {}): Promise<FormBed> => {
    const form = await openForm(bed, options);
    open.push(form);
    return form;
  };

  it("makes a connection by keyboard alone, from the first field to both secrets", async () => {
    const form = await start();
    const { page } = form;
    const keys = page.keyboard;
    await tabTo(page, "Label");
    await keys.type("Acme development");
    await tabTo(page, "Base URL");
    await keys.type("https://Service.example");
    await tabTo(page, "PRODUCTION");
    await keys.press("ArrowUp");
    await tabTo(page, "Auth URL");
    await keys.type("https://identity.example");
    await tabTo(page, "Client ID");
    await keys.type("acme");
    await tabTo(page, "Service account");
    await keys.press("ArrowDown");
    await tabTo(page, "Callback URL");
    await tabTo(page, "What to register at onboarding");
    await keys.press("Enter");
    await tabTo(page, "Use this: http://127.0.0.1/callback");
    await keys.press("Enter");
    await tabTo(page, "More");
    await keys.press("Enter");
    await tabTo(page, "Colour");
    await keys.press("b");
    await tabTo(page, "Subscription key: Save and enter…");
    await keys.press("Enter");
    await text(form, '[data-secret="subscriptionKey"] dd', /^set\s+Replace…$/);
    await tabTo(page, "Client secret: Enter…");
    await keys.press("Space");
    await text(form, '[data-secret="clientSecret"] dd', /^set/);
    await tabTo(page, "Save");
    await keys.press("Enter");
    await text(form, ".status", /^Nothing had changed\.$/);
    assert.deepEqual(form.asked, [
      ...["save new", "named"],
      ...["enter subscriptionKey of connection-1", "enter clientSecret of connection-1"],
    ]);
    assert.deepEqual(form.saved.get("connection-1"), {
      ...ACME_DRAFT,
      ...{ label: "Acme development", environment: "development", colour: "blue" },
      ...{ accessModel: "userPresent", clientId: "acme", scopes: "" },
    });
    assert.equal(form.tab.title, "Edit Acme development");
    // What was stored comes back into the field as it was stored.
    assert.equal(await field(page, "Base URL").inputValue(), "https://service.example");
    await tabTo(page, "Close");
    await keys.press("Enter");
    await form.settle();
    assert.deepEqual([form.tab.isClosed, form.tab.left], [true, undefined]);
  });

  itInLong("draws nothing before its icons can be drawn", async () => {
    let drawn = -1;
    const form = await start({
      beforeFont: async (page) => {
        await untilTold(page);
        drawn = await page.locator("fp-connection-form h1").count();
      },
    });
    assert.equal(drawn, 0);
    assert.equal(await form.page.evaluate('document.fonts.check("16px codicon")'), true);
  });

  it("tells what is wrong at the field once it was left, and goes to it when saving", async () => {
    const form = await start();
    const { page } = form;
    const baseUrl = field(page, "Base URL");
    await baseUrl.focus();
    await page.keyboard.type("htt");
    await form.settle();
    assert.equal(await baseUrl.getAttribute("aria-invalid"), "false");
    await page.keyboard.press("Tab");
    await text(form, "#baseUrl-problem", /Write an https address/);
    assert.equal(await baseUrl.getAttribute("aria-invalid"), "true");
    assert.match(await description(page, "#baseUrl"), /root of the service.*https address/);
    assert.equal(await page.locator("#label-problem span").count(), 0);
    await button(page, "Save").click();
    await text(form, ".summary", /4 fields need attention/);
    assert.equal(await focused(page), "Label");
    assert.equal(await page.locator("[aria-invalid=true]").count(), 4);
    await page.keyboard.type("x");
    await text(form, ".summary", /3 fields need attention/);
    await page.keyboard.press("Enter");
    await until(page, () => page.evaluate(`${FORM}.activeElement?.name === "baseUrl"`));
    assert.deepEqual([form.asked, form.saved.size], [[], 0]);
  });

  itInLong("says nothing of a field that was filled until the host has checked it", async () => {
    const form = await start();
    const { page } = form;
    const fill = (value: string): Promise<string> =>
      // In one turn of the page: no answer of the host comes between.
      page.evaluate<string>(`(async () => {
        const root = ${FORM};
        const input = root.getElementById("label");
        input.focus();
        input.value = ${JSON.stringify(value)};
        input.dispatchEvent(new Event("input"));
        input.blur();
        await root.host.updateComplete;
        return root.getElementById("label-problem").textContent.trim();
      })()`);
    assert.equal(await fill("Acme"), "");
    await form.settle();
    assert.equal(await fill(""), "");
    await text(form, "#label-problem", /A label is missing/);
    // A problem that is shown stays until it is known to be gone.
    assert.match(await fill("Acme"), /A label is missing/);
    await text(form, "#label-problem", /^$/);
  });

  it("takes a click that ends a field with a problem: nothing moves under the mouse", async () => {
    const form = await start();
    const { page } = form;
    const development = page.getByRole("radio", { name: "Development" });
    await field(page, "Base URL").focus();
    const box = (await development.boundingBox()) ?? assert.fail();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await form.settle();
    const pressed = (await development.boundingBox()) ?? assert.fail();
    assert.equal(pressed.y, box.y);
    await page.mouse.up();
    await text(form, "#baseUrl-problem", /Write an https address/);
    assert.equal(await development.isChecked(), true);
  });

  // The editor's part of a window of 1280 × 800 with its side bar, title, tabs and status bar.
  for (const { name, theme } of looks(["light", 932], [932])) {
    for (const accessModel of MODELS) {
      it(`has all that is needed in a window of 1280 × 800: ${accessModel}, ${name}`, async () => {
        for (const id of [undefined, "acme"]) {
          const draft: ConnectionDraft = { ...ACME_DRAFT, accessModel, scopes: "", colour: "" };
          const options = id === undefined ? { draft: { accessModel } } : { id, draft };
          const { page } = await start({ theme, width: 932, height: 700, ...options });
          await takeShot(page, `form-${id ?? "new"}-${accessModel}-${name}-932`);
          const { all, seen, below } = await page.evaluate<Room>(ROOM);
          assert.ok(all <= seen, `${id ?? "new"}: ${all} of ${seen} pixels`);
          assert.deepEqual(below, []);
        }
      });
    }
  }

  itInLong("has what is needed in sight above what is open because of its values", async () => {
    const { page } = await start({ id: "acme", theme: THEMES.light, width: 932, height: 700 });
    assert.equal(await field(page, "Scopes").isVisible(), true);
    assert.deepEqual((await page.evaluate<Room>(ROOM)).below, []);
    await takeShot(page, "form-edit-open-932");
  });

  itInLong("fills no button with a colour that a high contrast theme does not have", async () => {
    const { page } = await start({ theme: THEMES.highContrast });
    const fill =
      await page.evaluate(`getComputedStyle(${FORM}.querySelector("vscode-button[secondary]")
      .shadowRoot.querySelector(".base")).backgroundColor`);
    assert.equal(fill, "rgba(0, 0, 0, 0)");
  });

  for (const accessModel of MODELS) {
    it(`folds away what most leave as it is, and nothing that is needed: ${accessModel}`, async () => {
      const { page } = await start({ draft: { accessModel } });
      const signsInUsers = accessModel !== "serviceAccount";
      assert.deepEqual(await page.evaluate(NAMES), {
        needed: [
          ...["label", "baseUrl", "environment", "authUrl", "clientId", "accessModel"],
          ...(signsInUsers ? ["callbackUrl"] : []),
        ],
        folded: Object.keys(OTHER_VALUES).filter(
          (name) =>
            (signsInUsers || !["responseType", "proofKey"].includes(name)) &&
            (accessModel === "delegation" || name !== "consentEndClaim"),
        ),
      });
      assert.equal(await page.locator("details .secret, details[open]").count(), 0);
    });
  }

  for (const [name, value] of Object.entries(OTHER_VALUES)) {
    itInLong(`opens what is folded away where ${name} is another than most have`, async () => {
      // Which of them there are goes by the access model: delegation has all of them.
      const accessModel = "delegation";
      const form = await start({ draft: { accessModel, [name]: value } });
      const { page, rpc } = form;
      const isOpen = (): Promise<boolean> => page.locator(".more details").evaluate(IS_OPEN);
      assert.equal(await isOpen(), true);
      assert.equal(await page.locator(`details [name="${name}"]`).isVisible(), true);
      rpc.notify("fill", { draft: { [name]: EMPTY_DRAFT[name as DraftField] } });
      await form.settle();
      assert.equal(await isOpen(), false);
    });
  }

  it("folds away what most leave as it is, and opens it where a value or a problem is", async () => {
    const form = await start();
    const { page } = form;
    const scopes = field(page, "Scopes");
    assert.equal(await scopes.isVisible(), false);
    form.rpc.notify("fill", { draft: { scopes: "openid" } });
    await scopes.waitFor({ state: "visible" });
    await page.locator(".more summary").click();
    await scopes.waitFor({ state: "hidden" });
    form.rpc.notify("fill", { draft: { ...ACME_DRAFT, pageSize: "many" } });
    await page.evaluate(`${FORM}.host.dispatchEvent(new Event("fp-edit"))`);
    await form.settle();
    await button(page, "Save").click();
    await until(page, () => page.evaluate(`${FORM}.activeElement?.name === "pageSize"`));
    await text(form, "#pageSize-problem", /Write a whole number/);
    assert.deepEqual(form.asked, []);
  });

  itInLong(
    "shows the fields of the access model only, and no problem is lost by that",
    async () => {
      const form = await start();
      const { page } = form;
      const shown = async (): Promise<boolean[]> =>
        Promise.all(
          ["Callback URL", "Response type", "PKCE", "Claim with the end of the consent"].map(
            async (name) => (await field(page, name).count()) === 1,
          ),
        );
      assert.deepEqual(await shown(), [false, false, false, false]);
      await page.getByRole("radio", { name: "User present" }).check();
      assert.deepEqual(await shown(), [true, true, true, false]);
      await page.getByRole("radio", { name: "Time-bound delegation" }).check();
      assert.deepEqual(await shown(), [true, true, true, true]);
      await page.getByText("What to register at onboarding").click();
      const hints = await page.locator(".hints li").allInnerTexts();
      assert.match(hints[0] ?? "", /vscode:\/\/financial-planning-tools[^ ]+\/callback/);
      assert.deepEqual(
        hints.map((hint) => hint.includes("Use this")),
        [true, true, false, false],
      );
    },
  );

  it("saves nothing where nothing was changed, and asks before changes are dropped", async () => {
    const form = await start({ id: "acme" });
    const { page, asked } = form;
    await button(page, "Save").click();
    await text(form, ".status", /Nothing had changed/);
    assert.deepEqual(asked, []);
    await field(page, "Label").fill("Acme");
    await button(page, "Cancel").waitFor();
    form.answers.discards = false;
    await button(page, "Cancel").click();
    await until(page, () => asked.length === 1);
    assert.deepEqual(
      [asked, form.tab.isClosed],
      [["Discard the changes to 'Acme production'?"], false],
    );
    // Closed by its tab: what was typed is left with the owner.
    form.form.dispose();
    assert.equal(form.tab.left?.draft.label, "Acme");
    const again = await start({ id: "acme", content: { ...form.tab.left } });
    assert.equal(await field(again.page, "Label").inputValue(), "Acme");
    await button(again.page, "Discard changes").click();
    await text(again, ".status", /The changes were discarded/);
    assert.equal(await field(again.page, "Label").inputValue(), "Acme production");
    assert.equal(await again.page.locator("fp-notice").count(), 0);
    assert.equal(await focused(again.page), "Save");
  });

  itInLong("makes one connection of two clicks", async () => {
    const form = await start({ draft: { ...ACME_DRAFT, label: "New" } });
    let finish = (): void => undefined;
    form.answers.stored = new Promise((resolve) => {
      finish = resolve;
    });
    await button(form.page, "Save").dblclick();
    await form.settle();
    finish();
    await text(form, ".status", /Nothing had changed/);
    assert.deepEqual(form.asked, ["save new", "named"]);
  });

  itInLong(
    "asks for a secret at once when the addresses are stored, and after saving when not",
    async () => {
      const form = await start({ id: "acme" });
      const { page, asked } = form;
      assert.deepEqual(await page.locator(".secret dd").allInnerTexts(), [
        "set\nReplace…",
        "lost: it was stored once and is gone\nEnter…",
      ]);
      await field(page, "Label").fill("Acme two");
      form.answers.enters = false;
      await button(page, "Client secret: Enter…").click();
      await until(page, () => asked.length === 1);
      await field(page, "Auth URL").fill("https://other.example");
      form.answers.enters = true;
      await button(page, "Client secret: Save and enter…").click();
      await text(form, ".status", /The secret was stored/);
      assert.deepEqual(asked, [
        ...["enter clientSecret of acme", "save acme", "enter clientSecret of acme"],
      ]);
    },
  );

  it("takes over what was pasted, and has its secrets stored when it is saved", async () => {
    const form = await start({ draft: { label: "Mine" } });
    const { page } = form;
    const kept: string[] = [];
    form.answers.pasted = {
      draft: { ...ACME_DRAFT, label: "Mine" },
      told: "Recognised: base URL. Found: client secret.",
      secrets: {
        names: ["clientSecret"],
        keep: (id) => Promise.resolve(kept.push(id) > 0),
        clearClipboard: () => Promise.resolve(form.answers.discards),
      },
    };
    await button(page, "Paste onboarding details").click();
    await text(form, ".status", /^Recognised: base URL\. Found: client secret\.$/);
    const secrets = page.locator(".secret dd");
    assert.deepEqual(await secrets.allInnerTexts(), [
      ...["missing\nSave and enter…", "pasted, stored when you save\nSave and enter…"],
    ]);
    await button(page, "Clear clipboard").click();
    await text(form, ".status", /^The clipboard was cleared\.$/);
    assert.equal(await button(page, "Clear clipboard").count(), 0);
    assert.equal(await focused(page), "Save");
    assert.equal(await field(page, "Client ID").inputValue(), "acme-batch");
    assert.deepEqual([form.asked, kept], [[], []]);
    await button(page, "Save").click();
    await text(form, ".status", /^Saved\.$/);
    assert.deepEqual(kept, ["connection-1"]);
  });

  it("shows a test step by step, stops it, and marks what is out of date", async () => {
    const form = await start({ id: "acme" });
    const { page, test } = form;
    await button(page, "Test connection").click();
    await until(page, () => test.tested !== undefined);
    assert.deepEqual(test.tested, { id: "acme", draft: ACME_DRAFT });
    test.report(
      STEPS.map((step, index) => (index < 2 ? step : { ...step, state: "running", text: "" })),
    );
    await text(form, "section.test", /Token\s*running[\s\S]*Testing the connection/);
    assert.equal(await page.locator(".test ol").getAttribute("aria-live"), "polite");
    test.report(STEPS);
    test.finish("The client secret is at fault.");
    await text(
      form,
      "section.test",
      /Token\s*failed\s*The client secret was refused[\s\S]*at fault\.$/,
    );
    assert.ok(await isInSight(page, ".summary-line"));
    await field(page, "Label").fill("Acme");
    await text(form, ".summary-line", /^Before your last change: The client secret/);
    await button(page, "Test connection").click();
    await button(page, "Stop test").click();
    await text(form, ".summary-line", /^Stopped\.$/);
  });

  itInLong("keeps what was typed while it is hidden, and nothing else", async () => {
    const form = await start({ id: "acme", width: 400, height: 400 });
    const { page } = form;
    await field(page, "Rows per page").fill("50");
    await form.settle();
    const state = (await form.state()) as { top: number };
    assert.deepEqual(state, {
      ...{ version: 1, draft: { ...ACME_DRAFT, pageSize: "50" }, fills: 0, top: state.top },
    });
    assert.ok(state.top > 100);
    await form.hideAndShow();
    assert.equal(await field(page, "Rows per page").inputValue(), "50");
    assert.equal(await page.evaluate(`${FORM}.querySelector("main").scrollTop`), state.top);
  });

  itInLong("shows what was pasted while it was hidden, not what was typed before", async () => {
    const form = await start();
    const { page } = form;
    await field(page, "Base URL").fill("https://old.example");
    await form.settle();
    const { label, baseUrl } = ACME_DRAFT;
    await form.hideAndShow(() => form.form.fill({ draft: { label, baseUrl }, told: "Pasted." }));
    assert.equal(await field(page, "Base URL").inputValue(), baseUrl);
    await field(page, "Client ID").fill("acme");
    await form.hideAndShow();
    assert.equal(await field(page, "Client ID").inputValue(), "acme");
    assert.equal(await field(page, "Base URL").inputValue(), baseUrl);
    form.form.dispose();
    assert.equal(form.tab.left?.draft.baseUrl, baseUrl);
  });

  itInLong("reads out names, states and descriptions", async () => {
    const { page } = await start({ id: "acme" });
    const snapshot = await page.locator("fp-connection-form").ariaSnapshot();
    for (const part of [
      '- heading "Edit Acme production" [level=1]',
      '- region "Where":',
      '- textbox "Label"',
      '- radiogroup "Environment":',
      '- radio "PRODUCTION" [checked]',
      '- textbox "Path prefix of client records (optional)"',
      '- combobox "Colour":',
      '- region "Identity":',
      '- radiogroup "Access model":',
      '- radio "Time-bound delegation" [checked]',
      '- textbox "Extra token parameters (optional)"',
      '- combobox "PKCE":',
      'button "Subscription key: Replace…"',
      'button "Client secret: Enter…"',
      'button "Test connection"',
    ]) {
      assert.ok(snapshot.includes(part), `${part}\n${snapshot}`);
    }
    assert.match(await description(page, "#environment-production"), /real clients/);
    assert.match(await description(page, "#proofKey"), /asked before a sign-in without it/);
  });

  it("takes hostile text as text", async () => {
    const sample = HOSTILE.filter((_text, index) => index % 8 === 0);
    const form = await start({ id: "acme" });
    for (const payload of sample) {
      form.rpc.notify("fill", {
        draft: { label: payload, scopes: payload, tokenParameters: payload, colour: payload },
      });
      form.rpc.notify("show", {
        title: payload,
        isChanged: true,
        problems: [
          { field: "label", text: payload },
          { field: "scopes", text: payload },
        ],
        secrets: [],
        status: payload,
        notice: { what: payload, advice: payload, actions: [{ id: "x", label: payload }] },
        test: {
          isRunning: false,
          summary: payload,
          steps: [{ label: payload, state: "failed", word: payload, text: payload }],
        },
      });
      form.rpc.notify("point", {});
      await form.settle();
      // Compared in the page: on the way out lone surrogates would be replaced.
      const seen = `${FORM}.querySelector("h1").textContent === ${JSON.stringify(payload)}`;
      assert.equal(await form.page.evaluate(seen), true, payload);
      assert.deepEqual(await form.page.evaluate(FOREIGN), []);
    }
    assert.ok(sample.length > 20);
    assert.equal(form.scriptsRun(), 0);
    const own = ["/", "/connection.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];
    assert.deepEqual(
      form.requests.filter((file) => !own.includes(file.split("?")[0] ?? "")),
      [],
    );
  });

  for (const { name, theme, width } of looks(["light", 320])) {
    it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
      const size = { theme, width, height: width === 320 ? 640 : 760 };
      const form = await start({ id: "acme", ...size });
      const { page } = form;
      const shoot = (part: string): Promise<void> =>
        takeShot(page, `form-${part}-${name}-${width}`);
      await shoot("top");
      await field(page, "Base URL").fill("no address");
      await field(page, "Client ID").fill("");
      await button(page, "Save").click();
      await text(form, ".summary", /2 fields/);
      await shoot("problems");
      await assertAccessible(page);
      await assertInPlace(page, width);
      await field(page, "Callback URL").scrollIntoViewIfNeeded();
      await shoot("identity");
      await field(page, "Base URL").fill("https://service.example");
      await field(page, "Client ID").fill("acme-batch");
      await button(page, "Test connection").click();
      await until(page, () => form.test.tested !== undefined);
      form.test.report(STEPS);
      form.test.finish("The client secret is at fault. Enter it anew, then test again.");
      await text(form, ".summary-line", /at fault/);
      await page.locator(".secrets").scrollIntoViewIfNeeded();
      await shoot("credentials");
      await page.locator(".summary-line").scrollIntoViewIfNeeded();
      await shoot("test");
      await assertAccessible(page);
      await assertInPlace(page, width);
    });
  }
});

const FORM = `document.querySelector("fp-connection-form").shadowRoot`;

/** Pixels of the form's main part, and what of it is needed and not in sight without scrolling. */
interface Room {
  readonly all: number;
  readonly seen: number;
  readonly below: readonly string[];
}
const ROOM = `(() => {
  const main = ${FORM}.querySelector("main");
  const { bottom } = main.getBoundingClientRect();
  const below = [...main.querySelectorAll("input, select, textarea, vscode-button, summary")]
    .filter((part) => part.closest("details > :not(summary)") === null)
    .filter((part) => part.getBoundingClientRect().bottom > bottom)
    .map((part) => part.getAttribute("name") ?? part.innerText);
  return { all: main.scrollHeight, seen: main.clientHeight, below };
})()`;

/** Names of the fields, by whether they are folded away. */
const NAMES = `(() => {
  const names = (selector) =>
    [...new Set([...${FORM}.querySelectorAll(selector)].map(({ name }) => name))];
  return { needed: names("main > section:not(.more) [name]:not(vscode-icon)"),
    folded: names(".more [name]:not(vscode-icon)") };
})()`;

const IS_OPEN = (details: unknown): boolean => (details as { readonly open: boolean }).open;

/** Elements that are none of the form's own. */
const FOREIGN = `(() => {
  const own = new Set(["header", "main", "footer", "section", "fieldset", "legend", "label", "div",
    "span", "strong", "code", "p", "h1", "h2", "h3", "ul", "ol", "li", "dl", "dt", "dd", "input",
    "textarea", "select", "option", "details", "summary", "fp-notice", "vscode-button",
    "vscode-icon", "style"]);
  return [...${FORM}.querySelectorAll("*")].map(({ localName }) => localName)
    .filter((name) => !own.has(name));
})()`;

function button(page: Page, name: string): ReturnType<Page["locator"]> {
  return page.getByRole("button", { name, exact: true });
}

function field(page: Page, name: string): ReturnType<Page["locator"]> {
  return page.getByLabel(name, { exact: false }).and(page.locator("[name]")).first();
}

/** Waits until a place has the text; what is sent and drawn meanwhile takes its time. */
async function text(form: FormBed, selector: string, wanted: RegExp): Promise<void> {
  const place = form.page.locator(selector);
  const found = async (): Promise<string> =>
    (await place.count()) === 0 ? "" : (await place.innerText()).trim();
  await until(form.page, async () => wanted.test(await found()), found);
}

/** Presses Tab until the element of this name has the focus: the only way without a pointer. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let left = 60; left > 0; left--) {
    await page.keyboard.press("Tab");
    const reached = await focused(page);
    if (reached === name) {
      return;
    }
    passed.push(reached);
  }
  assert.fail(`Tab did not come to ${name}: ${passed.join(", ")}`);
}

async function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = ${FORM}.activeElement;
    const named = element?.getAttribute("aria-label") ?? element?.labels?.[0]?.innerText;
    return (named ?? element?.innerText ?? "").replace(/\\s*\\(optional\\)/, "").trim();
  })()`);
}

async function description(page: Page, selector: string): Promise<string> {
  return page.evaluate<string>(`(() => {
    const root = ${FORM};
    const ids = root.querySelector(${JSON.stringify(selector)}).getAttribute("aria-describedby");
    return ids.split(" ").map((id) => root.getElementById(id)?.textContent.trim() ?? "").join(" ");
  })()`);
}

/** Whether nothing of it is below what the form shows. */
async function isInSight(page: Page, selector: string): Promise<boolean> {
  const [one, all] = await Promise.all(
    [selector, "main"].map((which) => page.locator(which).boundingBox()),
  );
  assert.ok(one && all);
  return one.y + one.height <= all.y + all.height + 1;
}
