import type { Browser } from "playwright-core";
import { launchChromium } from "../../../scripts/host/chromium.mjs";

let running: Promise<Browser> | undefined;

/** The browser of all tests that need no editor: to start one costs more than many of them do. */
export function sharedBrowser(): Promise<Browser> {
  running ??= launchChromium();
  return running;
}

after(async () => {
  await (await running)?.close();
});
