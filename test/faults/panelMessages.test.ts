import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { webviewDocument } from "../../src/platform/vscode/webviewDocument";
import { FIRST_LAYOUT } from "../../src/features/lists/messages/listLayout";
import {
  type HostToList,
  hostToList,
  listState,
  type ListToHost,
  listToHost,
} from "../../src/features/lists/messages/listMessages";
import { accepted } from "../../src/platform/base/messageSchemas";
import { Rpc } from "../../src/platform/base/rpc";
import { hostileMessages } from "../e2e/panels/hostileMessages";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";
import { IS_LONG } from "../fakes/runs";

const MESSAGES = IS_LONG ? 10_000 : 1_000;

const VIEW = {
  sort: [{ column: "/value", direction: "ascending" }],
  filters: [{ column: "/fund", operator: "equals", value: "x" }],
  search: "",
};
const SELECTION = { view: VIEW, ranges: [[0, 4]], columns: ["/fund"] };

/** Every message that a list panel sends, as it sends it. */
const GENUINE: readonly unknown[] = [
  { kind: "call", id: 1, name: "start", parameters: { layout: FIRST_LAYOUT } },
  { kind: "call", id: 2, name: "openAsJson", parameters: {} },
  { kind: "call", id: 7, name: "openRequest", parameters: {} },
  { kind: "call", id: 8, name: "openToSide", parameters: {} },
  { kind: "call", id: 9, name: "openListSettings", parameters: {} },
  { kind: "call", id: 27, name: "export", parameters: {} },
  { kind: "call", id: 3, name: "turn", parameters: { step: "next" } },
  { kind: "call", id: 10, name: "goTo", parameters: { pageNumber: 7 } },
  { kind: "call", id: 4, name: "resize", parameters: { pageSize: 50 } },
  { kind: "call", id: 11, name: "walk", parameters: { step: "start" } },
  { kind: "call", id: 12, name: "setParameters", parameters: { values: { a: "b", c: ["d"] } } },
  { kind: "call", id: 13, name: "keepLayout", parameters: { layout: FIRST_LAYOUT } },
  {
    kind: "call",
    id: 14,
    name: "rows",
    parameters: { view: VIEW, from: 0, count: 9, columns: [""] },
  },
  { kind: "call", id: 15, name: "summary", parameters: { view: VIEW, column: "/fund" } },
  {
    ...{ kind: "call", id: 16, name: "find" },
    parameters: {
      ...{ view: VIEW, columns: ["/fund"], text: "x", row: 1, column: 0 },
      ...{ direction: "backward", isInclusive: false },
    },
  },
  {
    ...{ kind: "call", id: 17, name: "copyRows" },
    parameters: { selection: SELECTION, format: "tsv", withHeader: false },
  },
  { kind: "call", id: 18, name: "openValue", parameters: { view: VIEW, row: 2, column: "/fund" } },
  { kind: "call", id: 5, name: "act", parameters: { id: "retry" } },
  { kind: "call", id: 6, name: "copy", parameters: { what: "traceId" } },
  {
    ...{ kind: "call", id: 19, name: "compareWith" },
    parameters: { choice: { source: "page", pageNumber: 2, match: ["/fund"], onlyChanges: true } },
  },
  { kind: "call", id: 20, name: "compareStep", parameters: { step: "swap" } },
  { kind: "call", id: 21, name: "compareAct", parameters: { id: "retry" } },
  {
    ...{ kind: "call", id: 22, name: "compareRows" },
    parameters: { onlyChanges: true, from: 0, count: 9, columns: ["/fund"] },
  },
  {
    ...{ kind: "call", id: 23, name: "compareNext" },
    parameters: { match: ["/fund"], onlyChanges: false, row: -1, direction: "forward" },
  },
  { kind: "call", id: 24, name: "compareCopy", parameters: { format: "json" } },
  { kind: "call", id: 25, name: "openDifference", parameters: { isSorted: false } },
  { kind: "notice", name: "turn", parameters: { step: "reload" } },
  { kind: "reply", id: 1, result: {} },
  { kind: "failure", id: 1, code: "rpc/refused", text: "" },
];

