import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { callbackWay } from "../../src/platform/auth/callbackWay";
import { readRawCallback } from "../../src/platform/auth/callbackParameters";
import { PendingSignIns } from "../../src/platform/auth/pendingSignIns";
import { issueSandbox } from "../../src/features/sandbox/common/sandboxConnection";
import { SYSTEM_CLOCK } from "../../src/platform/base/clock";
import { WORDS } from "../faults/support/loopbackBench";
import { type Bench, listClients, openBench } from "../unit/platform/http/support/bench";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { startPageBed, type PageBed } from "./support/pageBed";

const EDITOR = { uriScheme: "code-oss", extensionId: "a.b" };

/** How the callback came: the method and the address, as the browser sent them. */
interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

describe("a hybrid sign-in through a page of this machine", () => {
  let bed: PageBed;
  let sandbox: SandboxUnderTest;
  let bench: Bench;

  before(async () => {
    bed = await startPageBed();
  });

  afterEach(async () => {
    const problems = [...bed.problems];
    await bed.closePages();
    await bench.close();
    await sandbox.stop();
    assert.deepEqual(problems, [], "policy violations and errors");
  });

  after(() => bed.close());

  it("gets code and ID token by a form, and none of them into the address bar", async () => {
    const { asked, page, arrivals } = await signIn(true);
    assert.equal(asked, "form_post");
    const [only, ...more] = arrivals;
    assert.ok(only !== undefined && more.length === 0);
    assert.equal(only.method, "POST");
    assert.match(only.body, /(^|&)code=/);
    assert.match(only.body, /(^|&)id_token=/);
    assert.match(page.url(), /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  });

  it("gets them by the fragment where no document says that there are forms", async () => {
    const { asked, arrivals } = await signIn(false);
    assert.equal(asked, "fragment");
    assert.deepEqual(
      arrivals.map(({ method }) => method),
      ["GET", "POST"],
    );
  });

  /** The whole way: real provider, browser, page and exchange; then a call, and out again. */
  async function signIn(
    discovery: boolean,
  ): Promise<{ asked: string | null; page: Page; arrivals: readonly Arrival[] }> {
    sandbox = await startSandbox({ discovery });
    const { connection, secrets } = issueSandbox({
      facts: sandbox.facts,
      chosen: { access: "userPresentHybrid", callback: "loopback" },
      ...{ label: "Sandbox", uriScheme: EDITOR.uriScheme },
    });
    bench = await openBench({ connection });
    bench.secrets.current = secrets;
    const { client, waitingSignIns } = bench;
    const desk = new PendingSignIns({
      ...{ clock: SYSTEM_CLOCK, words: () => WORDS, readRaw: readRawCallback },
      find: (state) => waitingSignIns.find(state),
      open: () => Promise.resolve(client),
      describe: () => Promise.resolve(""),
    });
    const page = await bed.openPage({});
    const arrivals = follow(page);
    let asked: string | null = null;
    await desk.signIn({
      ...{ connection, client, withoutProofKey: false, signal: new AbortController().signal },
      way: callbackWay(connection.callbackUrl, EDITOR),
      isReachable: () => Promise.resolve(true),
      send: async ({ url }) => {
        asked = new URL(url).searchParams.get("response_mode");
        await walk(page, url);
      },
    });
    await page.getByRole("heading", { name: WORDS.outcomes.accepted.heading }).waitFor();
    assert.equal(client.session?.identity?.subject, "adviser-1");
    const answer = await listClients(client);
    assert.equal(answer.status, 200);
    return { asked, page, arrivals };
  }
});

function follow(page: Page): readonly Arrival[] {
  const arrivals: Arrival[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/callback") {
      const body = request.postData() ?? "";
      arrivals.push({ method: request.method(), url: request.url(), body });
    }
  });
  return arrivals;
}

async function walk(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel("User name").fill("alex.morgan");
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
}
