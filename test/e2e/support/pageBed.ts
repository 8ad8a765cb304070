import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { sharedBrowser } from "./sharedBrowser";

/** What a browser brought to the callback address. */
export interface Callback {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  /** As the page saw it; servers never do. */
  readonly hash: string;
}

export interface PageOptions {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
}

/** A browser, and a server that stands for an application waiting for its callback. */
export interface PageBed {
  readonly callbackUrl: string;
  /** Page errors and console errors, violations of a policy among them. */
  readonly problems: readonly string[];
  /** Takes out what a test expected. */
  forgetExpected(pattern: RegExp): void;
  nextCallback(): Promise<Callback>;
  openPage(options: PageOptions): Promise<Page>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/** Starts both. */
export async function startPageBed(): Promise<PageBed> {
  const problems: string[] = [];
  const contexts: BrowserContext[] = [];
  const waiting: ((callback: Callback) => void)[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://callback");
    if (pathname === "/callback") {
      response.writeHead(200, { "content-type": "text/html" }).end(REPORT_HASH);
      void readForm(request).then((form) => (held = { form, method: request.method ?? "" }));
    } else if (pathname === "/hash") {
      response.writeHead(204).end();
      const hash = searchParams.get("hash") ?? "";
      const query = new URLSearchParams(searchParams.get("query") ?? "");
      waiting.shift()?.({ ...held, query, hash });
    } else {
      response.writeHead(204).end();
    }
  });
  let held = { form: new URLSearchParams(), method: "" };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await sharedBrowser();
  return {
    callbackUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    problems,
    forgetExpected: (pattern) => {
      problems.splice(0, problems.length, ...problems.filter((problem) => !pattern.test(problem)));
    },
    nextCallback: () => new Promise((resolve) => waiting.push(resolve)),
    openPage: async ({ scheme = "light", width = 900, height = 900 }) => {
      const viewport = { width, height };
      const context = await browser.newContext({ viewport, colorScheme: scheme });
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) {
          problems.push(message.text());
        }
      });
      return page;
    },
    closePages: async () => {
      problems.length = 0;
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    },
    close: async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const REPORT_HASH = `<!doctype html><title>Callback</title><script>
  fetch("/hash?" + new URLSearchParams({ hash: location.hash, query: location.search }));
</script>`;

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString("latin1");
  }
  return new URLSearchParams(text);
}