describe("gate G12: hostile messages to the host", () => {
  expectNoRejections("G12");

  it("run nothing but what a person could have asked for with a button", async () => {
    const { rpc, ran, posted, timers } = hostEnd();
    const messages = fc.sample(hostileMessages(GENUINE), { numRuns: MESSAGES, seed: 20_262 });
    for (const message of messages) {
      rpc.receive(message);
      count("G12", "messages");
    }
    await new Promise(setImmediate);
    const foreign = ran.filter((call) => !isOffered(call));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    assert.ok(ran.length > MESSAGES / 50, "some of the changed messages are still right");
    assert.ok(rpc.dropped > MESSAGES / 2, "most are not");
    assert.ok(posted.every((answer) => hasMembers(answer, ["kind", "id"])));
    assert.deepEqual([Object.keys({}), Reflect.get({}, "step")], [[], undefined]);
    assert.equal(timers.size, 0);
  });

  it("restore no panel but one that could have been opened", () => {
    const state = {
      version: 2,
      query: {
        ...{ connectionId: "a", operationId: "listHoldings", path: { clientId: "c" } },
        ...{ subject: "s", parameters: { fields: ["a"] } },
        ...{ pageNumber: 1, pageSize: 25, mode: "page", copy: 0 },
      },
      layout: FIRST_LAYOUT,
    };
    const states = fc.sample(hostileMessages([state]), { numRuns: MESSAGES, seed: 20_263 });
    let restored = 0;
    for (const kept of states) {
      const decoded = accepted(listState, kept);
      restored += decoded === undefined ? 0 : 1;
      const members = decoded === undefined ? [] : Object.keys(decoded.query);
      assert.deepEqual(
        members.filter((name) => !QUERY_MEMBERS.includes(name)),
        [],
      );
    }
    assert.ok(restored > 50 && restored < MESSAGES / 2, `${restored} restored`);
  });

  it("find no handler under the names that every object has", async () => {
    const { rpc, ran } = hostEnd();
    const names = Object.getOwnPropertyNames(Object.prototype);
    for (const name of names) {
      rpc.receive({ kind: "call", id: 1, name, parameters: {} });
      rpc.receive({ kind: "notice", name, parameters: {} });
    }
    await new Promise(setImmediate);
    assert.deepEqual([ran, rpc.dropped], [[], names.length * 2]);
  });
});

