import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { webviewDocument } from "../../src/host/webviewDocument";
import type { HostToPanel, PanelToHost } from "../../src/shared/listPanel";
import { decodePanelState, PANEL_CHECKS } from "../../src/shared/panelChecks";
import { Rpc } from "../../src/shared/rpc";
import { hostileMessages } from "../e2e/panels/hostileMessages";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";

const MESSAGES = 10_000;

/** Every message that a list panel sends, as it sends it. */
const GENUINE: readonly unknown[] = [
  { kind: "call", id: 1, name: "start", parameters: {} },
  { kind: "call", id: 2, name: "openAsJson", parameters: {} },
  { kind: "call", id: 7, name: "openRequest", parameters: {} },
  { kind: "call", id: 3, name: "turn", parameters: { step: "next" } },
  { kind: "call", id: 4, name: "resize", parameters: { pageSize: 50 } },
  { kind: "call", id: 5, name: "act", parameters: { id: "retry" } },
  { kind: "call", id: 6, name: "copy", parameters: { what: "traceId" } },
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
    assert.ok(ran.length > 100, "some of the changed messages are still right");
    assert.ok(rpc.dropped > MESSAGES / 2, "most are not");
    assert.ok(posted.every((answer) => hasMembers(answer, ["kind", "id"])));
    assert.deepEqual([Object.keys({}), Reflect.get({}, "step")], [[], undefined]);
    assert.equal(timers.size, 0);
  });

  it("restore no panel but one that could have been opened", () => {
    const state = {
      version: 1,
      query: { connectionId: "a", list: "holdings", clientId: "c", pageNumber: 1, pageSize: 25 },
      place: { top: 0, left: 0, row: 0, column: 0 },
    };
    const states = fc.sample(hostileMessages([state]), { numRuns: MESSAGES, seed: 20_263 });
    let restored = 0;
    for (const kept of states) {
      const decoded = decodePanelState(kept);
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
    [/localResourceRoots/, ["src/host/webviewHtml.ts"], "localResourceRoots: [root]"],
    [
      /webview\.options\s*=/,
      ["src/host/panel.ts", "src/lists/listPanel.ts"],
      "webview.options = webviewOptions(root)",
    ],
    [/\.html\s*=(?!=)/, ["src/host/panel.ts", "src/lists/listPanel.ts"], "webview.html = text"],
    [/createWebviewPanel\(/, ["src/host/panel.ts", "src/lists/panels.ts"], "createWebviewPanel(a)"],
    [
      /registerWebviewViewProvider\(/,
      ["src/host/registrations.ts"],
      "registerWebviewViewProvider(",
    ],
    [/registerCustomEditorProvider/, [], "registerCustomEditorProvider("],
    // The only context of a menu is what a row is: an id of ours and a number.
    [
      /vscodeContext/,
      ["src/webview/request/main.ts", "src/webview/requests/main.ts"],
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
        files,
      );
      count("G12", "static");
    });
  }

  it("gives every panel the options that confine it", () => {
    const options = sources.find(({ file }) => file === "src/host/webviewHtml.ts")?.text ?? "";
    assert.match(options, /enableCommandUris: false, localResourceRoots: \[root\]/);
    for (const file of ["src/host/panel.ts", "src/lists/panels.ts", "src/lists/listPanel.ts"]) {
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

const QUERY_MEMBERS = ["connectionId", "list", "clientId", "clientLabel", "pageNumber", "pageSize"];

interface Ran {
  readonly name: string;
  readonly parameters: unknown;
}

/** The host's end as a list panel has it, with handlers that only note that they ran. */
function hostEnd(): {
  readonly rpc: Rpc<HostToPanel, PanelToHost>;
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
  const rpc = new Rpc<HostToPanel, PanelToHost>({
    post: (message) => posted.push(message),
    checks: PANEL_CHECKS,
    handlers: {
      ...{ start: note("start"), turn: note("turn"), resize: note("resize") },
      openRequest: note("openRequest"),
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
  switch (name) {
    case "start":
    case "openAsJson":
    case "openRequest":
      return text === "{}";
    case "turn":
      return /^\{"step":"(first|previous|next|reload)"\}$/.test(text);
    case "resize":
      return /^\{"pageSize":([1-9]\d{0,2}|1000)\}$/.test(text);
    case "copy":
      return /^\{"what":"(requestId|traceId)"\}$/.test(text);
    case "act":
      return /^\{"id":"(\\.|[^"\\])+"\}$/.test(text) && text.length <= 6 * 200 + 9;
    default:
      return false;
  }
}

function hasMembers(value: unknown, names: readonly string[]): boolean {
  return typeof value === "object" && value !== null && names.every((name) => name in value);
}
