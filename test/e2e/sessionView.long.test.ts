import assert from "node:assert/strict";
import type { ConnectionSummary } from "../../src/platform/base/connection";
import { type BrowserBed, type PageOptions, startBed } from "./panels/bed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { aSession, aSummary, NOON, openSession, type SessionBed } from "./panels/sessionBed";
import { looks } from "./panels/themes";
import { untilTold } from "./panels/until";

/** Of a JWT, as RFC 9068 describes access tokens. */
const TOKEN_CLAIMS = {
  iss: "https://identity.example/identity",
  aud: ["https://api.example", "https://api.example/finances"],
  client_id: "acme-batch",
  scope: "openid crm.read finances.read",
  exp: NOON / 1000 + 2_530,
};

describe("session view in a browser", () => {
  let bed: BrowserBed;
  const open: SessionBed[] = [];

  before(async () => {
    bed = await startBed();
  });

  afterEach(async () => {
    for (const view of open.splice(0)) {
      assert.deepEqual([view.problems, view.rpc.dropped], [[], 0]);
      await view.close();
    }
  });

  after(() => bed.close());

  const start = async (
    summary: ConnectionSummary = aSummary(),
    options: PageOptions = {},
  ): Promise<SessionBed> => {
    const view = await openSession(bed, summary, options);
    open.push(view);
    return view;
  };

  const facts = async ({ page }: SessionBed): Promise<Readonly<Record<string, string>>> => {
    const rows = await page.locator(".fact").all();
    const pairs = rows.map(async (row) => [
      await row.locator("dt").innerText(),
      (await row.locator("dd").innerText()).replaceAll(/\s+/g, " "),
    ]);
    return Object.fromEntries((await Promise.all(pairs)) as [string, string][]);
  };

  it("draws nothing before its icons can be drawn", async () => {
    let drawn = -1;
    const view = await start(aSummary(), {
      beforeFont: async (page) => {
        await untilTold(page);
        drawn = await page.locator("fp-session-view h1").count();
      },
    });
    assert.equal(drawn, 0);
    assert.equal(await view.page.evaluate('document.fonts.check("16px codicon")'), true);
  });

  it("shows who may do what and how long, times local and counting down", async () => {
    const view = await start();
    assert.deepEqual(await facts(view), {
      "Access model": "Time-bound delegation",
      "Key fingerprint": "9f3a1c",
      Subject: "00000000-0000-4000-8000-00000000000a",
      Issuer: "https://identity.example/identity",
      "Token obtained": "Nov 21, 2026, 11:50:00 AM",
      "Token expires": "Nov 21, 2026, 12:42:10 PM in 42 min 10 sec",
      Renewal: "The next token comes without asking.",
      "End of consent": "Nov 27, 2026, 4:00:00 PM in 6 days 4 hr",
    });
    const countsTo = async (now: number, wanted: string): Promise<void> => {
      await view.setClock(now);
      await view.page.locator(".left", { hasText: wanted }).waitFor();
    };
    await countsTo(NOON + 10_000, "in 42 min");
    await countsTo(NOON + 42 * 60_000 + 15_000, "5 sec ago");
  });

  it("shows claims of an access token as unverified, and none of an opaque one", async () => {
    const view = await start(aSummary(aSession({ tokenClaims: { client_id: "acme", exp: 1 } })));
    const table = view.page.getByRole("table", { name: "Claims of the access token" });
    assert.match(await table.innerText(), /client_id\s+acme\s+exp\s+1 Jan 1, 1970/);
    await view.page.getByText("They are not verified here: the service verifies them.").waitFor();
    await assertAccessible(view.page);
    await takeShot(view.page, "session-token-claims");
    await view.show(aSummary());
    await table.waitFor({ state: "detached" });
  });

  it("says of each scope whether it was granted, in words", async () => {
    const { page } = await start();
    assert.deepEqual(
      (await page.locator("li").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")),
      [
        "openid granted",
        "crm.read granted",
        "finances.read asked for, not granted",
        "offline_access granted without being asked for",
      ],
    );
  });

  it("shows the claims decoded, times written out, and never a token", async () => {
    const { page } = await start();
    const rows = await page.locator("tbody tr").all();
    const cells = await Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
    assert.deepEqual(Object.fromEntries(cells.slice(2) as [string, string][]), {
      aud: '["acme-batch"]',
      exp: `${NOON / 1000 + 300} Nov 21, 2026, 12:05:00 PM`,
      auth_time: `${NOON / 1000 - 600} Nov 21, 2026, 11:50:00 AM`,
      name: "Okafor, Ngozi",
      amr: '["pwd","otp"]',
      email_verified: "true",
    });
  });

  it("offers what makes sense now, and asks for it by name", async () => {
    const view = await start();
    const { page, acts } = view;
    const names = (): Promise<string[]> => page.locator("vscode-button").allInnerTexts();
    assert.deepEqual(await names(), [
      ...["Renew", "Set end of consent…", "Copy access token…", "Sign out"],
    ]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    for (const key of ["Space", "Enter", "Space"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.press(key);
    }
    await view.settle();
    assert.deepEqual(acts, ["renew", "setConsentEnd", "copyToken", "signOut"]);
    await view.show(aSummary(aSession({ isRenewable: false, consentEndsAt: undefined })));
    assert.equal((await names())[0], "Sign in again");
    assert.match((await facts(view))["End of consent"] ?? "", /^End unknown/);
    const signedOut = { ...aSummary(), session: undefined };
    await view.show(signedOut);
    assert.deepEqual(await names(), ["Sign in"]);
    // The button that had the focus is gone.
    assert.equal(await page.evaluate(FOCUSED), "Sign in");
    assert.equal(await page.locator("table").count(), 0);
  });

  it("shows what is not said as not said", async () => {
    const account = aSummary(aSession({ expiresAt: undefined, identity: undefined }), {
      connection: undefined,
      keyFingerprint: undefined,
    });
    const view = await start(account);
    const shown = await facts(view);
    assert.match(shown["Token expires"] ?? "", /until it is refused/);
    assert.deepEqual([shown["Key fingerprint"], shown["End of consent"]], ["missing", undefined]);
    assert.match(await view.page.locator("main").innerText(), /no ID token/);
  });

  it("reads out names and the table of claims", async () => {
    const { page } = await start();
    const snapshot = await page.locator("fp-session-view").ariaSnapshot();
    for (const part of [
      'heading "Acme production" [level=1]',
      "status: signed in",
      'group "Actions"',
      'button "Renew"',
      'table "Claims of the ID token"',
      'columnheader "Claim"',
      'rowheader "email_verified"',
    ]) {
      assert.ok(snapshot.includes(part), `${part}\n${snapshot}`);
    }
  });

  it("takes hostile text as text, wherever it comes from", async () => {
    const sample = HOSTILE.filter((_text, index) => index % 6 === 0);
    const view = await start();
    for (const payload of sample) {
      const claims = { [payload]: payload, exp: payload, list: [payload] };
      const identity = { issuer: payload, subject: payload, claims };
      const scopes = [payload];
      await view.show(
        aSummary(aSession({ identity, scopes, requestedScopes: scopes }), { label: payload }),
      );
      const seen = `(() => {
        const root = document.querySelector("fp-session-view").shadowRoot;
        return ["h1", "code", "tbody th"].map((place) => root.querySelector(place).textContent)
          .every((text) => text === ${JSON.stringify(payload)}) && ${NOTHING_FOREIGN};
      })()`;
      assert.equal(await view.page.evaluate(seen), true, payload);
    }
    assert.ok(sample.length > 25);
    assert.equal(view.scriptsRun(), 0);
    const own = ["/", "/session.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];
    assert.deepEqual(
      view.requests.filter((file) => !own.includes(file.split("?")[0] ?? "")),
      [],
    );
  });

  for (const { name, theme, width } of looks(["dark", 320])) {
    it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
      const view = await start(aSummary(), { theme, width, height: 760 });
      const { page } = view;
      await page.keyboard.press("Tab");
      await takeShot(page, `session-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
      await view.show(aSummary(aSession({ tokenClaims: TOKEN_CLAIMS })));
      const table = page.getByRole("table", { name: "Claims of the access token" });
      await table.scrollIntoViewIfNeeded();
      await takeShot(page, `session-token-claims-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
      const long = "x".repeat(300);
      const claims = { [long]: long, [`\u202e${long}`]: long.replaceAll("x", "x ") };
      const identity = { issuer: `https://${long}.example`, subject: long, claims };
      const expiresAt = NOON - 90_000;
      await view.show(aSummary(aSession({ identity, expiresAt, scopes: [long] }), { label: long }));
      await takeShot(page, `session-long-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
    });
  }
});

const FOCUSED =
  'document.querySelector("fp-session-view").shadowRoot.activeElement?.innerText.trim()';

const NOTHING_FOREIGN = `[...root.querySelectorAll("*")].every(({ localName }) => [
  "main", "header", "h1", "h2", "span", "div", "dl", "dt", "dd", "ul", "li", "code", "p", "table",
  "thead", "tbody", "tr", "th", "td", "vscode-icon", "vscode-button", "style",
].includes(localName))`;
