// Opens VS Code with the extension, on the desktop or in the browser.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { installExtension, profileFolders, startBrowserServer } from "../host/browserServer.mjs";
import { pack, packageExtension } from "../host/packageExtension.mjs";
import { ensureVSCode } from "../install/vscode.mjs";
import { CACHE, CHECKOUT_KEY, ROOT } from "../paths.mjs";
import { build } from "./build.mjs";
import { startGroup, waitForExit } from "./processGroup.mjs";

const WORKSPACE = join(CACHE, "workspace");
/** Opens the walkthrough, the first time only. */
const FIRST_START = join(ROOT, "scripts", "firstStart");

/** Only written when there are none: from then on they are the user's. */
const FIRST_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  "telemetry.telemetryLevel": "off",
};

/** Builds and packs the extension, then opens it in desktop VS Code or in the browser. */
export async function start() {
  await build();
  const vsixFile = await packageExtension();
  mkdirSync(WORKSPACE, { recursive: true });
  const desktop = desktopCode();
  if (desktop !== undefined) {
    await openDesktop(desktop);
    return;
  }
  await serve(vsixFile);
}

async function openDesktop(command) {
  const extensions = [ROOT, FIRST_START].map((folder) => `--extensionDevelopmentPath=${folder}`);
  const args = [...extensions, WORKSPACE];
  // `code` is a batch file on Windows, which only a shell starts.
  const shell = process.platform === "win32";
  const code = await waitForExit(startGroup(command, args, { stdio: "inherit", shell }));
  if (code !== 0) {
    throw new Error(`${command} ended with ${code}.`);
  }
  console.log("VS Code is open. The explorer is the Financial Planning icon in the activity bar.");
}

async function serve(vsixFile) {
  const vscode = await ensureVSCode("newest");
  const profile = join(CACHE, "profiles", CHECKOUT_KEY);
  writeFirstSettings(profileFolders(profile).userSettings);
  await installExtension(vscode, profile, vsixFile);
  await installExtension(vscode, profile, await packFirstStart());
  const server = await startBrowserServer({
    vscode,
    profile,
    port: Number(process.env.PORT) || 0,
    trustAll: true,
  });
  console.log("VS Code is running. Ctrl+C ends it.");
  console.log(`Open ${server.url}/?folder=${encodeURI(WORKSPACE)}`);
  const code = await waitForExit(server.child);
  if (code !== 0) {
    throw new Error(`VS Code ended with ${code}.`);
  }
  console.log("VS Code ended.");
}

async function packFirstStart() {
  const file = join(ROOT, "out", "first-start.vsix");
  await pack(FIRST_START, file, "ignore");
  return file;
}

function writeFirstSettings(file) {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(FIRST_SETTINGS, null, 2));
  }
}

/** Desktop VS Code's command, where there is one and a display to show it on. */
function desktopCode() {
  const { DISPLAY, WAYLAND_DISPLAY, PATH = "" } = process.env;
  const hasDisplay = process.platform !== "linux" || DISPLAY || WAYLAND_DISPLAY;
  if (!hasDisplay) {
    return undefined;
  }
  const file = process.platform === "win32" ? "code.cmd" : "code";
  return PATH.split(delimiter)
    .map((folder) => join(folder, file))
    .find((path) => existsSync(path));
}
