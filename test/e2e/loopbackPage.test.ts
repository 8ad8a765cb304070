import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { CallbackOutcome } from "../../src/platform/http/loopbackDocuments";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import {
  openLoopbackPage,
  type LoopbackPage,
  type LoopbackPageOptions,
  type RawCallback,
} from "../../src/platform/http/loopbackPage";
import { WORDS } from "../faults/support/loopbackBench";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { sharedBrowser } from "./support/sharedBrowser";
import { IS_LONG } from "../fakes/runs";

const CALLBACK = "code=a%2Bb%26c&state=kX1-state_7Qp&id_token=aaa.bbb.ccc";
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "high-contrast": { colorScheme: "dark", forcedColors: "active" },
};

describe("the loopback page in a browser", () => {
  let browser: Browser;
  let provider: Server;
  let authOrigin: string;
  const pages: LoopbackPage[] = [];

  before(async () => {
    browser = await sharedBrowser();
    provider = createServer(answerAsProvider).listen(0, "127.0.0.1");
    await once(provider, "listening");
    authOrigin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });

  after(() => {
    provider.close();
  });

  async function open(
    outcome: CallbackOutcome,
    change: Partial<LoopbackPageOptions> = {},
  ): Promise<{ address: string; seen: readonly RawCallback[]; page: LoopbackPage }> {
    const seen: RawCallback[] = [];
    const page = await openLoopbackPage({
      ...{ host: "127.0.0.1", port: 0, path: "/callback", authOrigin, words: WORDS },
      clock: SYSTEM_CLOCK,
      onCallback: (callback) => {
        seen.push(callback);
        return Promise.resolve(outcome);
      },
      ...change,
    });
    pages.push(page);
    return { address: page.redirectUri, seen, page };
  }

  /** What the page shows, once it says how it went. */
  async function shown(tab: Page, outcome: CallbackOutcome): Promise<void> {
    const { heading, sentence } = WORDS.outcomes[outcome];
    await tab.getByRole("heading", { name: heading }).waitFor();
    const visible = await tab.locator("main").innerText();
    assert.deepEqual(visible.split(/\n+/), [heading, sentence]);
    assert.equal(await tab.title(), heading);
  }

  for (const outcome of ["accepted", "rejected", "failed"] as const) {
    it(`turns a fragment into one post and shows '${outcome}'`, async () => {
      const { address, seen } = await open(outcome);
      const { tab, problems, requests, close } = await newTab(browser);
      await tab.goto(`${address}#${CALLBACK}`);
      await shown(tab, outcome);
      assert.deepEqual(seen, [{ from: "fragment", text: CALLBACK }]);
      assert.equal(tab.url(), address);
      await tab.goto("about:blank");
      assert.deepEqual(requests, [`GET ${address}`, `POST ${address}`]);
      // The browser says that of every status above 399, whoever asked for it.
      const unexpected = problems.filter((text) => !/Failed to load resource/.test(text));
      assert.deepEqual(unexpected, []);
      await close();
    });
  }

  it("shows why it failed, as text", async () => {
    const failed =
      "The explorer refused the ID token: <b>it</b> has expired (exp); nothing was sent.";
    for (const part of ["#", "?"]) {
      const { address } = await open("failed", { onCallback: () => Promise.resolve({ failed }) });
      const { tab, close } = await newTab(browser);
      await tab.goto(`${address}${part}${CALLBACK}`);
      await tab.getByText(failed).waitFor();
      const visible = await tab.locator("main").innerText();
      assert.deepEqual(visible.split(/\n+/), [WORDS.outcomes.failed.heading, failed]);
      await close();
    }
  });

  it("leaves the fragment neither in the address bar nor in the history", async () => {
    const { address } = await open("rejected");
    const { tab, close } = await newTab(browser);
    await tab.goto(`${authOrigin}/elsewhere`);
    await tab.goto(`${address}#${CALLBACK}`);
    await shown(tab, "rejected");
    await tab.goto(`${authOrigin}/elsewhere`);
    await tab.goBack();
    await shown(tab, "rejected");
    assert.equal(tab.url(), address);
    await close();
  });

  it("says that nothing came when it is opened bare, and posts nothing", async () => {
    const { address, seen } = await open("accepted");
    const { tab, requests, close } = await newTab(browser);
    await tab.goto(address);
    await shown(tab, "rejected");
    assert.deepEqual([seen, requests], [[], [`GET ${address}`]]);
    await close();
  });

  it("says what to do where scripts are off", async () => {
    const { address } = await open("accepted");
    const { tab, close } = await newTab(browser, { javaScriptEnabled: false });
    await tab.goto(`${address}#${CALLBACK}`);
    assert.match(await tab.locator("main").innerText(), /Copy the address of this page/);
    await close();
  });

  for (const policy of ["strict-origin-when-cross-origin", "no-referrer"]) {
    it(`takes a form_post of the provider whose referrer policy is ${policy}`, async () => {
      const { address, seen, page } = await open("accepted");
      const { tab, problems, close } = await newTab(browser);
      const query = new URLSearchParams({ to: address, policy, body: CALLBACK });
      await tab.goto(`${authOrigin}/form_post?${query.toString()}`);
      await shown(tab, "accepted");
      assert.deepEqual(
        seen.map(({ from, text }) => [from, text]),
        [["form", CALLBACK]],
      );
      assert.deepEqual(problems, []);
      await page.closed;
      await close();
    });
  }

  it("lets no other page post, fetch or frame it", async () => {
    const { address, seen } = await open("accepted", { authOrigin: "https://login.example" });
    const { tab, close } = await newTab(browser);
    await tab.goto(`${authOrigin}/elsewhere`);
    const attempts = `(async (address, query) => {
      const post = (headers) => fetch(address, { method: "POST", headers, body: query })
        .then(() => "read", () => "not read");
      const image = new Image();
      const loaded = new Promise((resolve) => {
        image.onload = () => resolve("loaded");
        image.onerror = () => resolve("not loaded");
      });
      image.src = address + "?" + query;
      const opaque = fetch(address + "?" + query, { mode: "no-cors" })
        .then(() => "read", () => "not read");
      return [
        await post({ "content-type": "application/x-www-form-urlencoded" }),
        await post({ "x-callback-from": "fragment" }),
        await loaded,
        await opaque,
      ];
    })(${JSON.stringify(address)}, ${JSON.stringify(CALLBACK)})`;
    assert.deepEqual(await tab.evaluate(attempts), [
      ...["not read", "not read", "not loaded", "not read"],
    ]);
    assert.deepEqual(seen, []);
    await close();
  });

  for (const [look, options] of Object.entries(LOOKS).slice(IS_LONG ? 0 : -1)) {
    it(`has no accessibility violation in ${look}`, async () => {
      for (const outcome of ["accepted", "rejected", "failed"] as const) {
        const { address } = await open(outcome);
        const { tab, close } = await newTab(browser, options);
        await tab.goto(`${address}?${CALLBACK}`);
        await shown(tab, outcome);
        // The policy of the page keeps scripts out, so axe is put in from outside of it.
        await assertAccessible(tab);
        await tab.setViewportSize({ width: 320, height: 360 });
        await assertInPlace(tab, 320);
        await takeShot(tab, `loopback-${look}-${outcome}`);
        await close();
      }
    });
  }

  it("closes soon after its page was shown", async () => {
    const { address, page } = await open("accepted");
    const { tab, close } = await newTab(browser);
    await tab.goto(`${address}?${CALLBACK}`);
    await page.closed;
    await assert.rejects(tab.goto(address), /ERR_CONNECTION_REFUSED/);
    await close();
  });
});

