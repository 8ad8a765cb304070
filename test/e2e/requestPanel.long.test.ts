import assert from "node:assert/strict";
import type { Action } from "../../src/platform/base/action";
import { goneContent } from "../../src/features/requests/texts/requestTexts";
import type {
  ExplanationSection,
  RequestContent,
} from "../../src/features/requests/messages/requestPanel";
import { callFacts } from "../../src/features/requests/common/callFacts";
import { fillText } from "../../src/platform/base/texts";
import { type BrowserBed, type PageOptions, startBed } from "./panels/bed";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { HOSTILE } from "./panels/payloads";
import { contentOf, openRequest, type RequestBed } from "./panels/requestBed";
import { aCall, aMorning, NOON, turnedAway } from "./panels/requestSamples";
import { looks } from "./panels/themes";
import { anAction } from "../fakes/action";

const EXPLANATION: readonly ExplanationSection[] = [
  {
    heading: "The subscription key",
    lines: [
      { icon: "pass", text: "The gateway let the call pass: the answer has a request id." },
      { icon: "warning", text: "The scope finances.read was asked for and not granted." },
    ],
  },
];

describe("request panel in a browser", () => {
  let bed: BrowserBed;
  const open: RequestBed[] = [];

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
    content: RequestContent = contentOf(ofMorning("walk")),
    options: PageOptions = {},
  ): Promise<RequestBed> => {
    const view = await openRequest(bed, content, options);
    open.push(view);
    return view;
  };

  const facts = async ({ page }: RequestBed, attempt: number): Promise<Record<string, string>> => {
    const rows = await page.locator("fp-attempt-details").nth(attempt).locator(".fact").all();
    const pairs = rows.map(async (row) => [
      await row.locator("dt").innerText(),
      (await row.locator("dd").innerText()).replaceAll(/\s+/g, " ").trim(),
    ]);
    return Object.fromEntries((await Promise.all(pairs)) as [string, string][]);
  };

  it("tells what was asked, of whom and how it went", async () => {
    const { page } = await start(contentOf(ofMorning("refused")));
    assert.equal(await page.locator("h1").innerText(), "Client record");
    assert.match(
      (await page.locator("header").innerText()).replaceAll(/\s+/g, " "),
      /Acme production · PRODUCTION GET \/finances\/v1\/clients\/\{clientId\}\/holdings Started Nov 21, 2026, 11:54:40 AM/,
    );
    const status = (await page.locator("fp-status-line footer").innerText()).replaceAll(
      /\s+/g,
      " ",
    );
    assert.match(status, /^403 Forbidden · 84 ms · 9\.1 KB · 1 attempt request 7c1e…b2 trace/);
    assert.match(status, /not echoed$/);
  });

  it("does not say the environment twice where the connection is called the same", async () => {
    const { page } = await start();
    const words = await page.locator("header .environment").innerText();
    assert.equal(words.replaceAll(/\s+/g, " ").trim(), "Sandbox");
  });

  it("shows attempts and waits to one scale, with what was decided and why", async () => {
    const { page } = await start();
    const lines = (await page.locator("fp-timeline ol > li").allInnerTexts()).map((text) =>
      text.replaceAll(/\s+/g, " ").trim(),
    );
    assert.deepEqual(lines, [
      "Attempt 1 429 Too Many Requests · 33 ms Repeated after 1.0 s (Retry-After).",
      "Wait waited 1.0 s (Retry-After)",
      "Attempt 2, repeated 200 OK · 90 ms Not repeated: the answer came.",
    ]);
    const widths: readonly number[] = await page.evaluate(`[...document
      .querySelector("fp-request-panel").shadowRoot.querySelector("fp-timeline")
      .shadowRoot.querySelectorAll(".bar.waiting, .bar.body")]
      .map((bar) => bar.getBoundingClientRect().width)`);
    const whole = (await page.locator(".track").first().boundingBox())?.width ?? 0;
    // 1,000 of 1,124 milliseconds.
    assert.ok(Math.abs((widths[1] ?? 0) / whole - 1000 / 1124) < 0.01, `${widths.join()} ${whole}`);
    const label = await page.locator(".track").last().getAttribute("aria-label");
    assert.equal(
      label,
      "waiting for its turn 6 ms, connecting 18 ms, waiting for the first byte 56 ms, reading the body 10 ms",
    );
  });

  it("counts a wait down and follows what comes of it", async () => {
    const waiting = ofMorning("waiting");
    const view = await start(contentOf(waiting));
    const { page } = view;
    await page.locator(".wait.live", { hasText: "retries in 12 s (Retry-After)" }).waitFor();
    assert.match(await page.locator("header .live").innerText(), /Waits after 503 \(Retry-After\)/);
    await view.setClock(NOON + 5_200);
    await page.locator(".wait.live", { hasText: "retries in 7 s" }).waitFor();
    await takeShot(page, "request-waiting");
    await view.show(
      contentOf({ ...waiting, progress: { state: "running", number: 2, since: NOON + 2_000 } }),
    );
    await page.locator("li.live", { hasText: "Attempt 2 runs" }).waitFor();
    assert.match(await page.locator("li.live").innerText(), /for 3 s/);
    const done = aCall({ number: 2, reason: "retry", startedAt: NOON + 12_000 });
    await view.show(
      contentOf({ ...waiting, attempts: [...waiting.attempts, done], progress: { state: "idle" } }),
    );
    assert.equal(await page.locator(".live:not(header .live)").count(), 0);
    assert.equal(await page.locator("fp-attempt-details").count(), 2);
  });

  it("shows ids, sizes, hashes and headers of each attempt, ids with a way to copy them", async () => {
    const view = await start();
    const first = await facts(view, 0);
    assert.equal(first["Request id"], "1d20aa31-9d3c-4d8e-8a6f-3b9d1e2f409e");
    assert.equal(first["Trace id returned"], "The service returned the trace id that was sent.");
    assert.equal(first["error.correlationId of the answer"], "0000-4711-aa");
    assert.match(first["SHA-256 of the answer"] ?? "", /^[0-9a-f]{64}$/);
    assert.deepEqual([first["Sent"], first["Received"]], ["0 B", "212 B"]);
    const headers = view.page.locator("fp-attempt-details").nth(1).locator("table");
    assert.match(await headers.first().innerText(), /authorization\s+Bearer \(redacted\)/);
    assert.match(await headers.last().innerText(), /x-dt-requestid\s+7c1e9a52/);
    const second = view.page.locator("fp-attempt-details").nth(1);
    await second.getByRole("button", { name: "Copy Request id" }).click();
    await second.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    assert.deepEqual(view.calls, [["copyFact", { attempt: 2, fact: 0 }]]);
  });

  it("says of an attempt without an answer what happened", async () => {
    const view = await start(contentOf(ofMorning("unanswered")));
    const shown = await facts(view, 0);
    assert.equal(shown["What happened"], "No answer came (network/reset).");
    assert.equal(shown["Request id"], "The service gave none.");
    assert.match(
      await view.page.locator("fp-timeline ol").innerText(),
      /Not repeated: no answer came/,
    );
  });

  it("names what to do by buttons of a fixed list, with the keys alone", async () => {
    const view = await start();
    const { page, calls } = view;
    const names = await page.locator(".actions vscode-button").allInnerTexts();
    assert.deepEqual(names, [
      ...["Open answer", "Find by JSONPath…", "Save as fixture…", "Send again", "Compare with…"],
      "Copy as…",
      ...["Copy for support ticket", "Export evidence…", "Why can't I see it?", "Pin trace id"],
    ]);
    // Past the two copy buttons of the status line.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    for (const [index] of names.entries()) {
      await page.keyboard.press("Tab");
      await page.keyboard.press(index % 2 === 0 ? "Enter" : "Space");
    }
    await view.settle();
    assert.deepEqual(
      calls.map(([, parameters]) => (parameters as { readonly id: string }).id),
      [
        ...["openAnswer", "findInAnswer", "saveFixture", "sendAgain", "compare", "copyAs"],
        "copyTicket",
        ...["exportEvidence", "explain", "pinTraceId"],
      ],
    );
    // The ids are copied beside them, in the status line; before an attempt has ended there is none.
    await page.getByRole("button", { name: "Copy trace id" }).first().click();
    await view.settle();
    assert.deepEqual(calls.at(-1), ["act", { id: "copyTraceId" }]);
    await view.show(contentOf({ ...ofMorning("waiting"), attempts: [] }));
    assert.deepEqual(await page.locator(".actions vscode-button").allInnerTexts(), [
      ...["Pin trace id", "Copy trace id"],
    ]);
    const put = ofMorning("unanswered");
    await view.show(contentOf(put));
    const ofPut = await page.locator(".actions vscode-button").allInnerTexts();
    assert.deepEqual(ofPut.slice(0, 2), ["Open request body", "Send again"]);
  });

  it("shows an explanation under the timeline once it is given", async () => {
    const view = await start(contentOf(ofMorning("refused")));
    assert.equal(await view.page.locator(".explanation").count(), 0);
    await view.show(contentOf(ofMorning("refused"), EXPLANATION));
    const text = await view.page.locator(".explanation").innerText();
    assert.match(text, /Why can't I see it\?\s+The subscription key\s+The gateway let the call/);
  });

  it("keeps the id of its action alone, and says of one that is gone that it is", async () => {
    const view = await start();
    assert.deepEqual(await view.state(), { version: 1, actionId: "walk" });
    const context = await view.page.locator("fp-request-panel").getAttribute("data-vscode-context");
    assert.deepEqual(JSON.parse(context ?? ""), {
      ...{ webviewSection: "request", preventDefaultContextMenuItems: true, actionId: "walk" },
      ...callFacts(ofMorning("walk")),
    });
    await view.show(goneContent(fillText));
    assert.equal(
      await view.page.locator("fp-request-panel").getAttribute("data-vscode-context"),
      null,
    );
    assert.match(await view.page.locator("main").innerText(), /no longer recorded/);
    await assertAccessible(view.page);
  });

  it("takes hostile text as text, wherever it comes from", async () => {
    const sample = HOSTILE.filter((_text, index) => index % 6 === 0);
    const view = await start();
    for (const payload of sample) {
      await view.show(hostile(payload));
      const seen = `(() => {
        const root = document.querySelector("fp-request-panel").shadowRoot;
        const details = root.querySelector("fp-attempt-details").shadowRoot;
        const timeline = root.querySelector("fp-timeline").shadowRoot;
        const text = (within, place) => within.querySelector(place).textContent;
        const wanted = ${JSON.stringify(payload)};
        const all = [root, details, timeline].flatMap((part) => [...part.querySelectorAll("*")]);
        return [
          [text(root, "h1"), wanted],
          [text(root, ".connection"), wanted],
          [text(root, ".explanation .text"), wanted],
          [text(details, "tbody th"), wanted],
          [text(details, "tbody td"), wanted],
          [text(details, "dd code"), wanted],
          [text(timeline, ".status"), ("200 " + wanted).trim()],
        ].filter(([found, right]) => found !== right).map(([found]) => String(found).slice(0, 80))
          .concat(all.map(({ localName }) => localName).filter((name) => !${OWN}.includes(name)));
      })()`;
      assert.deepEqual(await view.page.evaluate(seen), [], payload.slice(0, 200));
    }
    assert.ok(sample.length > 25);
    assert.equal(view.scriptsRun(), 0);
    const own = ["/", "/request.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];
    assert.deepEqual(
      view.requests.filter((file) => !own.includes(file.split("?")[0] ?? "")),
      [],
    );
  });

  for (const { name, theme, width } of looks(["highContrastLight", 320], [320, 900, 1400])) {
    it(`is accessible and in its place: ${name}, ${width} pixels`, async () => {
      const view = await start(contentOf(ofMorning("walk"), EXPLANATION), { theme, width });
      const { page } = view;
      await page.keyboard.press("Tab");
      await takeShot(page, `request-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
      await view.show(hostile(`\u202e${"x".repeat(300)} ${"y ".repeat(300)}`));
      await takeShot(page, `request-long-${name}-${width}`);
      await assertAccessible(page);
      await assertInPlace(page, width);
    });
  }
});

function ofMorning(id: string): Action {
  const found = aMorning().find((action) => action.id === id);
  assert.ok(found);
  return found;
}

/** A request of the worst of services, over a connection with the worst of names. */
function hostile(text: string): RequestContent {
  const headers = [[text, text]] as const;
  const given = { requestHeaders: headers, responseHeaders: headers, statusText: text };
  const ids = { requestId: text, errorIds: [{ field: text, value: text }], url: text };
  return contentOf(
    anAction({
      ...{ id: "hostile", title: text, connectionLabel: text, traceId: text, startedAt: NOON },
      attempts: [
        turnedAway({ ...given, ...ids, status: 200, method: text, pathTemplate: text }),
        aCall({ ...given, ...ids, number: 2 }),
      ],
    }),
    [{ heading: text, lines: [{ icon: "pass", text }] }],
  );
}

const OWN = JSON.stringify([
  ...["main", "header", "h1", "h2", "h3", "h4", "span", "bdi", "p", "code", "div", "ol", "ul"],
  ...["li", "dl", "dt", "dd", "section", "table", "thead", "tbody", "tr", "th", "td", "style"],
  ...["vscode-icon", "vscode-button", "fp-status-line", "fp-timeline", "fp-attempt-details"],
]);
