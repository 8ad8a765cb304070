import assert from "node:assert/strict";
import { type BrowserBed, type PageOptions, startBed } from "./panels/bed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { openRequests, type RequestsBed } from "./panels/requestsBed";
import { aCall, aMorning, NOON } from "./panels/requestSamples";
import { THEMES } from "./panels/themes";
import type { RecordedHistory } from "../../src/core/requests/recordedHistory";
import type { Action } from "../../src/core/requests/record";
import { anAction } from "../fakes/action";
import { aHistory } from "../fakes/history";

describe("requests view in a browser", function () {
  this.timeout(60_000);
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
    options: PageOptions = {},
  ): Promise<RequestsBed> => {
    const view = await openRequests(bed, history, { width: 1400, ...options });
    open.push(view);
    return view;
  };

  for (const [name, theme] of Object.entries(THEMES)) {
    for (const width of [320, 900, 1400]) {
      it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
        const view = await start(aHistory(aMorning()), { theme, width, height: 200 });
        await view.page.locator("[data-index='0']").focus();
        await view.page.keyboard.press("ArrowDown");
        await takeShot(view.page, `requests-${name}-${width}`);
        await assertAccessible(view.page);
        await assertInPlace(view.page, width);
      });
    }
  }
});
void [HOSTILE, aCall, NOON, anAction];
export type X = Action;
