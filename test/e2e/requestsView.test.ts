import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type BrowserBed, startBed } from "./panels/bed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { openRequests, type RequestsBed, type RequestsOptions } from "./panels/requestsBed";
import { aCall, aMorning, NOON } from "./panels/requestSamples";
import { looks } from "./panels/themes";
import { until } from "./panels/until";
import { callFacts } from "../../src/features/requests/common/callFacts";
import type { RecordedHistory } from "../../src/features/requests/common/recordedHistory";
import type { Action } from "../../src/platform/base/action";
import { anAction } from "../fakes/action";
import { aHistory } from "../fakes/history";
import { itInLong } from "../fakes/runs";

describe("requests view in a browser", () => {
  let bed: BrowserBed;
  const open: RequestsBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const view of open.splice(0)) {
      assert.deepEqual([view.problems, view.rpc.dropped], [[], 0]);
      await view.close();
    }
  });

  after(() => bed.close());

  const start = async (
    history: RecordedHistory = aHistory(aMorning()),
    options: RequestsOptions = {},
  ): Promise<RequestsBed> => {
    const view = await openRequests(bed, history, { width: 1400, ...options });
    open.push(view);
    return view;
  };

  const texts = async ({ page }: RequestsBed): Promise<string[]> =>
    (await page.locator(".canvas .row").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " ").trim(),
    );
  const focused = ({ page }: RequestsBed): Promise<string> =>
    page.evaluate(`document.querySelector("fp-requests-view").shadowRoot
      .querySelector("fp-line-list").shadowRoot.activeElement?.querySelector(".title").textContent
      .replaceAll(/\\s+/g, " ").trim() ?? "nowhere"`);

  itInLong("marks what an assistant asked for, and finds it by that word", async () => {
    const asked = { ...aMorning()[1]!, id: "asked", assistantTool: "pageList" };
    const view = await start(aHistory([asked, ...aMorning()]));
    const mark = view.page.locator(".row .assistant");
    assert.equal(await mark.count(), 1);
    assert.equal(
      await mark.getAttribute("aria-label"),
      "Asked for by an assistant, with the tool pageList",
    );
    await assertAccessible(view.page);
    await takeShot(view.page, "requests-assistant");
    assert.equal(aHistory([asked]).query({ text: "assistant" }, 0, 10).total, 1);
  });

  it("shows one row per action, newest first, with trail, waits and ids", async () => {
    const view = await start();
    assert.deepEqual(await texts(view), [
      "11:59:59 GET Holdings page 3 running 503 · retries in 12 s 1 s Sandbox fpx-6f…02",
      "11:59:48 GET Holdings page 2 succeeded 200 84 ms Sandbox fpx-6f…01",
      "11:59:00 PUT Pension PEN-0042 failed no answer 5.0 s Sandbox fpx-6e…77",
      "11:58:00 GET Clients succeeded after repeating 429→200 1.1 s 1 wait Sandbox fpx-6e…a0",
      "11:54:40 GET Client record failed 403 84 ms PRODUCTION Acme production fpx-6e…ff",
      "11/20, 12:00 GET Results succeeded 200 84 ms Sandbox fpx-01",
    ]);
  });

  it("cancels what runs, with the mouse and the keys, and calls it no failure", async () => {
    const view = await start();
    const { page } = view;
    const button = page.getByRole("button", { name: "Cancel the request" });
    assert.equal(await button.count(), 1, "of what runs alone");
    await assertAccessible(page);
    await button.click();
    await view.settle();
    const cancel = ["cancel", { actionId: "waiting" }];
    assert.deepEqual(view.calls, [cancel]);
    await page.keyboard.press("Delete");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Delete");
    await view.settle();
    assert.deepEqual(view.calls, [cancel, cancel], "nothing to cancel at what has ended");
    const [waiting = assert.fail()] = aMorning().slice(-1);
    await view.note({ ...waiting, isCanceled: true, progress: { state: "idle" } });
    await page.locator(".row", { hasText: "cancelled 503→cancelled" }).waitFor();
    assert.equal(await button.count(), 0);
    await assertAccessible(page);
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("canceled");
    await page.getByText("requests: 1 of 6").waitFor();
  });

  itInLong("counts a wait down each second and shows what comes of it", async () => {
    const view = await start();
    await view.setClock(NOON + 7_100);
    await view.page.locator(".status", { hasText: "503 · retries in 5 s" }).waitFor();
    const [waiting] = aMorning().slice(-1);
    assert.ok(waiting);
    const done = aCall({ number: 2, reason: "retry", startedAt: NOON + 12_000 });
    await view.note({
      ...waiting,
      ...{ attempts: [...waiting.attempts, done], progress: { state: "idle" } },
    });
    await view.page.locator(".row .status", { hasText: "503→200" }).waitFor();
    assert.match((await texts(view))[0] ?? "", /succeeded after repeating 503→200 13\.1 s 1 wait/);
  });

  itInLong("turns nothing where the editor reduces motion", async () => {
    const { page } = await start();
    const animation = (): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector("fp-requests-view").shadowRoot
        .querySelector("fp-line-list").shadowRoot.querySelector(".icon.running"), "::before")
        .animationName`);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    assert.equal(await animation(), "turn");
    await page.evaluate('document.body.classList.add("vscode-reduce-motion")');
    assert.equal(await animation(), "none");
  });

  it("does not say that an id was copied when the host refused", async () => {
    const view = await start(aHistory(aMorning()), { isCopied: false });
    const { page, calls } = view;
    const opened = async (): Promise<boolean> => (await focused(view)) === "Holdings page 3";
    await until(page, opened, () => focused(view));
    await page.keyboard.press("Control+c");
    await view.settle();
    assert.deepEqual(calls, [["copyTraceId", { actionId: "waiting" }]]);
    assert.equal(await copied(view).count(), 0);
  });

  it("is walked with the keys alone", async () => {
    const view = await start();
    const { page, calls } = view;
    const opened = async (): Promise<boolean> => (await focused(view)) === "Holdings page 3";
    await until(page, opened, () => focused(view));
    for (const key of ["Shift+Tab", "Tab"]) {
      for (let stop = 0; stop < 5; stop++) {
        await page.keyboard.press(key);
      }
    }
    assert.equal(await focused(view), "Holdings page 3");
    await page.keyboard.press("End");
    assert.equal(await focused(view), "Results");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(view), "Clients");
    await page.keyboard.press("ArrowRight");
    await page.locator(".row.attempt").nth(1).waitFor();
    assert.deepEqual((await texts(view)).slice(4, 6), [
      "11:58:00 GET Attempt 1 /finances/v1/clients/{clientId}/holdings failed 429 33 ms Repeated after 1.0 s (Retry-After). 1d20…9e",
      "11:58:01 GET Attempt 2 /finances/v1/clients/{clientId}/holdings succeeded 200 84 ms Not repeated: the answer came. 7c1e…b2",
    ]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+c");
    await copied(view).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(view), "Clients");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowLeft");
    await page.locator(".row.attempt").first().waitFor({ state: "detached" });
    assert.equal(await focused(view), "Clients");
    await view.settle();
    assert.deepEqual(calls, [
      ["open", { actionId: "walk", attempt: 2 }],
      ["copyTraceId", { actionId: "walk", attempt: 2 }],
      ["open", { actionId: "walk" }],
    ]);
    await page.keyboard.press("Control+f");
    await page.keyboard.type("pen-0042");
    await page.locator(".count", { hasText: "requests: 1 of 6" }).waitFor();
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(view), "Pension PEN-0042");
  });

  itInLong("is back on its row when a menu over it closes", async () => {
    const view = await start();
    const { page } = view;
    await page.locator("[data-index='0']").focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(view), "Holdings page 2");
    // As the editor does it: the row loses the focus, and the document alone gets it back.
    await page.evaluate(`document.querySelector("fp-requests-view").shadowRoot
      .querySelector("fp-line-list").shadowRoot.activeElement.blur()`);
    assert.equal(await focused(view), "nowhere");
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await until(
      page,
      async () => (await focused(view)) !== "nowhere",
      () => focused(view),
    );
    assert.equal(await focused(view), "Holdings page 2");
  });

  it("is used with the mouse: title opens, arrow expands, menu names the row", async () => {
    const view = await start();
    const { page, calls } = view;
    await page.locator(".link", { hasText: "Client record" }).click();
    await page.locator("[data-index='3'] .twistie").click();
    await page.locator(".row.attempt").nth(1).waitFor();
    await page.locator(".row", { hasText: "Results" }).locator(".status").dblclick();
    await view.settle();
    assert.deepEqual(calls, [
      ["open", { actionId: "refused" }],
      ["open", { actionId: "yesterday" }],
    ]);
    await page.locator(".row.attempt").nth(1).locator(".method").click({ button: "right" });
    const context = await page.locator("fp-requests-view").getAttribute("data-vscode-context");
    assert.deepEqual(JSON.parse(context ?? ""), {
      preventDefaultContextMenuItems: true,
      webviewSection: "request",
      ...{ actionId: "walk", attempt: 2 },
      ...callFacts(aMorning().find(({ id }) => id === "walk")!),
    });
    await page.getByRole("textbox").first().click({ button: "right" });
    assert.equal(
      await page.locator("fp-requests-view").getAttribute("data-vscode-context"),
      null,
      "no line is meant beside the lines",
    );
  });

  itInLong(
    "goes back from an attempt to its action, also where attempts before it were let go",
    async () => {
      const attempts = [1, 2, 900].map((number) => aCall({ number }));
      const walk = anAction({ id: "long", title: "Long walk", startedAt: NOON, attempts });
      const view = await start(aHistory([...aMorning(), walk]));
      const { page } = view;
      await page.locator("[data-index='0']").focus();
      await page.keyboard.press("ArrowRight");
      await page.locator(".row.attempt").nth(2).waitFor();
      for (let step = 0; step < 3; step++) {
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("ArrowLeft");
      await view.settle();
      assert.equal(await focused(view), "Long walk");
      await page.keyboard.press("ArrowLeft");
      await page.locator(".row.attempt").first().waitFor({ state: "detached" });
    },
  );

  itInLong("brings its row into sight when the keys come back to the rows", async () => {
    const view = await start(aHistory(many(500)));
    const { page } = view;
    await page.locator("[data-index='0']").focus();
    await page.keyboard.press("Control+f");
    await scrollLines(view, 22 * 200);
    await page.locator(".row", { hasText: "Call 300 of many" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await view.settle();
    assert.equal(await focused(view), "Call 500 of many");
    assert.ok((await focusedTop(view)) > 0, `at ${await focusedTop(view)}`);
  });

  itInLong("stays where it is scrolled to when it gets the focus again", async () => {
    const view = await start(aHistory(many(500)));
    const { page } = view;
    await page.locator("[data-index='0']").focus();
    await scrollLines(view, 22 * 200);
    await page.locator(".row", { hasText: "Call 300 of many" }).waitFor();
    // What had the focus last is gone.
    await page.evaluate(`(() => {
      const gone = document.body.appendChild(document.createElement("button"));
      gone.focus();
      gone.remove();
      window.dispatchEvent(new Event("focus"));
    })()`);
    await until(page, async () => (await focused(view)) !== "nowhere");
    await view.settle();
    assert.equal(await focused(view), "Call 500 of many");
    assert.ok((await focusedTop(view)) < 0, `at ${await focusedTop(view)}`);
  });

  itInLong("selects several for one ticket, by mouse and by keys", async () => {
    const view = await start();
    const { page, calls } = view;
    const row = (text: string): Locator => page.locator(".row.action", { hasText: text });
    const selected = async (): Promise<string[]> => {
      const rows = page.locator(".row[aria-selected=true] .title");
      return (await rows.allInnerTexts()).map((text) => text.trim());
    };
    const context = async (text: string): Promise<unknown> => {
      await row(text).locator(".method").click({ button: "right" });
      const value = await page.locator("fp-requests-view").getAttribute("data-vscode-context");
      return (JSON.parse(value ?? "") as { readonly actionIds?: unknown }).actionIds;
    };
    await row("Results").locator(".status").click();
    assert.deepEqual([await selected(), await context("Results")], [[], undefined]);
    await row("Client record")
      .locator(".link")
      .click({ modifiers: ["ControlOrMeta"] });
    assert.deepEqual(await selected(), ["Client record", "Results"]);
    assert.deepEqual(await context("Results"), ["refused", "yesterday"]);
    // A row beside the selection means itself.
    assert.equal(await context("Clients"), undefined);
    await row("PEN-0042")
      .locator(".status")
      .click({ modifiers: ["Shift"] });
    assert.deepEqual(await selected(), ["Pension PEN-0042", "Clients", "Client record"]);
    await assertAccessible(page);
    assert.equal(await page.evaluate("String(getSelection())"), "");
    await takeShot(page, "requests-selected");
    await row("Clients")
      .locator(".status")
      .click({ modifiers: ["ControlOrMeta"] });
    assert.deepEqual(await selected(), ["Pension PEN-0042", "Client record"]);
    await page.keyboard.press("Escape");
    assert.deepEqual(await selected(), []);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    assert.equal((await selected()).length, 3);
    await page.keyboard.press("Shift+ArrowUp");
    assert.deepEqual(await selected(), ["Holdings page 3", "Holdings page 2"]);
    await page.keyboard.press("ArrowDown");
    assert.deepEqual([await selected(), await focused(view)], [[], "Pension PEN-0042"]);
    await view.settle();
    assert.deepEqual(calls, []);
  });

  it("filters by text, outcome, connection and time, and keeps the filter", async () => {
    const view = await start();
    const { page } = view;
    const titles = async (count: string): Promise<string[]> => {
      await page.locator(".count", { hasText: count }).waitFor();
      await view.settle();
      return page.locator(".canvas .title").allInnerTexts();
    };
    await page.getByLabel("Outcome").selectOption("failed");
    assert.deepEqual(await titles("2 of 6"), ["Pension PEN-0042", "Client record"]);
    await page.getByLabel("Connection").selectOption("acme");
    assert.deepEqual(await titles("1 of 6"), ["Client record"]);
    await view.hideAndShow();
    assert.deepEqual(await titles("1 of 6"), ["Client record"]);
    await page.getByLabel("Outcome").selectOption("running");
    await page.getByText("No request matches the filter.").waitFor();
    await assertAccessible(page);
    await page.getByRole("button", { name: "Reset filter" }).click();
    assert.equal((await titles("requests: 6")).length, 6);
    await page.getByLabel("Time").selectOption("today");
    assert.equal((await titles("5 of 6")).length, 5);
    await page.keyboard.press("Control+f");
    await page.keyboard.type("429");
    assert.deepEqual(await titles("1 of 6"), ["Clients"]);
    await page.keyboard.press("Escape");
    assert.equal((await titles("5 of 6")).length, 5);
  });

  itInLong("says what to do while nothing is recorded", async () => {
    const view = await start(aHistory());
    await view.page.getByText("No requests are recorded yet.").waitFor();
    await assertAccessible(view.page);
    await view.page.getByRole("button", { name: "Send request…" }).click();
    await view.settle();
    assert.deepEqual(view.calls, [["act", { id: "send" }]]);
    await view.note(...aMorning());
    await view.page.locator(".row.action").nth(5).waitFor();
  });

  itInLong(
    "holds of many actions only the rows in sight, and keeps the place while news arrive",
    async () => {
      const view = await start(aHistory(many(5_000)));
      const { page } = view;
      await page.locator(".count", { hasText: "requests: 5,000" }).waitFor();
      assert.ok((await page.locator(".canvas .row").count()) < 40);
      assert.equal(await page.locator("[role=treegrid]").getAttribute("aria-rowcount"), "5001");
      await page.locator("[data-index='0']").focus();
      await page.keyboard.press("End");
      await page.locator(".row", { hasText: "Call 1 of many" }).first().waitFor();
      assert.equal(await focused(view), "Call 1 of many");
      await page.keyboard.press("PageUp");
      const place = await focused(view);
      const before = await focusedTop(view);
      await view.note(...many(3, "new"));
      await page.locator("[role=treegrid][aria-rowcount='5004']").waitFor();
      await view.settle();
      assert.deepEqual([await focused(view), await focusedTop(view)], [place, before]);
      await page.keyboard.press("Home");
      await page.locator(".row", { hasText: "Call 3 of new" }).waitFor();
      assert.equal(await focused(view), "Call 3 of new");
    },
  );

  itInLong("keeps the rows that are looked at without the focus where they are", async () => {
    const view = await start(aHistory(many(500)));
    await view.page.locator(".row.action").first().waitFor();
    const first = `(() => {
      const list = document.querySelector("fp-requests-view").shadowRoot
        .querySelector("fp-line-list").shadowRoot;
      const { top } = list.querySelector(".scroll").getBoundingClientRect();
      return [...list.querySelectorAll(".canvas .row")]
        .find((row) => row.getBoundingClientRect().top >= top).querySelector("bdi").textContent;
    })()`;
    await scrollLines(view, 22 * 200);
    await view.page.locator(".row", { hasText: "Call 300 of many" }).waitFor();
    assert.equal(await view.page.evaluate(first), "Call 300 of many");
    await view.note(...many(7, "new"));
    await view.page.locator("[aria-rowcount='508']").waitFor();
    await view.settle();
    assert.equal(await view.page.evaluate(first), "Call 300 of many");
  });

  itInLong("asks once for many changes while an answer is on its way", async () => {
    const view = await start();
    const before = view.queries.length;
    await view.page.evaluate(`for (let version = 1; version <= 50; version++) {
      postMessage({ kind: "notice", name: "changed", parameters: { version } }, "*");
    }`);
    await view.settle();
    await view.note();
    assert.ok(view.queries.length - before <= 6, `${view.queries.length - before} questions`);
  });

  it("takes hostile text as text, wherever it comes from", async () => {
    const history = aHistory();
    const view = await start(history);
    const sample = HOSTILE.filter((_text, index) => index % 6 === 0);
    for (const [index, payload] of sample.entries()) {
      await view.note(hostile(payload, NOON + index));
      const seen = `(() => {
        const list = document.querySelector("fp-requests-view").shadowRoot
          .querySelector("fp-line-list").shadowRoot;
        const row = list.querySelector("[data-index='0']");
        const text = (place) => row.querySelector(place).textContent;
        const tip = (place) => row.querySelector(place).getAttribute("title");
        const wanted = ${JSON.stringify(payload)};
        return [text(".title bdi"), tip(".title"), tip(".trace"), text(".connection bdi")]
          .every((found) => found === wanted) &&
          [...list.querySelectorAll("*")].every(({ localName }) =>
            ["div", "span", "bdi", "code", "style"].includes(localName));
      })()`;
      const first = view.page.locator(`[aria-rowcount='${index + 2}']`);
      await first.waitFor();
      await view.settle();
      assert.equal(await view.page.evaluate(seen), true, payload.slice(0, 200));
    }
    assert.ok(sample.length > 25);
    assert.equal(view.scriptsRun(), 0);
    const own = ["/", "/requests.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];
    assert.deepEqual(
      view.requests.filter((file) => !own.includes(file.split("?")[0] ?? "")),
      [],
    );
  });

  for (const { name, theme, width } of looks(["highContrast", 320], [320, 900, 1400])) {
    it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
      const view = await start(aHistory(aMorning()), { theme, width, height: 200 });
      await view.page.locator("[data-index='0']").focus();
      await view.page.keyboard.press("ArrowDown");
      await takeShot(view.page, `requests-${name}-${width}`);
      await assertAccessible(view.page);
      await assertInPlace(view.page, width);
    });
  }
});

/** What a screen reader is told for a moment once an id was copied. */
function copied({ page }: RequestsBed): Locator {
  return page.locator("fp-requests-view .hidden[role=status]", { hasText: "Copied" });
}

async function focusedTop({ page }: RequestsBed): Promise<number> {
  return page.evaluate(`document.querySelector("fp-requests-view").shadowRoot
    .querySelector("fp-line-list").shadowRoot.activeElement.getBoundingClientRect().top`);
}

async function scrollLines({ page }: RequestsBed, top: number): Promise<void> {
  await page.evaluate(`document.querySelector("fp-requests-view").shadowRoot
    .querySelector("fp-line-list").shadowRoot.querySelector(".scroll").scrollTop = ${top}`);
}

/** Actions that went well, oldest first; those of another name came after the many. */
function many(count: number, name = "many"): readonly Action[] {
  const begin = name === "many" ? NOON - 5_000_000 : NOON;
  return Array.from({ length: count }, (_, index) =>
    anAction({
      ...{ id: `${name}-${index}`, title: `Call ${index + 1} of ${name}` },
      startedAt: begin + index,
      attempts: [aCall({ startedAt: begin + index })],
    }),
  );
}

function hostile(text: string, startedAt: number): Action {
  return anAction({
    ...{ id: `hostile-${startedAt}`, title: text, connectionLabel: text, traceId: text, startedAt },
    attempts: [aCall({ method: text, pathTemplate: text, requestId: text, startedAt })],
  });
}