interface Tab {
  readonly tab: Page;
  readonly problems: readonly string[];
  /** Method and address of everything that was asked for, icons too. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

async function newTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 700, height: 360 },
    bypassCSP: false,
    ...options,
  });
  const tab = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  tab.on("pageerror", (error) => problems.push(error.message));
  tab.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      problems.push(message.text());
    }
  });
  tab.on("request", (request) => {
    if (request.url().startsWith("http")) {
      requests.push(`${request.method()} ${request.url().replace(/#.*/, "")}`);
    }
  });
  return { tab, problems, requests, close: () => context.close() };
}

/** A provider's page for `response_mode=form_post`, which posts itself, and an empty page. */
function answerAsProvider(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://provider");
  response.setHeader("content-type", "text/html");
  if (pathname !== "/form_post") {
    response.end("<!DOCTYPE html><title>Elsewhere</title>");
    return;
  }
  response.setHeader("referrer-policy", searchParams.get("policy") ?? "");
  const fields = [...new URLSearchParams(searchParams.get("body") ?? "")].map(
    ([name, value]) =>
      `<input type="hidden" name="${name}" value="${value.replace(/&/g, "&amp;")}">`,
  );
  response.end(`<!DOCTYPE html><title>Submit</title>
    <form method="post" action="${searchParams.get("to") ?? ""}">${fields.join("")}</form>
    <script>document.forms[0].submit()</script>`);
}
