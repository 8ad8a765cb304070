import type { Action } from "../../src/platform/base/action";
import { type BrowserBed, startBed } from "../e2e/panels/bed";
import { openRequests, type RequestsBed } from "../e2e/panels/requestsBed";
import { aCall, NOON, turnedAway } from "../e2e/panels/requestSamples";
import { anAction } from "../fakes/action";
import { environmentOf } from "../e2e/panels/requestWords";
import { RequestLines } from "../../src/features/requests/host/requestLines";
import { NO_FILTER } from "../../src/features/requests/messages/requestsView";
import { fillText } from "../../src/platform/base/texts";
import { aHistory } from "../fakes/history";

const ACTIONS = Number(process.env["BENCH_ACTIONS"] ?? 100_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 11);
const DOMAINS = ["Clients", "Client record", "Holdings page", "Pensions", "Results"];

describe("the requests view with many recorded actions", () => {
  let bed: BrowserBed;
  let view: RequestsBed;

  before(async () => {
    bed = await startBed();
    view = await openRequests(bed, aHistory(recorded()), { width: 1400, height: 260 });
    await view.page.evaluate(PROBE);
    await view.page.locator(".row.action").first().waitFor();
  });

  after(() => bed.close());

  it("prints how long keys and scrolling take until rows are painted", async () => {
    print(`${ACTIONS.toLocaleString("en")} actions, ${ROUNDS} rounds, median and worst:`);
    const texts = Array.from({ length: ROUNDS }, (_, round) => `lot-${round}`);
    await measure(
      "filter key press to rows painted",
      texts,
      (text) => `type(${JSON.stringify(text)})`,
    );
    await view.page.evaluate('type("")');
    const ends = Array.from({ length: ROUNDS }, (_, round) => round % 2 === 0);
    await measure("scroll to the end and back, rows painted", ends, (end) => `scroll(${end})`);
    const smooth = await view.page.evaluate<readonly number[]>("sweep()");
    print(`  frames while scrolling 40 screens: ${line(smooth)}`);
    const rows = await view.page.locator(".canvas .row").count();
    print(`  rows in the page: ${rows}`);
  });

  it("prints how much of it the host's answer is", () => {
    const lines = new RequestLines({
      history: aHistory(recorded()),
      t: fillText,
      language: "en",
      environment: environmentOf,
      now: () => NOON,
    });
    const times = Array.from({ length: ROUNDS + 1 }, (_, round) => {
      lines.change();
      const start = performance.now();
      const filter = { ...NO_FILTER, text: `lot-${round}` };
      lines.answer({ filter, expanded: [], from: 0, count: 100, find: [] });
      return performance.now() - start;
    });
    // The first one reads every action's text.
    print(
      `  a filtered answer of the host: ${line(times.slice(1))}; first ${line(times.slice(0, 1))}`,
    );
  });

  it("prints how long news take while many calls run", async () => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const painted = view.page.evaluate<number>(`painted("New call ${round}")`);
      await view.note(
        anAction({ id: `new-${round}`, title: `New call ${round}`, startedAt: NOON }),
      );
      times.push(await painted);
    }
    print(`  a new action to its row painted: ${line(times)}`);
  });

  async function measure<Value>(
    what: string,
    values: readonly Value[],
    script: (value: Value) => string,
  ): Promise<void> {
    const times: number[] = [];
    for (const value of values) {
      times.push(await view.page.evaluate<number>(script(value)));
    }
    print(`  ${what}: ${line(times)}`);
  }
});

function recorded(): readonly Action[] {
  return Array.from({ length: ACTIONS }, (_, index) => {
    const startedAt = NOON - (ACTIONS - index) * 1000;
    const title = `${DOMAINS[index % DOMAINS.length] ?? ""} ${index} lot-${index % 13}`;
    const requestId = `7c1e9a52-5d0b-4c0e-8a6f-${String(index).padStart(12, "0")}`;
    const attempts =
      index % 17 === 0
        ? [turnedAway({ startedAt }), aCall({ number: 2, reason: "retry", startedAt, requestId })]
        : [aCall({ startedAt, requestId })];
    return anAction({ id: `action-${index}`, traceId: `fpx-${index}`, title, startedAt, attempts });
  });
}

/** Runs in the page: what is timed there ends with the frame after the one that drew the rows. */
const PROBE = `
  const view = document.querySelector("fp-requests-view");
  const inside = (name) => view.shadowRoot.querySelector(name).shadowRoot;
  const frame = () => new Promise(requestAnimationFrame);
  const rows = () => [...inside("fp-line-list").querySelectorAll(".canvas .row")];
  const isPainted = (test) => rows().length > 0 &&
    inSight().every((row) => !row.classList.contains("absent")) && test();
  const inSight = () => {
    const box = inside("fp-line-list").querySelector(".scroll").getBoundingClientRect();
    return rows().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
  };
  const until = async (test) => {
    const start = performance.now();
    for (;;) {
      await frame();
      if (isPainted(test)) return performance.now() - start;
      if (performance.now() - start > 20000) throw new Error("never painted");
    }
  };
  globalThis.type = (text) => {
    const input = inside("fp-filter-bar").querySelector("input");
    input.value = text;
    input.dispatchEvent(new Event("input"));
    return until(() => inSight().every((row) => row.textContent.includes(text)));
  };
  globalThis.scroll = (toEnd) => {
    const scroller = inside("fp-line-list").querySelector(".scroll");
    const before = inSight()[0]?.dataset.index;
    scroller.scrollTop = toEnd ? scroller.scrollHeight : 0;
    return until(() => inSight()[0]?.dataset.index !== before);
  };
  globalThis.sweep = async () => {
    const scroller = inside("fp-line-list").querySelector(".scroll");
    const frames = [];
    let last = performance.now();
    for (let step = 0; step < 120; step++) {
      scroller.scrollTop += scroller.clientHeight / 3;
      await frame();
      frames.push(performance.now() - last);
      last = performance.now();
    }
    scroller.scrollTop = 0;
    await until(() => true);
    return frames;
  };
  globalThis.painted = (title) => until(() => inSight()[0]?.textContent.includes(title));
  undefined;
`;

function line(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(0)} ms, ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
