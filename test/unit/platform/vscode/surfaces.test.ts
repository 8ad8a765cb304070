import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import { answers, drawn, watched } from "../../../fakes/editorSurfaces";
import {
  StatusBar,
  type StatusBarServices,
} from "../../../../src/features/connections/host/statusBar";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import type { ConnectionSummary } from "../../../../src/platform/base/connection";
import {
  clientTooltip,
  connectionTooltip,
  errorTooltip,
} from "../../../../src/features/explorer/host/tooltips";
import { itemOf, type ItemSources } from "../../../../src/features/explorer/host/items";
import type { ListEndpoint } from "../../../../src/features/lists/common/listEndpoint";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { AnswerDocuments } from "../../../../src/features/lists/host/answerDocuments";
import { KnownFiles } from "../../../../src/features/sourceControl/host/knownFiles";
import { EditorDialogs } from "../../../../src/platform/vscode/dialogs";
import type { Refusal } from "../../../../src/platform/texts/refusals";
import { withShownProgress } from "../../../../src/platform/vscode/progress";
import * as surfaces from "../../../../src/platform/vscode/surfaces";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { aConnection } from "../../../fakes/connection";

const HOSTILE = [
  "[x](command:workbench.action.quit)",
  '[x](command:y "z") and [$(shield)](https://evil.example)',
  '<a href="command:workbench.action.quit">x</a>',
  "$(shield) PRODUCTION $(sync~spin)",
  "a\u202eb\u202c \u2066c\u2069",
  "half \ud800 of \udc00 one",
];

