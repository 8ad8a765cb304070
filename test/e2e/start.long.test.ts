import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { launchChromium } from "../../scripts/host/chromium.mjs";
import { temporaryFolder } from "../../scripts/run/temporaryFolder.mjs";
import { until } from "./support/until";
import { Workbench } from "./support/workbench";

/** What is made, fetched or of git: a checkout has none of it. */
const NOT_COPIED = /^(?:\.git|node_modules|dist|out|coverage|test)(?:$|\/)/;

const ADDRESS = /^Open (http:\S+)$/m;

/** The first command of the README, in a checkout of its own: it builds, which others read. */
describe("npm start", () => {
  let child: ChildProcess;
  let browser: Browser;
  let output = "";

  before(async () => {
    const root = process.cwd();
    const checkout = join(temporaryFolder(), "checkout");
    cpSync(root, checkout, {
      recursive: true,
      filter: (path) => !NOT_COPIED.test(path.slice(root.length + 1).replaceAll("\\", "/")),
    });
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    // Without a screen it takes the browser.
    const env = { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" };
    child = spawn(process.execPath, [join(checkout, "scripts", "start.mjs")], {
      cwd: checkout,
      detached: true,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    browser = await launchChromium();
  });

  after(async () => {
    await browser.close();
    if (child.exitCode === null && child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL");
    }
  });

  it("builds, opens VS Code in the browser with the explorer and its walkthrough, and ends with Ctrl+C", async () => {
    await until("it says where it is open", () => {
      assert.equal(child.exitCode, null, output);
      return ADDRESS.test(output);
    });
    const [, url = ""] = ADDRESS.exec(output) ?? [];
    const page = await browser.newPage();
    const window = new Workbench(page, new URL(url).origin);
    await page.goto(url);
    await window.waitUntilReady();
    await page.locator(".getting-started-step").first().waitFor();
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    await window.screenshot("npm-start");
    await page.close();
    const closed = once(child, "close");
    // As the terminal does it: to all of the group.
    process.kill(-(child.pid ?? assert.fail()), "SIGINT");
    await closed;
    assert.doesNotMatch(output, /^\s+at /m, "a stack trace");
  });
});
