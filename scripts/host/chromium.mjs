// Finds Chromium of this machine and starts it: Playwright's own cannot be downloaded everywhere.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The shell draws no browser around its pages, which takes a fifth of Chromium's own time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** What Playwright turns off: the last switch of a name is the one that counts. A test compares. */
const OFF_BY_PLAYWRIGHT = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"],
  ...["TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  ...["PreconnectToSearch", "msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion"],
];

/** Pages behind the address bar, which nobody sees; each window would draw them before its own. */
const OFF_BY_US = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"],
  // Nor a process in reserve for each page that the next one may never need.
  "SpareRendererForSitePerProcess",
  // Nor one for each webview: all that is shown comes from this machine.
  "IsolateSandboxedIframes",
];

/**
 * How long any step of a test is waited for: so far away that on the busiest machine only what
 * never comes reaches it. TEST_STEP_SECONDS makes it short while a test is being written.
 */
export const FAR_AWAY_MS = (Number(process.env.TEST_STEP_SECONDS) || 600) * 1_000;

/** Features of Chromium that the tests' browser goes without. */
export const FEATURES_OFF = [...OFF_BY_PLAYWRIGHT, ...OFF_BY_US];

/** Chromium or Chrome of this machine, or nothing. `CHROMIUM` and `CHROME` win. */
export function findChromium() {
  const told = process.env.CHROMIUM || process.env.CHROME;
  if (told) {
    return existsSync(told) ? told : undefined;
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...PLACES].find((path) => existsSync(path));
}

/** Options for Playwright's `chromium.launch`: headless, silent on the network. */
export function chromiumOptions() {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error("Chromium was not found. Install it, or set CHROMIUM to its path.");
  }
  const asRoot = process.getuid?.() === 0;
  return {
    executablePath,
    headless: true,
    timeout: FAR_AWAY_MS,
    args: [
      // Chromium's own sandbox refuses to run as root.
      ...(asRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Each turn of the wheel would be a dozen frames, drawn without a graphics card.
      "--disable-smooth-scrolling",
      "--disable-site-isolation-trials",
      `--disable-features=${FEATURES_OFF.join(",")}`,
      // A container's /dev/shm is often 64 MB, on which VS Code's page crashes.
      "--disable-dev-shm-usage",
    ],
  };
}

/** Starts it; what its pages are waited for may take as long as a busy machine needs. */
export async function launchChromium() {
  // Not at the top: this file is read before anything is installed.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch(chromiumOptions());
  browser.on("context", (context) => context.setDefaultTimeout(FAR_AWAY_MS));
  return browser;
}
