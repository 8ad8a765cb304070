import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  ADVISER,
  callbackOf,
  HandBrowser,
  pageOf,
  signInByHand,
  type Stop,
} from "../../support/handBrowser";
import { exchange, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import { authorizeAddress, exchangeCode, jsonOf } from "../../support/userSignIn";

const PARAPLANNER = { userName: "Sam.Okoro ", password: "sandbox" };
const OFFLINE = { scope: "openid profile offline_access crm.read unheard.of" };

describe("the sandbox's sign-in pages", () => {
  let sandbox: SandboxUnderTest;
  let browser: HandBrowser;

  before(async () => {
    sandbox = await startSandbox({ consentSeconds: 7200 });
  });

  beforeEach(() => {
    browser = new HandBrowser();
  });

  after(() => sandbox.stop());

  const authorize = (change = {}, model?: "delegation"): string =>
    authorizeAddress(sandbox.facts, { state: "s1", ...change }, model);
  const toConsent = async (address = authorize(), person = ADVISER): Promise<Stop> =>
    browser.press(await browser.open(address), "signIn", person);

  it("ask who signs in first, then what is allowed", async () => {
    const signIn = pageOf(await browser.open(authorize()));
    assert.match(signIn.text, /<h1>Sign in to the sandbox<\/h1>/);
    assert.match(signIn.text, /<label for="userName">/);
    assert.match(signIn.text, /kim\.doyle/, "the people are shown");
    const consent = pageOf(await browser.press(signIn, "signIn", ADVISER));
    assert.match(consent.text, /<h1>Allow access\?<\/h1>/);
    assert.match(consent.text, /Sandbox application<\/strong> \(<code>sandbox-user-present/);
    assert.match(consent.text, /Alex Morgan, adviser/);
    assert.match(consent.text, /Read the client records that you see/);
    assert.match(consent.text, /http:\/\/127\.0\.0\.1\/callback/, "where the answer goes");
    assert.doesNotMatch(consent.text, /until/, "no end where there is none");
    const { url } = callbackOf(await browser.press(consent, "allow"));
    assert.equal(url.searchParams.get("state"), "s1");
    assert.equal(url.searchParams.get("iss"), `${sandbox.facts.authUrl}/identity`);
  });

  it("say how long a delegation lasts", async () => {
    const { text } = pageOf(await toConsent(authorize(OFFLINE, "delegation")));
    assert.match(text, /Sandbox background work/);
    assert.match(text, /<strong>2 hours<\/strong>, until \d+ \w+ \d{4} at \d\d:\d\d:\d\d UTC/);
    assert.match(text, /Go on when you are away/);
  });

  for (const [what, wrong] of [
    ["user name", { userName: 'alex"><b>', password: "sandbox" }],
    ["password", { userName: "alex.morgan", password: "Sandbox" }],
    ["form, an empty one", { userName: "", password: "" }],
  ] as const) {
    it(`tell a wrong ${what}, and take the right one after it`, async () => {
      const again = pageOf(await toConsent(authorize(), wrong));
      assert.equal(again.status, 422);
      assert.match(again.text, /role="alert"[^>]*>\s+No one has this user name/);
      assert.match(again.text, /aria-invalid="true"/);
      assert.doesNotMatch(again.text, /<b>/);
      const consent = pageOf(await browser.press(again, "signIn", ADVISER));
      assert.match(consent.text, /Allow access\?/);
    });
  }

  it("can be refused at each step", async () => {
    for (const stop of [await browser.open(authorize()), await toConsent()]) {
      const { searchParams } = callbackOf(await browser.press(stop, "refuse")).url;
      assert.equal(searchParams.get("error"), "access_denied");
      assert.match(searchParams.get("error_description") ?? "", /user refused/);
      assert.equal(searchParams.get("state"), "s1");
      assert.ok(searchParams.get("iss"));
      assert.equal(searchParams.get("code"), null);
    }
  });

  it("grant what was ticked only, and never what nobody knows", async () => {
    const consent = await toConsent(authorize(OFFLINE));
    assert.doesNotMatch(pageOf(consent).text, /unheard\.of/);
    const { url } = callbackOf(await browser.press(consent, "allow", { scope: ["crm.read"] }));
    const answer = await exchangeCode(sandbox.facts, url.searchParams.get("code") ?? "");
    const { scope, refresh_token: token } = jsonOf(answer);
    assert.deepEqual([scope, token], ["openid crm.read", undefined]);
  });

  it("know a person who signed in before, and let another one take over", async () => {
    callbackOf(await browser.press(await toConsent(), "allow"));
    const known = pageOf(await browser.open(authorize()));
    assert.match(known.text, /Allow access\?/, "signed in still, but asked again");
    const other = await browser.open(`${known.url}?person=other`);
    const consent = await browser.press(other, "signIn", PARAPLANNER);
    assert.match(pageOf(consent).text, /Sam Okoro, paraplanner/);
    callbackOf(await browser.press(consent, "allow"));
  });

  it("let another person sign in when that is asked for with prompt=login", async () => {
    callbackOf(await browser.press(await toConsent(), "allow"));
    const again = await browser.open(authorize({ prompt: "login consent" }));
    const consent = await browser.press(again, "signIn", PARAPLANNER);
    assert.match(pageOf(consent).text, /Sam Okoro/);
  });

  it("do not let one tab allow what another person of another tab is asked", async () => {
    const first = await toConsent();
    const second = await browser.open(
      `${pageOf(await browser.open(authorize())).url}?person=other`,
    );
    await browser.press(second, "signIn", PARAPLANNER);
    const stopped = pageOf(await browser.press(first, "allow"));
    assert.equal(stopped.status, 400);
    assert.match(stopped.text, /another person signed in/);
  });

  it("stop at what cannot be: an old page, no choice, another browser, consent before sign-in", async () => {
    const consent = pageOf(await toConsent());
    const stranger = await new HandBrowser().open(consent.url);
    const fresh = new HandBrowser();
    const early = await fresh.press(await fresh.open(authorize()), "allow");
    const unsaid = await browser.press(consent, "perhaps");
    callbackOf(await browser.press(consent, "allow"));
    const late = await browser.press(consent, "allow");
    for (const stop of [stranger, early, unsaid, late]) {
      assert.equal(pageOf(stop).status, 400);
      assert.match(pageOf(stop).text, /<h1>Sign-in stopped<\/h1>/);
    }
  });

  it("name what is wrong with a request that must not be answered by redirect", async () => {
    const uri = 'https://evil.example/"><script>';
    const callback = pageOf(await browser.open(authorize({ redirect_uri: uri })));
    assert.equal(callback.status, 400);
    assert.equal(callback.headers.location, undefined);
    assert.match(callback.text, /https:\/\/evil\.example\/&quot;&gt;&lt;script&gt;/);
    assert.match(callback.text, /is not registered for the client/);
    assert.match(callback.text, /<code>http:\/\/127\.0\.0\.1\/callback<\/code>/);
    const client = pageOf(await browser.open(authorize({ client_id: "nobody" })));
    assert.equal(client.status, 400);
    assert.match(client.text, /No client is registered under the id <code>nobody<\/code>/);
    assert.doesNotMatch(client.text, /Registered callback URLs/);
  });

  it("run no script, load nothing, and post to nobody but the provider and the callback", async () => {
    const vscode = "vscode://financial-planning-tools.financial-planning-api-explorer/callback";
    for (const [uri, target] of [
      ["http://127.0.0.1:4321/callback", "http://127.0.0.1:4321"],
      [vscode, "vscode:"],
      ["https://application.example/callback", "https://application.example"],
    ] as const) {
      const { headers, text } = pageOf(await browser.open(authorize({ redirect_uri: uri })));
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /^default-src 'none'; base-uri 'none'; frame-ancestors 'none'; /);
      assert.match(policy, new RegExp(`form-action 'self' ${target}$`));
      assert.doesNotMatch(policy, /script-src|unsafe/);
      const [, style = ""] = /<style>(.*)<\/style>/s.exec(text) ?? [];
      const digest = createHash("sha256").update(style).digest("base64");
      assert.ok(policy.includes(`style-src 'sha256-${digest}'`));
      assert.doesNotMatch(text, /<script|javascript:|\son\w+=/i);
    }
    const rejected = await exchange(authorize({ redirect_uri: "https://evil.example/" }));
    assert.match(String(rejected.headers["content-security-policy"]), /form-action 'none'$/);
  });

  it("answer by a form that posts itself where that is asked for", async () => {
    for (const type of ["code", "code id_token"]) {
      const change = { response_mode: "form_post", response_type: type, nonce: "n1" };
      const { url, form } = await signInByHand(authorize(change));
      assert.equal(url.href, "http://127.0.0.1/callback");
      assert.equal(form?.get("state"), "s1");
      assert.equal(form.has("id_token"), type !== "code");
      const answer = await exchangeCode(sandbox.facts, form.get("code") ?? "");
      assert.equal(answer.status, 200);
    }
  });
});
