import type { Browser, BrowserContext, ConsoleMessage, Page } from "playwright-core";

export interface PageSize {
  readonly width?: number;
  readonly height?: number;
}

/**
 * Nothing leaves the machine even when a page asks for it. Routes would do the same, but with
 * them each request comes by here, and the browser keeps neither files nor compiled scripts.
 */
export const NOWHERE = { server: "http://127.0.0.1:9", bypass: "127.0.0.1" };

interface Disposable {
  dispose(): Promise<void>;
}

/** Pages of a browser that show one panel after the other: each new one costs a process. */
export class KeptPages {
  private readonly free: KeptPage[] = [];
  private readonly taken = new Set<KeptPage>();
  private count = 0;

  constructor(
    private readonly browser: Browser,
    readonly origin: string,
  ) {}

  /** A page as good as new. */
  async take({ width = 900, height = 420 }: PageSize): Promise<KeptPage> {
    const viewport = { width, height };
    const page = this.free.pop() ?? (await this.open());
    this.taken.add(page);
    await page.page.setViewportSize(viewport);
    await page.begin(`${++this.count}`);
    return page;
  }

  async giveBack(page: KeptPage): Promise<void> {
    await page.end();
    this.taken.delete(page);
    this.free.push(page);
  }

  /** Ends those that were not given back. */
  async dropTaken(): Promise<void> {
    const taken = [...this.taken];
    this.taken.clear();
    await Promise.all(taken.map(({ page }) => page.context().close()));
  }

  private async open(): Promise<KeptPage> {
    const context = await this.browser.newContext({ proxy: NOWHERE, reducedMotion: "reduce" });
    const page = await context.newPage();
    const { origin } = this;
    const { scriptsRun } = await watch(context, page, origin);
    return new KeptPage(page, { origin, scriptsRun });
  }
}

/** One of them, and what happens in it while it shows a panel. */
export class KeptPage {
  problems: string[] = [];
  requests: string[] = [];
  private runsBefore = 0;
  private given: Disposable[] = [];

  constructor(
    readonly page: Page,
    private readonly watched: Watched,
  ) {
    page.on("pageerror", (error) => this.problems.push(error.message));
    page.on("console", (message) => this.note(message));
    page.on("request", (request) => this.requests.push(inPage(request.url(), watched.origin)));
  }

  get scriptsRun(): () => number {
    const { runsBefore } = this;
    return () => this.watched.scriptsRun() - runsBefore;
  }

  /** Forgets what was; `life` is another text each time. */
  async begin(life: string): Promise<void> {
    [this.problems, this.requests] = [[], []];
    this.runsBefore = this.watched.scriptsRun();
    // What the webview kept is of one panel alone, however often its document begins anew.
    await this.addScript(`if (sessionStorage.getItem("life") !== "${life}") {
      sessionStorage.clear();
      sessionStorage.setItem("life", "${life}");
    }`);
  }

  async expose(name: string, answering: (value: unknown) => unknown): Promise<void> {
    this.given.push(await this.page.exposeFunction(name, answering));
  }

  async addScript(content: string): Promise<void> {
    this.given.push(await this.page.addInitScript({ content }));
  }

  /** Takes all back that the panel was given, and its document. */
  async end(): Promise<void> {
    const { page } = this;
    await page.unrouteAll();
    await page.emulateMedia({ forcedColors: null });
    // Or the next panel would begin with something under the mouse.
    await page.mouse.move(-10, -10);
    await page.goto("about:blank");
    await Promise.all(this.given.splice(0).map((given) => given.dispose()));
  }

  private note(message: ConsoleMessage): void {
    if (message.type() === "error" || message.type() === "warning") {
      this.problems.push(message.text());
    }
  }
}

interface Watched {
  readonly origin: string;
  readonly scriptsRun: () => number;
}

function inPage(url: string, origin: string): string {
  return url.replace(`${origin}/`, "/");
}

/** Counts what must not happen; in a context that leads `NOWHERE` nothing leaves the machine. */
export async function watch(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<{ readonly requests: readonly string[]; readonly scriptsRun: () => number }> {
  const requests: string[] = [];
  let runs = 0;
  page.on("request", (request) => requests.push(inPage(request.url(), origin)));
  await context.exposeFunction("ran", () => {
    runs++;
  });
  const dialogs = '["alert", "confirm", "prompt", "print"]';
  await context.addInitScript({
    content: `for (const name of ${dialogs}) globalThis[name] = () => void globalThis.ran();`,
  });
  return { requests, scriptsRun: () => runs };
}
