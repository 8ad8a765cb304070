import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type SandboxUnderTest, startSandbox } from "../unit/support/sandboxProcess";
import { authorizeAddress, type Parameters, type UserModel } from "../unit/support/userSignIn";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { type Callback, startPageBed, type PageBed } from "./support/pageBed";
import { IS_LONG } from "../fakes/runs";

/** The short form looks once, where there is least room. */
const LOOKS = (["light", "dark"] as const)
  .flatMap((scheme) => [
    { scheme, width: 900, height: 900 },
    { scheme, width: 320, height: 700 },
  ])
  .slice(IS_LONG ? 0 : -1);
const EVERYTHING =
  "openid profile offline_access crm.read finances.read finances.write profiling.read";

describe("the sandbox's sign-in pages in a browser", () => {
  let sandbox: SandboxUnderTest;
  let bed: PageBed;
  let page: Page;

  before(async () => {
    [sandbox, bed] = await Promise.all([startSandbox(), startPageBed()]);
  });

  beforeEach(async () => {
    page = await bed.openPage({});
  });

  afterEach(async () => {
    assert.deepEqual(bed.problems, [], "policy violations and errors");
    await bed.closePages();
  });

  after(async () => {
    await Promise.all([sandbox.stop(), bed.close()]);
  });

  const address = (change: Parameters = {}, model: UserModel = "userPresent"): string =>
    authorizeAddress(
      sandbox.facts,
      { scope: EVERYTHING, redirect_uri: bed.callbackUrl, state: "s1", ...change },
      model,
    );

  for (const { scheme, width, height } of LOOKS) {
    it(`are whole and accessible: ${scheme}, ${width} pixels wide`, async () => {
      page = await bed.openPage({ scheme, width, height });
      const look = async (name: string): Promise<void> => {
        await takeShot(page, `sandbox-${name}-${scheme}-${width}`);
        await assertAccessible(page);
        await assertInPlace(page, width);
      };
      await page.goto(address({}, "delegation"));
      await look("sign-in");
      await signIn(page, "nobody");
      await page.getByRole("alert").waitFor();
      await look("sign-in-wrong");
      await signIn(page, "sam.okoro");
      await page.getByRole("heading", { name: "Allow access?" }).waitFor();
      await look("consent");
      await page.goto(address({ redirect_uri: "https://evil.example/callback" }));
      await page.getByRole("heading", { name: "Sign-in stopped" }).waitFor();
      await look("rejected");
      bed.forgetExpected(/status of (400|422)/);
    });
  }

  it("are walked by clicks, through to the callback", async () => {
    await page.goto(address());
    await signIn(page, "alex.morgan");
    await page.getByLabel("Write pensions of these clients").uncheck();
    const back = await answerTo(page.getByRole("button", { name: "Allow" }).click());
    assert.equal(back.method, "GET");
    assert.deepEqual([back.query.get("state"), back.hash], ["s1", ""]);
    assert.ok(back.query.get("code"));
  });

  it("are walked by keyboard alone, from the field that has the focus", async () => {
    await page.goto(address());
    await focused("User name");
    await page.keyboard.type("alex.morgan");
    await page.keyboard.press("Tab");
    await focused("Password");
    await page.keyboard.type("sandbox");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Allow access?" }).waitFor();
    // Behind all that is walked through: a page that is still coming has fewer stops.
    await page.getByRole("button", { name: "Refuse" }).waitFor();
    const names: string[] = [];
    for (let press = 0; press < 10 && names.at(-1) !== "Allow"; press++) {
      await page.keyboard.press("Tab");
      names.push(await page.locator(":focus").evaluate(NAME_OF));
    }
    assert.deepEqual(names, [
      "Use another person",
      "profile",
      "offline_access",
      "crm.read",
      "finances.read",
      "finances.write",
      "profiling.read",
      "Allow",
    ]);
    const back = await answerTo(page.keyboard.press("Enter"));
    assert.ok(back.query.get("code"));
  });

  it("are left by Refuse, on either page, whatever is typed", async () => {
    for (const step of ["sign-in", "consent"]) {
      await page.goto(address());
      if (step === "consent") {
        await signIn(page, "kim.doyle");
      }
      const back = await answerTo(page.getByRole("button", { name: "Refuse" }).click());
      assert.deepEqual([back.query.get("error"), back.query.get("state")], ["access_denied", "s1"]);
    }
  });

  it("answer the hybrid flow in the fragment, which no server sees", async () => {
    await page.goto(address({ response_type: "code id_token", nonce: "n1" }));
    await signIn(page, "alex.morgan");
    const back = await answerTo(page.getByRole("button", { name: "Allow" }).click());
    assert.equal(back.query.size, 0);
    const hash = new URLSearchParams(back.hash.slice(1));
    assert.ok(hash.get("code") && hash.get("id_token"));
  });

  it("answer by a form that posts itself", async () => {
    const mode = { response_type: "code id_token", response_mode: "form_post", nonce: "n1" };
    await page.goto(address(mode));
    await signIn(page, "alex.morgan");
    const back = await answerTo(page.getByRole("button", { name: "Allow" }).click());
    assert.equal(back.method, "POST");
    assert.deepEqual([back.query.size, back.form.get("state")], [0, "s1"]);
    assert.ok(back.form.get("code") && back.form.get("id_token"));
  });

  it("lead to the editor's own scheme: the policy of the form lets it through", async () => {
    const uri = "vscode://financial-planning-tools.financial-planning-api-explorer/callback";
    await page.goto(address({ redirect_uri: uri }));
    await signIn(page, "alex.morgan");
    const sent = page.waitForEvent("request", (request) => request.url().startsWith("vscode:"));
    await page.getByRole("button", { name: "Allow" }).click();
    const back = new URL((await sent).url());
    assert.equal(back.searchParams.get("state"), "s1");
    assert.ok(back.searchParams.get("code"));
  });

  it("let another person take over in the same browser", async () => {
    await page.goto(address());
    await signIn(page, "alex.morgan");
    await answerTo(page.getByRole("button", { name: "Allow" }).click());
    await page.goto(address());
    await page.getByRole("link", { name: "Use another person" }).click();
    await signIn(page, "kim.doyle");
    await page.getByText("Kim Doyle, assistant").waitFor();
  });

  /** A page that was just loaded may not have given its field the focus yet. */
  async function focused(label: string): Promise<void> {
    await page.getByLabel(label).and(page.locator(":focus")).waitFor();
  }

  async function answerTo(act: Promise<void>): Promise<Callback> {
    const [back] = await Promise.all([bed.nextCallback(), act]);
    return back;
  }
});

async function signIn(page: Page, userName: string): Promise<void> {
  await page.getByLabel("User name").fill(userName);
  await page.getByLabel("Password").fill("sandbox");
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** What a control is known by here: its value when it is a box, else its text. */
const NAME_OF = (element: { value?: string; type?: string; textContent: string | null }): string =>
  (element.type === "checkbox" ? element.value : element.textContent) ?? "";