/** What the editor makes links and icons of; what may stand in Markdown behind a backslash alone. */
const LINK = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)/i;
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;
const MARKDOWN = /[^\\*][[\]<>`_~#&$]|:\/\//;
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
/** Icons of our own, by the surface that draws them. */
const OWN_ICONS: Readonly<Record<string, readonly string[]>> = {
  setStatusBarMessage: ["$(copy)"],
  "StatusBarItem.text": ["$(plug)", "$(shield)", "$(pinned)"],
};

const range = {} as vscode.Range;
const connection = aConnection();
const dialogs = new EditorDialogs(() => Promise.resolve());

/** Each surface, given one text wherever it takes one. */
const WALK: Readonly<Record<string, (text: string) => unknown>> = {
  notification: async (text) => {
    for (const severity of ["information", "warning", "error"] as const) {
      await dialogs.notify(severity, text, [text]);
    }
  },
  modal: (text) => dialogs.confirm({ message: text, detail: text, button: text }),
  "input box": async (text) => {
    answers.set("showInputBox", (options: vscode.InputBoxOptions) => {
      drawn.push({ surface: "validation", text: options.validateInput?.("x") as string });
    });
    await dialogs.input({
      title: text,
      prompt: text,
      placeHolder: text,
      check: () => text as Refusal,
    });
  },
  "file dialogs": async (text) => {
    await dialogs.openFile(text, ["json"]);
    await dialogs.openFolder(text, text);
  },
  "quick pick": async (text) => {
    const items = [{ label: text, description: text, detail: text }];
    answers.set("showQuickPick", (offered: readonly vscode.QuickPickItem[]) => offered[0]);
    assert.equal(await dialogs.pick(text, items, text), items[0]);
    answers.set("showQuickPick", (offered: readonly vscode.QuickPickItem[]) => offered);
    assert.deepEqual(await dialogs.pickMany(text, items), items);
    await dialogs.search({ title: text, placeHolder: text, items: () => items });
  },
  steps: async (text) => {
    const items = [{ label: text, description: text, detail: text }];
    const step = { title: text, placeHolder: text, canGoBack: true };
    assert.equal(await dialogs.choiceStep({ ...step, items }), items[0]);
    await dialogs.inputStep({ ...step, prompt: text, value: "x", check: () => text as Refusal });
  },
  progress: (text) =>
    withShownProgress(text, (_, report) => {
      report(text);
      return Promise.resolve();
    }),
  "status bar message": (text) => surfaces.showBriefly(text),
  "status bar item": (text) => {
    const item = watched("StatusBarItem", { show: () => undefined } as vscode.StatusBarItem);
    const clock = { ...SYSTEM_CLOCK, now: () => 0, schedule: () => () => undefined };
    new StatusBar(statusServices(text), { item, clock });
  },
  tree: (text) => {
    surfaces.treeItem({ label: text, description: text, spoken: text });
    surfaces.treeItem({ label: text, tooltip: text });
    NODES.forEach((node) => itemOf(node(text), sources(text)));
  },
  tooltips: (text) => {
    connectionTooltip(summary(text), { faults: [text], sameKey: text });
    clientTooltip(clientNode(text).row);
    errorTooltip({ code: "x", what: text, advice: text, requestId: text, traceId: text });
  },
  hover: (text) => surfaces.factsMarkdown(text, [[text, text]], text),
  "code lens": (text) =>
    surfaces.codeLens(range, { title: text, command: "financialPlanning.pension.put", args: [] }),
  diagnostic: (text) => surfaces.diagnosticAt(range, text),
  "quick fix": (text) => surfaces.quickFix(text),
  "file decoration": (text) => surfaces.fileDecoration("M", text, {} as vscode.ThemeColor),
  "name of a document": async (text) => {
    const onDidChange = () => ({ dispose: () => undefined });
    const privacy = { isOn: false, masking: NO_MASKING, key: Buffer.of(), onDidChange };
    new AnswerDocuments(privacy, { mask: "", layOut: "" }).add(text, Buffer.of());
    const source = { actionId: "a", attempt: 1 };
    const files = new KnownFiles({
      privacy,
      definition: () => Promise.resolve(""),
      payload: () => Promise.resolve(undefined),
      version: () =>
        Promise.resolve({ hash: "0", at: 0, by: "read", tag: undefined, source, text: "{}" }),
      connectionName: () => text,
    });
    const pension = { connectionId: "c", clientId: text, pensionId: text };
    await files.documentOf({ file: "file:///a.json", text: "{}", pension });
  },
  "title of a comparison": (text) => surfaces.openDiff(undefined, undefined, text),
};

describe("what the editor draws", () => {
  for (const [surface, draw] of Object.entries(WALK)) {
    for (const text of HOSTILE) {
      it(`is plain text in ${surface}: ${JSON.stringify(text)}`, async () => {
        drawn.length = 0;
        await draw(text);
        assert.ok(drawn.length > 0);
        drawn.forEach(demandPlain);
      });
    }
  }
});

describe("the links of a progress", () => {
  it("are its own, beside a message that makes none", async () => {
    drawn.length = 0;
    const command = "financialPlanning.access.copyAddress";
    await withShownProgress("Signing in", (_, report) => {
      report("Continue at [x](command:workbench.action.quit).", [{ label: "Copy", command }]);
      return Promise.resolve();
    });
    const message = drawn.find(({ surface }) => surface.endsWith("report.message"))?.text;
    assert.equal(
      message,
      `Continue at [x] (command:workbench.action.quit). [Copy](command:${command})`,
    );
  });

  it("are made nowhere else: what makes texts plain would undo them", () => {
    const makers = globSync("src/**/*.ts").filter((file) =>
      /\]\(command:\$\{/.test(readFileSync(file, "utf8")),
    );
    assert.deepEqual(makers, ["src/platform/vscode/progress.ts"]);
  });
});

function demandPlain({ surface, text }: (typeof drawn)[number]): void {
  const own = OWN_ICONS[surface] ?? [];
  assert.ok(text.isWellFormed(), surface);
  assert.doesNotMatch(text, TURNING, surface);
  if (surface.startsWith("MarkdownString")) {
    assert.doesNotMatch(` ${text}`, MARKDOWN, surface);
  } else {
    assert.doesNotMatch(text, LINK, surface);
    const icons = [...text.matchAll(ICON)].map(([icon]) => icon);
    assert.deepEqual(
      [...new Set(icons)],
      [...new Set(icons)].filter((icon) => own.includes(icon)),
    );
  }
}

function clientNode(text: string) {
  const guess = { value: text, from: text };
  const row = { id: guess, label: guess, description: guess };
  const place = { nodeId: "n", connectionId: "c", domain: "crm", isPinned: false } as const;
  return { kind: "client", ...place, row } as const satisfies TreeNode;
}

const PLACE = { nodeId: "n", connectionId: "c", domain: "crm" } as const;
/** A node of each kind that shows what comes from outside. */
const NODES: readonly ((text: string) => TreeNode)[] = [
  clientNode,
  () => ({ ...PLACE, kind: "connection" }),
  () => ({ ...PLACE, kind: "domain" }),
  (text) => {
    const client = { clientId: text, clientLabel: text, pensionId: text, description: text };
    const pension = { kind: "pension", hasFile: true, canUndo: true } as const;
    return { ...PLACE, ...client, ...pension, row: clientNode(text).row };
  },
  (text) => {
    const names = { operationId: text, path: text, summary: text };
    const endpoint = { ...names, domain: "crm" } as ListEndpoint;
    return { ...PLACE, kind: "otherList", list: "other", operationId: text, endpoint };
  },
  (text) => ({ ...PLACE, kind: "more", label: text, description: text, parent: clientNode(text) }),
  (text) => ({ ...PLACE, kind: "message", text }),
  (text) => ({
    ...{ ...PLACE, kind: "error", error: undefined, context: {}, parent: clientNode(text) },
    text: { code: "x", what: text, advice: text, requestId: text, traceId: text },
  }),
];

function summary(text: string): ConnectionSummary {
  const own = { ...connection, label: text, baseUrl: text, authUrl: text, scopes: [text] };
  return {
    ...{ id: "c", label: text, environment: "development", state: "ready" },
    ...{ session: undefined, keyFingerprint: text, connection: own },
  };
}

function sources(text: string): ItemSources {
  return {
    connection: () => summary(text),
    domainDescription: () => ({ description: text, tooltip: text }),
    clientTotal: () => undefined,
    clientsAction: () => undefined,
    clientsAtLeast: () => undefined,
    listTotal: () => undefined,
    faults: () => [text],
    privacy: { masking: NO_MASKING },
    isUnlocked: () => false,
    sameKey: () => text,
  };
}

function statusServices(text: string): StatusBarServices {
  const onDidChange = () => ({ dispose: () => undefined });
  const shown = summary(text);
  return {
    connections: { current: "c", summary: () => shown, find: () => shown, onDidChange },
    writing: { lock: { remaining: () => 1000, unlocked: ["d"] }, onDidChange },
    pinnedTrace: { current: text, onDidChange },
    privacy: { isOn: false, onDidChange },
  };
}

const DOOR = "src/platform/vscode/surfaces.ts";
const DIALOGS = ["src/platform/vscode/dialogs.ts", "src/platform/vscode/stepDialogs.ts"];
const STATUS_BAR = "src/features/connections/host/statusBar.ts";

/** What gives the editor something to draw, and the files that may: those that are walked above. */
const MAKERS: readonly (readonly [what: RegExp, ...files: readonly string[]])[] = [
  [/\bshow(Information|Warning|Error)Message\b/, ...DIALOGS],
  [
    /\b(showInputBox|showQuickPick|createInputBox|createQuickPick|show(Open|Save)Dialog)\b/,
    ...DIALOGS,
  ],
  [/\bnew (vscode\.)?(TreeItem|MarkdownString|CodeLens|Diagnostic|CodeAction)\(/, DOOR],
  [/\bnew (vscode\.)?(FileDecoration|CompletionItem|InlayHint|DocumentSymbol)\(/, DOOR],
  [/\bsetStatusBarMessage\b|"vscode\.(diff|changes)"/, DOOR],
  [/\b(supportHtml|supportThemeIcons|appendMarkdown)\b|\.isTrusted = /],
  [/\bcreateTerminal\b/, DOOR],
  [/\bcreate(LanguageStatusItem|CommentController)\b/],
  // Marks of matches, without words.
  [/\bcreateTextEditorDecorationType\b/, "src/features/lists/host/findByPath.ts"],
  [/\bcreateStatusBarItem\b/, STATUS_BAR],
  // Without a title in the last two.
  [
    /\bwindow\.withProgress\b/,
    "src/platform/vscode/progress.ts",
    "src/features/exports/host/exportsView.ts",
    "src/features/sourceControl/host/refresh.ts",
  ],
  // What `factSheet` made.
  [/\bnew (vscode\.)?Hover\(/, "src/features/pensions/host/editing/hovers.ts"],
  // Words of our own alone.
  [
    /\bnew (vscode\.)?(DocumentLink|TerminalLink)\b|\blink\.tooltip = /,
    "src/features/requests/host/idLinks.ts",
  ],
  [
    /\bcreate(SourceControl|ResourceGroup)\b/,
    "src/features/sourceControl/host/sourceControlDoors.ts",
    "src/features/sourceControl/host/sourceControls.ts",
  ],
  [/\bdecorations: \{(?:[^}]*,)?\s*tooltip(?!: plainText\()/],
  // Words of our own alone.
  [
    /\bcommand = \{\s*title(?!: plainText\()/,
    "src/features/pensions/host/editing/fixes.ts",
    "src/features/exports/host/exportsView.ts",
  ],
  [/\bcreateWebviewPanel\(\s*[^,]+,(?!\s*(?:plainText\(|""))/],
  [/\bbadge = /],
  // Tabs show the path of a document; the last two have words of our own, and none.
  [
    /\bUri\.from\(/,
    "src/features/lists/host/answerDocuments.ts",
    "src/features/sourceControl/host/knownFiles.ts",
    "src/features/sourceControl/host/sourceControlDoors.ts",
    "src/features/pensions/host/payloadFiles.ts",
  ],
  [
    /\.(label|description|tooltip|placeholder|prompt|validationMessage|accessibilityInformation|title|message)\s=(?![=>]|\s*plainText\()/,
    ...[DOOR, ...DIALOGS, STATUS_BAR, "src/features/requests/host/idLinks.ts"],
  ],
];

/** Places that never know the editor; what is drawn there is a page of our own, or nothing. */
const ELSEWHERE =
  /^src\/(platform\/(?!vscode\/)|features\/[^/]+\/(common|messages|texts|worker|webview|server)\/)/;

describe("a surface that bypasses the door", () => {
  const all = globSync("src/**/*.ts").map((file) => {
    return [file.replaceAll("\\", "/"), readFileSync(file, "utf8")] as const;
  });
  const texts = all.filter(([file]) => !ELSEWHERE.test(file));

  it("is looked for wherever the editor is known", () => {
    const folders = new Set(texts.map(([file]) => file.replace(/[^/]+$/, "")));
    for (const feature of globSync("src/features/*/host")) {
      assert.ok(folders.has(`${feature.replaceAll("\\", "/")}/`), feature);
    }
    assert.ok(folders.has("src/") && folders.has("src/platform/vscode/"));
    const knowing = all.filter(([, text]) => /from "vscode"|import\("vscode"\)/.test(text));
    assert.deepEqual(
      knowing.map(([file]) => file).filter((file) => ELSEWHERE.test(file)),
      [],
    );
  });

  for (const [what, ...allowed] of MAKERS) {
    it(`is none by ${what.source}`, () => {
      const found = texts.flatMap(([file, text]) => (what.test(text) ? [file] : []));
      assert.deepEqual(
        found.filter((file) => !allowed.includes(file)),
        [],
      );
    });
  }

  it("would be found", () => {
    for (const line of [
      "void vscode.window.showErrorMessage(text);",
      "const item = new vscode.TreeItem(label);",
      "new MarkdownString(text)",
      'vscode.commands.executeCommand("vscode.diff", a, b, label)',
      "panel.title = label;",
      "item.command = { title: look.label, command };",
      "item.tooltip = label;",
      "this.item.accessibilityInformation = { label };",
      "decorations: {\n      tooltip: payload.tooltip",
      "decorations: { faded: true, tooltip }",
      "item.command = { title, command };",
      "view.badge = { value, tooltip };",
      "return new vscode.Hover(text);",
      "return vscode.Uri.from({ scheme, path });",
      "vscode.window.createWebviewPanel(viewType, title, column)",
      "vscode.window.createWebviewPanel(VIEWS.list, title, column)",
    ]) {
      assert.ok(
        MAKERS.some(([what]) => what.test(line)),
        line,
      );
    }
  });
});