describe("gate G12: what the panels are made of", () => {
  const sources = globSync("src/**/*.ts").map((file) => ({
    file: file.replaceAll("\\", "/"),
    text: readFileSync(file, "utf8"),
  }));

  /** Ways from text to markup, to code, or out of the panel; and where the only use may be. */
  const SINKS: readonly (readonly [sink: RegExp, files: readonly string[], example: string])[] = [
    [/\.(inner|outer)HTML\b|insertAdjacentHTML|createContextualFragment/, [], "a.innerHTML = b"],
    [/document\.write|DOMParser|srcdoc/, [], "document.write(b)"],
    [/\beval\(|new Function\(|set(Timeout|Interval)\(\s*["'`]/, [], 'eval("b")'],
    [/unsafe(HTML|SVG|CSS|MathML|Static)|staticHtml|lit\/static-html/, [], "unsafeHTML(b)"],
    [/\.isTrusted\s*=|isTrusted:\s*(true|\{)|supportHtml/, [], "text.isTrusted = true"],
    [/enableCommandUris:\s*(?!\s|false)/, [], "enableCommandUris: true"],
    [/localResourceRoots/, ["src/platform/vscode/webviewHtml.ts"], "localResourceRoots: [root]"],
    [
      /webview\.options\s*=/,
      ["src/platform/vscode/panel.ts", "src/features/lists/host/listPanel.ts"],
      "webview.options = webviewOptions(root)",
    ],
    [
      /\.html\s*=(?!=)/,
      ["src/platform/vscode/panel.ts", "src/features/lists/host/listPanel.ts"],
      "webview.html = text",
    ],
    [
      /createWebviewPanel\(/,
      ["src/platform/vscode/panel.ts", "src/features/lists/host/panels.ts"],
      "createWebviewPanel(a)",
    ],
    [/registerWebviewViewProvider\(/, ["src/registrations.ts"], "registerWebviewViewProvider("],
    [/registerCustomEditorProvider/, [], "registerCustomEditorProvider("],
    // The only context of a menu is what a row is: an id of ours and a number.
    [
      /vscodeContext/,
      [
        "src/features/requests/webview/request/main.ts",
        "src/features/requests/webview/requests/main.ts",
      ],
      'panel.dataset["vscodeContext"] = text',
    ],
  ];

  for (const [sink, files, example] of SINKS) {
    it(`holds no ${sink.source}${files.length === 0 ? "" : ` but in ${files.join(", ")}`}`, () => {
      assert.match(example, sink);
      assert.deepEqual(
        sources
          .filter(({ text }) => sink.test(text))
          .map(({ file }) => file)
          .sort(),
        [...files].sort(),
      );
      count("G12", "static");
    });
  }

  it("gives every panel the options that confine it", () => {
    const options =
      sources.find(({ file }) => file === "src/platform/vscode/webviewHtml.ts")?.text ?? "";
    assert.match(options, /enableCommandUris: false, localResourceRoots: \[root\]/);
    for (const file of [
      "src/platform/vscode/panel.ts",
      "src/features/lists/host/panels.ts",
      "src/features/lists/host/listPanel.ts",
    ]) {
      assert.match(
        sources.find((source) => source.file === file)?.text ?? "",
        /webviewOptions\(root\)/,
      );
    }
    count("G12", "static");
  });

  it("has a policy that lets in one script by its nonce and nothing from elsewhere", () => {
    const facts = { nonce: "Tk9OQ0U=", source: "https://own.example", title: "", language: "en" };
    const html = webviewDocument({ ...facts, script: "list.js", codicons: "codicon.css" });
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split("; ");
    assert.deepEqual(policy, [
      "default-src 'none'",
      "script-src 'nonce-Tk9OQ0U='",
      "style-src https://own.example",
      "font-src https://own.example",
      "img-src https://own.example data:",
      "form-action 'none'",
      "base-uri 'none'",
    ]);
    assert.deepEqual(html.match(/<script/g)?.length, 1);
    count("G12", "static");
  });
});

const QUERY_MEMBERS = [
  ...["connectionId", "operationId", "path", "subject", "parameters"],
  ...["pageNumber", "pageSize", "mode", "copy"],
];

interface Ran {
  readonly name: string;
  readonly parameters: unknown;
}

/** The host's end as a list panel has it, with handlers that only note that they ran. */
function hostEnd(): {
  readonly rpc: Rpc<HostToList, ListToHost>;
  readonly ran: readonly Ran[];
  readonly posted: readonly unknown[];
  readonly timers: ReadonlySet<() => void>;
} {
  const ran: Ran[] = [];
  const posted: unknown[] = [];
  const timers = new Set<() => void>();
  const note =
    (name: string) =>
    (parameters: unknown): never => {
      ran.push({ name, parameters });
      return undefined as never;
    };
  const rpc = new Rpc<HostToList, ListToHost>({
    post: (message) => posted.push(message),
    incoming: listToHost,
    outgoing: hostToList,
    handlers: {
      ...{ start: note("start"), keepLayout: note("keepLayout"), turn: note("turn") },
      ...{ goTo: note("goTo"), resize: note("resize"), walk: note("walk") },
      ...{ setParameters: note("setParameters"), rows: note("rows"), summary: note("summary") },
      ...{ findPath: note("findPath"), copyPath: note("copyPath") },
      ...{ find: note("find"), copyRows: note("copyRows"), openValue: note("openValue") },
      ...{ openRequest: note("openRequest"), openToSide: note("openToSide") },
      export: note("export"),
      ...{ openListSettings: note("openListSettings"), chart: note("chart") },
      saveImage: note("saveImage"),
      ...{ compareWith: note("compareWith"), compareStep: note("compareStep") },
      ...{ compareAct: note("compareAct"), compareRows: note("compareRows") },
      ...{ compareNext: note("compareNext"), compareCopy: note("compareCopy") },
      ...{ openDifference: note("openDifference"), compareValues: note("compareValues") },
      ...{ measureFields: note("measureFields"), copyMeasurement: note("copyMeasurement") },
      ...{ openAsJson: note("openAsJson"), act: note("act"), copy: note("copy") },
    },
    timeoutMilliseconds: 1000,
    describeFailure: () => ({ code: "internal/unexpected", text: "" }),
    schedule: (run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
  });
  return { rpc, ran, posted, timers };
}

/** Said a second time and in another way than the checks say it: as the whole of what is right. */
function isOffered({ name, parameters }: Ran): boolean {
  const text = JSON.stringify(parameters);
  const form = OFFERED[name];
  return form !== undefined && text.length < 20_000 && form.test(text);
}

const STRING = String.raw`"(?:\\.|[^"\\])*"`;
const NAME = String.raw`"(?:\\.|[^"\\])+"`;
const NUMBER = String.raw`(?:0|[1-9]\d{0,15})`;
const AMOUNT = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const listOf = (item: string): string => String.raw`\[(?:${item}(?:,${item})*)?\]`;
const record = (value: string): string =>
  String.raw`\{(?:${NAME}:${value}(?:,${NAME}:${value})*)?\}`;

/** Members in any order, each once: the whole of a record. */
function members(forms: Readonly<Record<string, string>>): string {
  const names = Object.keys(forms);
  const once = names.map((name) => `(?=\\{(?:${anyMember(forms)},)*"${name}":)`).join("");
  return `${once}\\{(?:${anyMember(forms)})(?:,(?:${anyMember(forms)})){${names.length - 1}}\\}`;
}

function anyMember(forms: Readonly<Record<string, string>>): string {
  return `(?:${Object.entries(forms)
    .map(([name, form]) => `"${name}":${form}`)
    .join("|")})`;
}

const OPERATOR =
  '"(?:contains|notContains|startsWith|endsWith|equals|notEquals|less|atMost|greater|atLeast|empty|notEmpty)"';
const SHOWN = members({
  sort: listOf(members({ column: STRING, direction: '"(?:ascending|descending)"' })),
  filters: listOf(members({ column: STRING, operator: OPERATOR, value: STRING })),
  search: STRING,
});
const KEYS = listOf(STRING);
const BOOLEAN = "(?:true|false)";
const LAYOUT = members({
  tab: '"(?:table|chart|compare)"',
  view: SHOWN,
  columns: members({ order: KEYS, hidden: KEYS, pinned: KEYS, widths: record(AMOUNT) }),
  isGrouped: BOOLEAN,
  place: members({ top: AMOUNT, left: AMOUNT, row: AMOUNT, column: AMOUNT }),
});
/** Some of these members, in any order. */
const some = (forms: Readonly<Record<string, string>>): string =>
  String.raw`\{(?:${anyMember(forms)})(?:,(?:${anyMember(forms)}))*\}`;
const CHOICE = some({
  ...{ source: '"(?:before|page|client|connection)"', pageNumber: NUMBER, clientId: NAME },
  ...{ clientLabel: NAME, connectionId: NAME, match: KEYS, onlyChanges: BOOLEAN },
});
const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`);

const OFFERED: Readonly<Record<string, RegExp>> = {
  // A page that was hidden before its first answer has no layout to tell.
  start: whole(String.raw`\{\}|${some({ layout: LAYOUT })}`),
  keepLayout: whole(members({ layout: LAYOUT })),
  openAsJson: /^\{\}$/,
  openRequest: /^\{\}$/,
  openToSide: /^\{\}$/,
  export: /^\{\}$/,
  openListSettings: /^\{\}$/,
  turn: /^\{"step":"(first|previous|next|last|reload)"\}$/,
  goTo: whole(members({ pageNumber: NUMBER })),
  resize: /^\{"pageSize":([1-9]\d{0,2}|1000)\}$/,
  walk: /^\{"step":"(start|pause|resume|stop)"\}$/,
  setParameters: whole(members({ values: record(`(?:${STRING}|${KEYS})`) })),
  rows: whole(members({ view: SHOWN, from: NUMBER, count: NUMBER, columns: KEYS })),
  summary: whole(members({ view: SHOWN, column: STRING })),
  find: whole(
    members({
      ...{ view: SHOWN, columns: KEYS, text: STRING, row: NUMBER, column: NUMBER },
      ...{ direction: '"(?:forward|backward)"', isInclusive: BOOLEAN },
    }),
  ),
  findPath: whole(members({ view: SHOWN, query: STRING, columns: KEYS })),
  copyPath: whole(members({ view: SHOWN, query: STRING })),
  copyRows: whole(
    members({
      selection: members({
        ...{ view: SHOWN, columns: KEYS },
        ranges: listOf(String.raw`\[${NUMBER},${NUMBER}\]`),
      }),
      ...{ format: '"(?:tsv|json|markdown|text)"', withHeader: BOOLEAN },
    }),
  ),
  openValue: whole(
    `${members({ view: SHOWN, row: NUMBER })}|${members({ view: SHOWN, row: NUMBER, column: STRING })}`,
  ),
  copy: /^\{"what":"(requestId|traceId|address)"\}$/,
  act: whole(members({ id: NAME })),
  compareWith: whole(members({ choice: CHOICE })),
  compareStep: /^\{"step":"(swap|reload|stop|openRequest|copyRequestId|copyTraceId)"\}$/,
  compareAct: whole(members({ id: NAME })),
  compareRows: whole(
    some({ match: KEYS, onlyChanges: BOOLEAN, from: NUMBER, count: NUMBER, columns: KEYS }),
  ),
  compareNext: whole(
    some({
      ...{ match: KEYS, onlyChanges: BOOLEAN, row: `(?:-1|${NUMBER})` },
      direction: '"(?:forward|backward)"',
    }),
  ),
  compareCopy: whole(some({ match: KEYS, format: '"(?:markdown|json)"' })),
  openDifference: whole(members({ isSorted: BOOLEAN })),
  measureFields: whole(members({ parameter: STRING, step: '"(?:start|stop)"' })),
  copyMeasurement: /^\{"format":"(markdown|tsv)"\}$/,
};

function hasMembers(value: unknown, names: readonly string[]): boolean {
  return typeof value === "object" && value !== null && names.every((name) => name in value);
}
