import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { FAR_AWAY_MS } from "../../../scripts/host/chromium.mjs";
import { webviewDocument } from "../../../src/platform/vscode/webviewDocument";
import { AppError } from "../../../src/platform/base/errors";
import { type BothCalls, type Calls, type Handlers, Rpc } from "../../../src/platform/base/rpc";
import { sharedBrowser } from "../support/sharedBrowser";
import { fakeEditorScript } from "./fakeEditor";
import { fixedClockScript, setClockScript } from "./fixedClock";
import { KeptPages } from "./keptPages";
import { THEMES, type Theme } from "./themes";
import { nextFrame } from "./until";

const BUILT = path.resolve("dist", "webview");

export interface PageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** What the editor kept of an earlier life of the panel. */
  readonly state?: unknown;
  /** What the panel's clock says, without moving; timers run all the same. */
  readonly now?: number;
  /** The icon font comes only when this is over. */
  readonly beforeFont?: (page: Page) => Promise<void>;
}

/** A built panel and the host's end of its messages. */
export interface PanelUnderTest<Out extends Calls, In extends Calls> extends BothCalls<Out, In> {
  /** File name of its script. */
  readonly script: string;
  /** Selector of what is there once it has been drawn. */
  readonly drawn: string;
  readonly handlers: Handlers<In>;
}

export interface OpenPage<Out extends Calls, In extends Calls> {
  readonly page: Page;
  readonly rpc: Rpc<Out, In>;
  /** Page errors, console errors and violations of the content security policy. */
  readonly problems: readonly string[];
  /** Addresses that the page asked for, its own files as paths. */
  readonly requests: readonly string[];
  /** How often a script of someone else ran: `ran()` of the payloads, or a dialog. */
  scriptsRun(): number;
  /** Lets the page call it by this name, until the panel is closed. */
  expose(name: string, answering: (value: unknown) => unknown): Promise<void>;
  /** Waits until a message on its way has been taken and drawn. */
  settle(): Promise<void>;
  /** Lets the clock of a page that was opened with `now` stand at another time. */
  setClock(now: number): Promise<void>;
  state(): Promise<unknown>;
  /**
   * Hides the panel and shows it again: the document starts anew, the state is kept. What the
   * panel is told meanwhile is lost.
   */
  hideAndShow(whileHidden?: () => void): Promise<void>;
  close(): Promise<void>;
}

/** The browser and a server of the built panels: all of a webview but VS Code itself. */
export interface BrowserBed {
  open<Out extends Calls, In extends Calls>(
    panel: PanelUnderTest<Out, In>,
    options?: PageOptions,
  ): Promise<OpenPage<Out, In>>;
  close(): Promise<void>;
}

interface Shared {
  readonly pages: KeptPages;
  /** Served beside the built files, by their names. */
  readonly scripts: Map<string, string>;
  close(): Promise<void>;
}

let running: Promise<Shared> | undefined;

/**
 * The page and the server are those of all files: another page is another process, which reads
 * and compiles all scripts anew. `scripts` are served beside the built ones, by their names.
 */
export async function startBed(
  scripts: ReadonlyMap<string, string> = new Map(),
): Promise<BrowserBed> {
  running ??= startShared();
  const shared = await running;
  for (const [name, script] of scripts) {
    shared.scripts.set(name, script);
  }
  const { pages } = shared;
  return {
    open: (panel, options = {}) => openPage(pages, panel, options),
    // What a failed test did not give back is in a state that nobody knows.
    close: () => pages.dropTaken(),
  };
}

