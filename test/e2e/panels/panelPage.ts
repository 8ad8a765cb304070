import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { webviewDocument } from "../../../src/host/webviewDocument";
import type { HostToPanel, PanelContent, PanelToHost } from "../../../src/shared/listPanel";
import { PANEL_CHECKS } from "../../../src/shared/panelChecks";
import { Rpc, type Handlers } from "../../../src/shared/rpc";
import { fakeEditorScript } from "./fakeEditor";
import { THEMES, type Theme } from "./themes";
import { PANEL_TEXTS } from "./texts";

export { THEMES, type Theme };

const BUILT = path.resolve("dist", "webview");

/** A browser and a server of the built panel: all of a webview but VS Code itself. */
export interface PanelBed {
  open(content: PanelContent, options?: PanelOptions): Promise<OpenPanel>;
  close(): Promise<void>;
}

export interface PanelOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** What the editor kept of an earlier life of the panel. */
  readonly state?: unknown;
}

export interface OpenPanel {
  readonly page: Page;
  /** What the panel asked for, without "start". */
  readonly calls: readonly (readonly [name: string, parameters: unknown])[];
  /** Page errors, console errors and violations of the content security policy. */
  readonly problems: readonly string[];
  /** Addresses that the page asked for, its own files as paths. */
  readonly requests: readonly string[];
  /** How often a script of someone else ran: `ran()` of the payloads, or a dialog. */
  scriptsRun(): number;
  show(content: PanelContent): Promise<void>;
  state(): Promise<unknown>;
  /** Hides the panel and shows it again: the document starts anew, the state is kept. */
  hideAndShow(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both; Chromium from `CHROMIUM` or where Debian has it. */
export async function startPanelBed(): Promise<PanelBed> {
  const server = createServer((request, response) => {
    void answer(request.url ?? "/").then(({ type, body }) => {
      // The browser asks for an icon of its own accord.
      response.writeHead(body === undefined ? 204 : 200, { "content-type": type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  return {
    open: (content, options = {}) => openPanel(browser, origin, content, options),
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(url: string): Promise<{ type: string; body?: string | Buffer }> {
  const file = new URL(url, "http://panel").pathname.slice(1);
  const types: Readonly<Record<string, string>> = {
    "list.js": "text/javascript",
    "codicon.css": "text/css",
    "codicon.ttf": "font/ttf",
  };
  if (file === "") {
    const body = webviewDocument({
      nonce: "c3VyZWx5IGZyZXNo",
      source: "'self'",
      script: "/list.js",
      codicons: "/codicon.css",
      title: "Holdings",
      language: "en",
    });
    return { type: "text/html", body };
  }
  const type = types[file];
  return type === undefined
    ? { type: "text/plain" }
    : { type, body: await readFile(path.join(BUILT, file)) };
}

async function openPanel(
  browser: Browser,
  origin: string,
  first: PanelContent,
  options: PanelOptions,
): Promise<OpenPanel> {
  const { width = 900, height = 420, theme = THEMES.dark } = options;
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      problems.push(message.text());
    }
  });
  const { requests, scriptsRun } = await watch(context, page, origin);
  const calls: [string, unknown][] = [];
  let held = first;
  const rpc = new Rpc<HostToPanel, PanelToHost>({
    post: (message) => void page.evaluate(`window.postMessage(${JSON.stringify(message)}, "*")`),
    timeoutMilliseconds: 10_000,
    describeFailure: () => ({ code: "test/failed", text: "" }),
    checks: PANEL_CHECKS,
    handlers: recording(calls, () => ({ ...held, texts: PANEL_TEXTS })),
  });
  await page.exposeFunction("toHost", (message: unknown) => rpc.receive(message));
  await page.addInitScript({ content: fakeEditorScript(theme, options.state) });
  await page.goto(origin);
  await page.locator("fp-list-panel h1").waitFor();
  return {
    page,
    calls,
    problems,
    requests,
    scriptsRun,
    show: async (content) => {
      held = { ...held, ...content };
      rpc.notify("show", content);
      // The message is on its way before this evaluation, and taken before it ends.
      await page.evaluate("new Promise(requestAnimationFrame)");
      await page.evaluate("new Promise(requestAnimationFrame)");
    },
    state: () => page.evaluate('JSON.parse(sessionStorage.getItem("state"))'),
    hideAndShow: async () => {
      await page.reload();
      await page.locator("fp-list-panel h1").waitFor();
    },
    close: () => context.close(),
  };
}

/** Counts what must not happen; nothing leaves the machine even when it does. */
export async function watch(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<Pick<OpenPanel, "requests" | "scriptsRun">> {
  const requests: string[] = [];
  let runs = 0;
  page.on("request", (request) => requests.push(request.url().replace(`${origin}/`, "/")));
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  await context.exposeFunction("ran", () => {
    runs++;
  });
  const dialogs = '["alert", "confirm", "prompt", "print"]';
  await context.addInitScript({
    content: `for (const name of ${dialogs}) globalThis[name] = () => void globalThis.ran();`,
  });
  return { requests, scriptsRun: () => runs };
}

function recording(
  calls: [string, unknown][],
  start: Handlers<PanelToHost>["start"],
): Handlers<PanelToHost> {
  const record =
    (name: string) =>
    (parameters: unknown): undefined => {
      calls.push([name, parameters]);
    };
  return {
    start,
    turn: record("turn"),
    resize: record("resize"),
    openAsJson: record("openAsJson"),
    act: record("act"),
    copy: record("copy"),
  };
}
