import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, join, sep } from "node:path";
import type { Browser } from "playwright-core";
import { launchChromium } from "../../scripts/host/chromium.mjs";
import { ensureVSCode } from "../../scripts/install/vscode.mjs";
import { endGroup, startGroup, waitForExit } from "../../scripts/run/processGroup.mjs";
import { temporaryFolder } from "../../scripts/run/temporaryFolder.mjs";
import { until } from "./support/until";
import { Workbench } from "./support/workbench";

/** Git's own folder, what is made or fetched, and the tests, which a start does not need. */
const NOT_COPIED = /^(?:\.git|node_modules|dist|out|coverage|test|[^/]+\.vsix)(?:$|\/)/;
const ADDRESS = /^Open (http:\S+)$/m;
/** Longer than it gives the editor, which it ends itself. */
const GRACE_MS = 15_000;
/** 128 and the number of SIGINT, as a shell has it. */
const ENDED_BY_CTRL_C = 130;

/** The first command of the README, in a checkout of its own: it builds, which others read. */
describe("npm start", () => {
  let child: ChildProcess | undefined;
  let browser: Browser | undefined;
  let output = "";

  before(async function () {
    if (process.platform !== "linux") {
      // Elsewhere there is always a screen, and it opens the desktop editor where there is one.
      this.skip();
    }
    const root = process.cwd();
    const home = temporaryFolder();
    const checkout = join(home, "checkout");
    cpSync(root, checkout, {
      recursive: true,
      filter: (path) => !NOT_COPIED.test(path.slice(root.length + 1)),
    });
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    // Its profile and workspace lie in the cache: one of its own, with the editor that is there.
    const { wrapper } = await ensureVSCode("newest");
    const editor = wrapper.slice(0, wrapper.indexOf(`${sep}node_modules${sep}`));
    const cache = join(home, "cache", "financial-planning-api-explorer");
    mkdirSync(cache, { recursive: true });
    symlinkSync(editor, join(cache, basename(editor)));
    const env = { ...process.env, XDG_CACHE_HOME: join(home, "cache"), PORT: "" };
    child = startGroup(process.execPath, [join(checkout, "scripts", "start.mjs")], {
      ...{ cwd: checkout, stdio: ["ignore", "pipe", "pipe"], grace: GRACE_MS },
      // Without a screen it takes the browser.
      env: { ...env, DISPLAY: "", WAYLAND_DISPLAY: "" },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    browser = await launchChromium();
  });

  after(async () => {
    if (child !== undefined) {
      await endGroup(child);
    }
    await browser?.close();
  });

  it("builds, opens VS Code in the browser with the explorer and its walkthrough, and ends with Ctrl+C", async () => {
    const started = child ?? assert.fail();
    await until("it says where it is open", () => {
      assert.ok(started.exitCode === null && started.signalCode === null, output);
      return ADDRESS.test(output);
    });
    const [, url = ""] = ADDRESS.exec(output) ?? [];
    const page = await (browser ?? assert.fail()).newPage();
    const window = new Workbench(page, new URL(url).origin);
    await page.goto(url);
    await window.waitUntilReady();
    await page.locator(".getting-started-step").first().waitFor();
    await window.openContainer("Financial Planning");
    await window.tree.row("Sandbox");
    await window.screenshot("npm-start");
    await page.close();
    const ended = waitForExit(started);
    // As the terminal does it: to all of the group.
    process.kill(-(started.pid ?? assert.fail()), "SIGINT");
    assert.equal(await ended, ENDED_BY_CTRL_C, output);
    assert.doesNotMatch(output, /^\s+at /m, "a stack trace");
    await assert.rejects(fetch(url), "the editor still answers");
  });
});
