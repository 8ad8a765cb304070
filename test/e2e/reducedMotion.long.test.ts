import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ComparisonView } from "../../src/features/lists/messages/listComparison";
import { FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import { holdings } from "../fakes/chartRows";
import { aHistory } from "../fakes/history";
import { type BrowserBed, startBed } from "./panels/bed";
import { openChart } from "./panels/chartBed";
import { openDefinitions, someSources } from "./panels/definitionsBed";
import { openForm } from "./panels/formBed";
import { MOVING, REDRAW } from "./panels/motion";
import { startPanelBed } from "./panels/panelPage";
import { aBatch, openPlan, someContent } from "./panels/planBed";
import { contentOf, openRequest } from "./panels/requestBed";
import { openRequests } from "./panels/requestsBed";
import { aMorning } from "./panels/requestSamples";
import { holdingsView } from "./panels/samples";
import { openSendForm } from "./panels/sendBed";
import { aSummary, openSession } from "./panels/sessionBed";

interface Shown {
  readonly page: Page;
  close(): Promise<void>;
}

/** Each panel while it waits for something, which is when parts of it turn or run. */
describe("panels whose motion is reduced", () => {
  let bed: BrowserBed;
  let lists: Awaited<ReturnType<typeof startPanelBed>>;

  before(async () => {
    bed = await startBed();
    lists = await startPanelBed();
  });

  after(async () => {
    await bed.close();
    await lists.close();
  });

  const waiting = aMorning().find(({ id }) => id === "waiting") ?? assert.fail();
  const PANELS: Readonly<Record<string, () => Promise<Shown>>> = {
    "the requests view": () => openRequests(bed, aHistory([waiting]), { width: 1400 }),
    "a request": () => openRequest(bed, contentOf(waiting)),
    "a plan": () => openPlan(bed, someContent(aBatch([{ effect: "replace", outcome: "sending" }]))),
    "a list": () => lists.open({ view: holdingsView({ isLoading: true }), text: "[]" }),
    "the test of a connection": async () => {
      const form = await openForm(bed, { id: "acme" });
      await form.page.getByRole("button", { name: "Test connection" }).click();
      while (form.test.tested === undefined) {
        await form.page.waitForTimeout(20);
      }
      form.test.report([{ label: "Token", state: "running", text: "" }]);
      await form.page.locator(".test li").first().waitFor();
      return form;
    },
  };

  const SIDE = {
    connection: "",
    environment: { word: "Sandbox", icon: "beaker" },
    place: "page 1",
  };
  const COMPARED: ComparisonView = {
    offers: [{ source: "client" }],
    opened: {
      choice: { source: "client", clientId: "c", clientLabel: "Okafor, Ada", onlyChanges: false },
      sides: [
        { ...SIDE, title: "Holdings · Abernathy, Ruth" },
        { ...SIDE, title: "Holdings · Okafor, Ada" },
      ],
      isLoading: true,
    },
  };
  const STILL: Readonly<Record<string, () => Promise<Shown>>> = {
    "the chart of a list": async () => {
      const chart = await openChart(bed, holdings());
      await chart.drawn();
      return chart;
    },
    "the comparison of lists": async () => {
      const view = holdingsView({ comparison: COMPARED });
      const layout = { ...FIRST_LAYOUT, tab: "compare" as const };
      const panel = await lists.open({ view, text: "[]" }, { layout });
      await panel.page.locator("fp-list-compare .sources").waitFor();
      return panel;
    },
    "Send request while it sends": async () => {
      const form = await openSendForm(bed, { answer: () => undefined });
      await form.page.getByRole("button", { name: "Send" }).click();
      await form.page.getByRole("button", { name: "Stop" }).waitFor();
      return form;
    },
    "a session": () => openSession(bed, aSummary()),
    definitions: () => openDefinitions(bed, someSources()),
    "the connection form": () => openForm(bed, { id: "acme" }),
  };

  for (const [name, open] of Object.entries(STILL)) {
    it(`have nothing that moves, whatever is set: ${name}`, async () => {
      const shown = await open();
      const { page } = shown;
      try {
        await page.emulateMedia({ reducedMotion: "no-preference" });
        await page.evaluate(REDRAW);
        assert.deepEqual(await page.evaluate(MOVING), []);
        await page.evaluate(MOVE);
        assert.deepEqual(await page.evaluate(MOVING), ["i.turns", "i.glides", "i.runs"]);
      } finally {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await shown.close();
      }
    });
  }

  it("put the pointer of a chart where it belongs at once", async () => {
    const chart = await openChart(bed, holdings(), { now: 0 });
    const { page } = chart;
    try {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await chart.drawn();
      const drawing = page.locator("fp-list-chart .drawing svg");
      const { x, y, width, height } = (await drawing.boundingBox()) ?? assert.fail();
      const pointAt = async (part: number): Promise<string> => {
        // Its bars lie one below the other.
        await page.mouse.move(x + width / 2, y + height * part);
        await chart.settle();
        return drawing.innerHTML();
      };
      const first = await pointAt(0.3);
      const second = await pointAt(0.7);
      assert.notEqual(first, second, "it is shown nowhere");
      // What is drawn little by little goes by the clock.
      await chart.setClock(10_000);
      await chart.settle();
      assert.equal(await drawing.innerHTML(), second);
    } finally {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await chart.close();
    }
  });

  for (const [name, open] of Object.entries(PANELS)) {
    for (const by of ["system", "editor"] as const) {
      it(`stand still: ${name}, by the setting of the ${by}`, async () => {
        const shown = await open();
        const { page } = shown;
        try {
          await page.emulateMedia({ reducedMotion: "no-preference" });
          await page.evaluate(REDRAW);
          assert.notDeepEqual(await page.evaluate(MOVING), [], "nothing moves at all");
          if (by === "system") {
            await page.emulateMedia({ reducedMotion: "reduce" });
          } else {
            await page.evaluate('document.body.classList.add("vscode-reduce-motion")');
          }
          await page.evaluate(REDRAW);
          assert.deepEqual(await page.evaluate(MOVING), []);
        } finally {
          await page.emulateMedia({ reducedMotion: "reduce" });
          await shown.close();
        }
      });
    }
  }
});

/** Puts what turns, glides or runs into the first shadow root. */
const MOVE = `(() => {
  const { shadowRoot } = [...document.querySelectorAll("*")].find(({ shadowRoot }) => shadowRoot);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@keyframes turns { to { rotate: 1turn } } .turns { animation: turns 9s }" +
    ".glides { transition: left 9s }");
  shadowRoot.adoptedStyleSheets.push(sheet);
  for (const name of ["turns", "glides", "runs"]) {
    const moving = document.createElement("i");
    moving.className = name;
    shadowRoot.append(moving);
    if (name === "runs") moving.animate({ opacity: [0, 1] }, 9_000);
  }
})()`;
