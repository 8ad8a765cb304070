#!/usr/bin/env node
// Takes the place of desktop VS Code's executable for `runTests` of @vscode/test-electron: real
// VS Code as a server, its window in headless Chromium, the suite inside its extension host.
// STAND_IN_RELEASE chooses the release ("newest" or "oldest").
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clearTimeout, setTimeout } from "node:timers";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../host/chromium.mjs";
import { serverEnvironment } from "../host/browserServer.mjs";
import { ensureVSCode } from "../install/vscode.mjs";
import { endGroup, startGroup } from "../run/processGroup.mjs";
import { temporaryFolder } from "../run/temporaryFolder.mjs";
import { parseArguments } from "./arguments.mjs";
import { consoleReceiver } from "./consoleLine.mjs";

const START_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = Number(process.env.STAND_IN_LIMIT_MS) || 10 * 60_000;
const MARK = process.env.TEST_LINE_MARK ?? "";
const CONSOLE_FILE =
  process.env.STAND_IN_CONSOLE_FILE ?? join(tmpdir(), "vscode-stand-in-console.log");

/** What no suite looks at, and what every window would pay for. */
const QUIET = {
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.reduceMotion": "on",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.cursorBlinking": "solid",
  "breadcrumbs.enabled": false,
  "git.enabled": false,
};

const wanted = parseArguments(process.argv.slice(2));
if (wanted.extensionTestsPath === undefined) {
  console.error("This stands in for VS Code in tests only: --extensionTestsPath= is missing.");
  process.exit(1);
}
process.exitCode = await run();
// Whatever still holds the event loop is not waited for.
process.exit();

async function run() {
  const vscode = await ensureVSCode(process.env.STAND_IN_RELEASE ?? "newest");
  const temporary = temporaryFolder();
  const server = startServer(vscode, temporary);
  let browser;
  try {
    const origin = await waitForAddress(server);
    browser = await chromium.launch(chromiumOptions());
    return await runInWindow(browser, server, origin);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await browser?.close();
    await endGroup(server);
  }
}

function startServer(vscode, temporary) {
  const machine = join(wanted.userDataDir ?? join(temporary, "data"), "data", "Machine");
  mkdirSync(machine, { recursive: true });
  writeFileSync(join(machine, "settings.json"), JSON.stringify(QUIET));
  const args = [
    vscode.server,
    ...["--host", "127.0.0.1"],
    ...["--port", "0"],
    "--without-connection-token",
    "--accept-server-license-terms",
    // A built VS Code reads the payload of the address only with this.
    "--enable-smoke-test-driver",
    "--disable-telemetry",
    "--disable-workspace-trust",
    ...["--server-data-dir", wanted.userDataDir ?? join(temporary, "data")],
    ...["--extensions-dir", wanted.extensionsDir ?? join(temporary, "extensions")],
  ];
  return startGroup(vscode.node, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: serverEnvironment(),
  });
}

function waitForAddress(server) {
  let text = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`VS Code did not start: ${why}\n${text}`));
    const timer = setTimeout(() => fail("no address in time"), START_LIMIT_MS);
    server.once("error", (error) => fail(error.message));
    server.once("exit", (code) => fail(`it ended with ${code}`));
    const read = (chunk) => {
      text += chunk;
      const found = /Extension host agent listening on (\d+)/.exec(text);
      if (found) {
        clearTimeout(timer);
        resolve(`127.0.0.1:${found[1]}`);
      }
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
  });
}

/** Opens the window and waits for the suite to report its exit code. */
async function runInWindow(browser, server, origin) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const finished = new Promise((resolve, reject) => {
    const tooLong = () => reject(new Error(`The suite did not end in ${RUN_LIMIT_MS / 1000} s.`));
    const timer = setTimeout(tooLong, RUN_LIMIT_MS);
    const settle = (action) => (value) => {
      clearTimeout(timer);
      action(value);
    };
    page.on(
      "crash",
      settle(() => reject(new Error("The browser page crashed."))),
    );
    page.on(
      "close",
      settle(() => reject(new Error("The browser page was closed."))),
    );
    server.once(
      "exit",
      settle(() => reject(new Error("VS Code's server ended early."))),
    );
    page.exposeFunction("codeAutomationExit", settle(resolve)).catch(reject);
  });
  await page.exposeFunction("codeAutomationLog", consoleReceiver(MARK, CONSOLE_FILE));
  await page.goto(addressOf(origin));
  return finished;
}

function addressOf(origin) {
  const remote = (path) => `vscode-remote://${origin}${path}`;
  const payload = [
    ...wanted.extensionDevelopmentPaths.map((path) => ["extensionDevelopmentPath", remote(path)]),
    ["extensionTestsPath", remote(wanted.extensionTestsPath)],
    ["skipWelcome", "true"],
  ];
  const url = new URL(`http://${origin}/`);
  if (wanted.workspace !== undefined) {
    url.searchParams.set("folder", wanted.workspace);
  }
  url.searchParams.set("payload", JSON.stringify(payload));
  return url.href;
}
