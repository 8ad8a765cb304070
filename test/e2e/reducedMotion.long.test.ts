import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { aHistory } from "../fakes/history";
import { type BrowserBed, startBed } from "./panels/bed";
import { openForm } from "./panels/formBed";
import { startPanelBed } from "./panels/panelPage";
import { aBatch, openPlan, someContent } from "./panels/planBed";
import { contentOf, openRequest } from "./panels/requestBed";
import { openRequests } from "./panels/requestsBed";
import { aMorning } from "./panels/requestSamples";
import { holdingsView } from "./panels/samples";

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

/** Draws each element of ours anew: the setting is read when something is drawn. */
const REDRAW = `(async () => {
  const walk = async (root) => {
    for (const element of root.querySelectorAll("*")) {
      element.requestUpdate?.();
      await element.updateComplete;
      if (element.shadowRoot) await walk(element.shadowRoot);
    }
  };
  await walk(document);
})()`;

/** What turns, runs or glides, inside shadow roots too. */
const MOVING = `(() => {
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      for (const part of [null, "::before", "::after"]) {
        const { animationName, display } = getComputedStyle(element, part);
        if (animationName !== "none" && display !== "none") {
          found.push([element.localName, ...element.classList, part ?? ""].join("."));
        }
      }
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return found;
})()`;