async function startShared(): Promise<Shared> {
  const scripts = new Map<string, string>();
  const server = createServer((request, response) => {
    void answer(request.url ?? "/", scripts).then(({ type, body }) => {
      // The browser asks for an icon of its own accord.
      response.writeHead(body === undefined ? 204 : 200, {
        "content-type": type,
        // What the browser keeps of a script is compiled, too.
        "cache-control": type === "text/html" ? "no-store" : "max-age=3600",
      });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pages: new KeptPages(await sharedBrowser(), origin),
    scripts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

after(async () => {
  await (await running)?.close();
});

/** `/` and `/?list.js` are documents, named by their script; the rest are files. */
async function answer(
  url: string,
  scripts: ReadonlyMap<string, string>,
): Promise<{ type: string; body?: string | Buffer }> {
  const { pathname, search } = new URL(url, "http://panel");
  const file = pathname.slice(1);
  const script = scripts.get(file);
  if (script !== undefined) {
    return { type: "text/javascript", body: script };
  }
  const types: Readonly<Record<string, string>> = {
    "list.js": "text/javascript",
    "list-chart.js": "text/javascript",
    "list-compare.js": "text/javascript",
    "connection.js": "text/javascript",
    "session.js": "text/javascript",
    "requests.js": "text/javascript",
    "request.js": "text/javascript",
    "send.js": "text/javascript",
    "definitions.js": "text/javascript",
    "plan.js": "text/javascript",
    "codicon.css": "text/css",
    "codicon.ttf": "font/ttf",
  };
  if (file === "") {
    const body = webviewDocument({
      nonce: "c3VyZWx5IGZyZXNo",
      source: "'self'",
      script: `/${search.slice(1)}`,
      codicons: "/codicon.css",
      title: "Panel",
      language: "en",
    });
    return { type: "text/html", body };
  }
  const type = types[file];
  return type === undefined
    ? { type: "text/plain" }
    : { type, body: await readFile(path.join(BUILT, file)) };
}

async function openPage<Out extends Calls, In extends Calls>(
  pages: KeptPages,
  panel: PanelUnderTest<Out, In>,
  options: PageOptions,
): Promise<OpenPage<Out, In>> {
  const { theme = THEMES.dark, state, now, beforeFont } = options;
  const kept = await pages.take(options);
  const { page } = kept;
  if (beforeFont !== undefined) {
    await page.route(/codicon\.ttf/, async (route) => {
      await beforeFont(page);
      await route.continue();
    });
  }
  const { problems, requests, scriptsRun } = kept;
  let isOpen = true;
  let isHidden = false;
  /** Of the panel in the page: it begins anew each time it is shown again. */
  let life = 0;
  const rpc = new Rpc<Out, In>({
    post: (message) => {
      const post = `window.postMessage(${JSON.stringify(message)}, "*")`;
      const wanted = life;
      page.evaluate(post).catch((error: unknown) => {
        // What is on its way to a panel that is hidden or closed is lost.
        if (isOpen && !isHidden && life === wanted) {
          throw error;
        }
      });
    },
    timeoutMilliseconds: FAR_AWAY_MS,
    describeFailure: (error) => ({
      code: error instanceof AppError ? error.code : "test/failed",
      text: "",
    }),
    incoming: panel.incoming,
    outgoing: panel.outgoing,
    handlers: panel.handlers,
  });
  await kept.expose("toHost", (message: unknown) => rpc.receive(message));
  await kept.addScript(fakeEditorScript(theme, state));
  if (now !== undefined) {
    await kept.addScript(fixedClockScript(now));
  }
  // The load event would wait for the font.
  await page.goto(`${pages.origin}/?${panel.script}`, { waitUntil: "domcontentloaded" });
  await page.locator(panel.drawn).waitFor();
  return {
    page,
    rpc,
    problems,
    requests,
    scriptsRun,
    expose: (name, answering) => kept.expose(name, answering),
    settle: async () => {
      // The message is on its way before this evaluation, and taken before it ends.
      await nextFrame(page);
      await nextFrame(page);
    },
    setClock: (time) => page.evaluate(setClockScript(time)),
    state: () => page.evaluate('JSON.parse(sessionStorage.getItem("state"))'),
    hideAndShow: async (whileHidden = () => undefined) => {
      isHidden = true;
      life++;
      // A document without the panel, of the origin that has the state.
      await page.goto(`${pages.origin}/codicon.css`);
      whileHidden();
      await nextFrame(page);
      await page.goto(`${pages.origin}/?${panel.script}`, { waitUntil: "domcontentloaded" });
      await page.locator(panel.drawn).waitFor();
      isHidden = false;
    },
    close: async () => {
      // By then it may show another panel.
      if (isOpen) {
        isOpen = false;
        await pages.giveBack(kept);
      }
    },
  };
}
