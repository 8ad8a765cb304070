#!/usr/bin/env node
// Takes the place of desktop VS Code's executable for `runTests` of @vscode/test-electron: real
// VS Code as a server, its window in headless Chromium, the suite inside its extension host.
// STAND_IN_RELEASE chooses the release ("newest" or "oldest"); STAND_IN_USER_AGENT the system that
// the window takes itself to be on.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../host/chromium.mjs";
import { serverEnvironment } from "../host/browserServer.mjs";
import { ensureVSCode } from "../install/vscode.mjs";
import { endGroup, startGroup } from "../run/processGroup.mjs";
import { temporaryFolder } from "../run/temporaryFolder.mjs";
import { parseArguments } from "./arguments.mjs";
import { consoleReceiver } from "./consoleLine.mjs";

/** For what hangs: from the first process to the exit code of the suite. */
const LIMIT_MS = Number(process.env.STAND_IN_LIMIT_MS) || 30 * 60_000;
const isLong = process.env.TEST_LENGTH === "long";
const MARK = process.env.TEST_LINE_MARK ?? "";
const CONSOLE_FILE =
  process.env.STAND_IN_CONSOLE_FILE ?? join(tmpdir(), "vscode-stand-in-console.log");

/** Nobody looks at it: a small one is drawn with less work. */
const VIEWPORT = { width: 800, height: 600 };

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
  "remote.autoForwardPorts": false,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "workbench.enableExperiments": false,
  "workbench.localHistory.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "editor.maxTokenizationLineLength": 1,
  "editor.bracketPairColorization.enabled": false,
  "editor.colorDecorators": false,
  "editor.folding": false,
  "editor.links": false,
  "editor.stickyScroll.enabled": false,
  "editor.wordBasedSuggestions": "off",
};

/** Of the extensions that the editor ships, those that the suites meet; a hundred others take seconds. */
const SHIPPED = ["json", "json-language-features", "theme-defaults"];

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
    const work = async () => {
      const origin = await waitForAddress(server);
      browser = await chromium.launch({ ...chromiumOptions(), timeout: 0 });
      return await runInWindow(browser, server, origin);
    };
    return await Promise.race([work(), tooLong()]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await browser?.close();
    await endGroup(server);
  }
}

function tooLong() {
  return new Promise((_, reject) => {
    const fail = () => reject(new Error(`The suite did not end in ${LIMIT_MS / 1000} s.`));
    setTimeout(fail, LIMIT_MS);
  });
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
    // All is on this machine: no message is worth packing, and no shell has a variable to add.
    "--disable-websocket-compression",
    "--force-disable-user-env",
    ...["--server-data-dir", wanted.userDataDir ?? join(temporary, "data")],
    ...["--extensions-dir", wanted.extensionsDir ?? join(temporary, "extensions")],
    ...(isLong ? [] : ["--builtin-extensions-dir", shippedExtensions(vscode, temporary)]),
  ];
  return startGroup(vscode.node, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: serverEnvironment(),
  });
}

function shippedExtensions(vscode, temporary) {
  const all = join(dirname(vscode.server), "..", "extensions");
  const folder = join(temporary, "shipped");
  for (const name of SHIPPED) {
    cpSync(join(all, name), join(folder, name), { recursive: true });
  }
  return folder;
}

function waitForAddress(server) {
  let text = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`VS Code did not start: ${why}\n${text}`));
    server.once("error", (error) => fail(error.message));
    server.once("exit", (code) => fail(`it ended with ${code}`));
    const read = (chunk) => {
      text += chunk;
      const found = /Extension host agent listening on (\d+)/.exec(text);
      if (found) {
        resolve(`127.0.0.1:${found[1]}`);
      }
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
  });
}

/** Opens the window and waits for the suite to report its exit code. */
async function runInWindow(browser, server, origin) {
  const userAgent = process.env.STAND_IN_USER_AGENT;
  const page = await browser.newPage({
    ...{ viewport: VIEWPORT, deviceScaleFactor: 0.25 },
    ...(userAgent && { userAgent }),
  });
  const finished = new Promise((resolve, reject) => {
    const fail = (why) => () => reject(new Error(why));
    page.on("crash", fail("The browser page crashed."));
    page.on("close", fail("The browser page was closed."));
    server.once("exit", fail("VS Code's server ended early."));
    page.exposeFunction("codeAutomationExit", resolve).catch(reject);
  });
  await page.exposeFunction("codeAutomationLog", consoleReceiver(MARK, CONSOLE_FILE));
  await page.addInitScript(takeBuffers);
  await page.addInitScript(standStill);
  await page.goto(addressOf(origin), { timeout: 0 });
  return finished;
}

/**
 * Runs in the page. VS Code takes each message of its connection as a blob and reads that, which
 * asks Chromium's own process twice; here it gets the bytes at once.
 */
function takeBuffers() {
  const { WebSocket, FileReader } = globalThis;
  const { readAsArrayBuffer } = FileReader.prototype;
  FileReader.prototype.readAsArrayBuffer = function read(data) {
    if (data instanceof ArrayBuffer) {
      globalThis.queueMicrotask(() => this.onload({ target: { result: data } }));
    } else {
      readAsArrayBuffer.call(this, data);
    }
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      this.binaryType = "arraybuffer";
    }
  };
}

/** Runs in the page: what turns or fades would be drawn anew sixty times a second. */
function standStill() {
  const sheet = new globalThis.CSSStyleSheet();
  const still = "animation: none !important; transition: none !important;";
  sheet.replaceSync(`*, ::before, ::after { ${still} }`);
  globalThis.document.adoptedStyleSheets.push(sheet);
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
