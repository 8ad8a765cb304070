import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Test } from "mocha";
import type { Browser } from "playwright-core";
import {
  installExtension,
  profileFolders,
  startBrowserServer,
  type BrowserServer,
} from "../../../scripts/host/browserServer.mjs";
import { launchChromium } from "../../../scripts/host/chromium.mjs";
import {
  ensureVSCode,
  type InstalledVSCode,
  type ReleaseName,
} from "../../../scripts/install/vscode.mjs";
import { temporaryFolder } from "../../../scripts/run/temporaryFolder.mjs";
import { findConsoleProblems } from "../../../scripts/run/consoleProblems.mjs";
import { hostLogs } from "./logFiles";
import { Workbench } from "./workbench";

export interface EditorOptions {
  readonly release?: ReleaseName;
  /** False keeps Restricted Mode: folders are not trusted until somebody says so. */
  readonly trustAll?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** A language that `addTo` adds to the folder of user data. */
  readonly language?: { readonly tag: string; readonly addTo: (userData: string) => void };
  /** Packed extensions to install; by default the one under test. */
  readonly extensions?: readonly string[];
}

export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  /** Of the browser, as its menu sets it: the same window with less room, drawn larger. */
  readonly zoom?: number;
  /** A folder or a workspace file; false opens nothing at all. */
  readonly folder?: string | false;
}

/** What every profile of the tests starts with: quiet, and nothing typed by the editor itself. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  // A widget that still fades away takes clicks that are meant for the next one.
  "workbench.reduceMotion": "on",
  // Sticky rows are copies of rows, without their place.
  "workbench.tree.enableStickyScroll": false,
  // By its newest name: the editor rewrites the file to replace an old one, whatever was added.
  "workbench.colorTheme": "Light Modern",
  "workbench.list.mouseWheelScrollSensitivity": 4,
  "window.autoDetectColorScheme": false,
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  // The server would look for open ports of all processes every two seconds.
  "remote.autoForwardPorts": false,
  "editor.minimap.enabled": false,
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "editor.formatOnPaste": false,
};

const started = new Set<Editor>();
let shared: Promise<Editor> | undefined;

/** The VS Code that the test files share: one start, a window of its own for each. */
export function sharedEditor(): Promise<Editor> {
  shared ??= startEditor();
  return shared;
}

/** Starts VS Code as users run it, with the packed extension installed in a clean profile. */
export async function startEditor(options: EditorOptions = {}): Promise<Editor> {
  const vscode = await ensureVSCode(options.release ?? "newest");
  const home = temporaryFolder();
  const profile = join(home, "profile");
  writeSettings(profile, { ...SETTINGS, ...options.settings });
  options.language?.addTo(profileFolders(profile).userData);
  for (const vsix of options.extensions ?? [packedExtension()]) {
    await installExtension(vscode, profile, vsix);
  }
  const trustAll = options.trustAll ?? true;
  const language = options.language?.tag;
  const server = await startBrowserServer({ vscode, profile, trustAll, language });
  const browser = await launchChromium();
  const editor = new Editor(vscode, server, browser, home);
  started.add(editor);
  return editor;
}

/** A running VS Code: opens windows, holds its settings and its log. */
export class Editor {
  private readonly windows = new Set<Workbench>();
  /** Those that were closed too: what they wrote is read at the end. */
  private readonly allWindows: Workbench[] = [];

  constructor(
    private readonly vscode: InstalledVSCode,
    private readonly server: BrowserServer,
    private readonly browser: Browser,
    private readonly home: string,
  ) {}

  get url(): string {
    return this.server.url;
  }

  /** An empty folder of its own, to be opened as workspace. */
  newFolder(): string {
    return mkdtempSync(join(this.home, "workspace-"));
  }

  /** Opens a window with clipboard access; a fresh folder where nothing is said of it. */
  async openWindow(options: WindowOptions = {}): Promise<Workbench> {
    const { width = 1400, height = 900, zoom = 1 } = options;
    const context = await this.browser.newContext({
      viewport: { width: width / zoom, height: height / zoom },
      deviceScaleFactor: zoom,
      permissions: ["clipboard-read", "clipboard-write"],
      // Else the server compresses twenty megabytes of scripts for each window.
      extraHTTPHeaders: { "Accept-Encoding": "identity" },
    });
    const page = await context.newPage();
    const workbench = new Workbench(page, this.url);
    this.windows.add(workbench);
    this.allWindows.push(workbench);
    page.once("close", () => this.windows.delete(workbench));
    await workbench.open(options.folder ?? this.newFolder());
    return workbench;
  }

  /** Installs another packed extension, or another version, as an update does; windows have it once reloaded. */
  async install(vsix: string): Promise<void> {
    await installExtension(this.vscode, this.server.profile, vsix);
  }

  openWindows(): readonly Workbench[] {
    return [...this.windows];
  }

  /** Settings of the machine that the extensions run on: a remote's own. */
  changeMachineSettings(settings: Readonly<Record<string, unknown>>): void {
    const { machineSettings } = profileFolders(this.server.profile);
    mkdirSync(dirname(machineSettings), { recursive: true });
    writeFileSync(machineSettings, JSON.stringify(settings));
  }

  /** Changes user settings for windows that are opened or reloaded afterwards. */
  changeSettings(changes: Readonly<Record<string, unknown>>): void {
    const { profile } = this.server;
    const file = profileFolders(profile).userSettings;
    const current = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    writeSettings(profile, { ...current, ...changes });
  }

  /** Ends it, and reads what all of its windows and extension hosts wrote. */
  async stop(): Promise<void> {
    started.delete(this);
    await this.browser.close();
    await this.server.stop();
    const logs = hostLogs(profileFolders(this.server.profile).logs);
    rmSync(this.home, { recursive: true, force: true });
    assert.deepEqual(findConsoleProblems(logs), [], "the logs of the extension hosts");
    const problems = this.allWindows.flatMap((window) => window.problems());
    assert.deepEqual(problems, [], "the consoles of the windows");
  }
}

function writeSettings(profile: string, settings: Readonly<Record<string, unknown>>): void {
  const file = profileFolders(profile).userSettings;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings, null, 2));
}

/** The build under test, packed. */
export function packedExtension(): string {
  const file = process.env["E2E_VSIX"];
  if (file === undefined) {
    throw new Error("E2E_VSIX names the packed extension: the runner of these tests sets it.");
  }
  return file;
}

afterEach(async function () {
  await pictureOfFailure(
    this.currentTest,
    [...started].flatMap((editor) => editor.openWindows()),
  );
});

after(async () => {
  await Promise.all([...started].map((editor) => editor.stop()));
});

/** Ends a test that had a window of its own: a picture where it failed, as the window closes. */
export async function leaveWindow(test: Test | undefined, window: Workbench): Promise<void> {
  await pictureOfFailure(test, [window]);
  await window.close();
  if (test?.state !== "failed") {
    assert.deepEqual(window.problems(), []);
  }
}

async function pictureOfFailure(
  test: Test | undefined,
  windows: readonly Workbench[],
): Promise<void> {
  if (test?.state !== "failed") {
    return;
  }
  const name = test.fullTitle().replace(/[^a-z0-9]+/gi, "-");
  for (const [index, window] of windows.entries()) {
    await window.savePicture(`failed-${name}-${String(index)}`);
  }
}
