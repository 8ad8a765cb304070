import { readFileSync } from "node:fs";

/** A keybinding as the manifest gives it. */
export interface OwnBinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
  readonly linux?: string;
  readonly win?: string;
  readonly when?: string;
}

/** A default keybinding of VS Code; its condition is a disjunction of conjunctions, or absent. */
export interface DefaultBinding {
  readonly key: string;
  readonly command: string;
  readonly when: string;
}

export const SYSTEMS = ["linux", "mac", "windows"] as const;
export type System = (typeof SYSTEMS)[number];

/** VS Code's own, as `scripts/defaultKeys.mjs` has read them in the newest editor. */
export function defaultBindings(system: System): readonly DefaultBinding[] {
  const lines = readFileSync(`test/fixtures/keybindings/${system}.tsv`, "utf8").trim().split("\n");
  return lines.slice(1).map((line) => {
    const [key = "", command = "", when = ""] = line.split("\t");
    return { key, command, when };
  });
}

export function keyOn(system: System, { key, mac, linux, win }: OwnBinding): string {
  return { linux, mac, windows: win }[system] ?? key;
}

/** Where the focus is while a key of ours counts. */
export type Place = "view" | "panel" | "payload";

/** Says that the focus is in the panel itself: what is active stays so while the focus is elsewhere. */
export const IN_LIST_PANEL = [
  "activeWebviewPanelId == financialPlanning.list",
  ...["!focusedView", "!inQuickInput", "!inputFocus"],
  ...["!sideBarFocus", "!panelFocus", "!auxiliaryBarFocus"],
].join(" && ");

/** Not in a version of it that can only be read. */
const IN_PAYLOAD =
  /^editorTextFocus && \(resourceFilename =~ .* in financialPlanning\.payloadFiles\) && resourceScheme =~ \/\S+\/$/;
const IN_VIEW = /^focusedView == (financialPlanning\.\w+|workbench\.scm)\b.* && !inputFocus\b/;

/** Undefined where a condition does not limit a key to parts of ours. */
export function placeOf({ when = "" }: OwnBinding): Place | undefined {
  if (when === IN_LIST_PANEL) {
    return "panel";
  }
  return IN_PAYLOAD.test(when) ? "payload" : IN_VIEW.test(when) ? "view" : undefined;
}

/** What holds only while the focus is in a text. */
const OF_TEXTS = ["editorTextFocus", "editorFocus", "textInputFocus", "inputFocus"];

/** What holds only while the focus is in a part of the editor that is none of our places. */
export const OF_OTHER_PARTS = [
  ...["inQuickInput", "terminalFocus", "terminalTabsFocus", "terminalFocusInAny"],
  ...["terminalFindFocused", "inChat", "inChatInput", "filesExplorerFocus"],
  ...["explorerViewletFocus", "breakpointsFocused", "variablesFocused", "watchExpressionsFocused"],
  ...["inKeybindings", "keybindingFocus", "notificationFocus", "notebookEditorFocused"],
  ...["notebookCellListFocused", "searchViewletFocus", "problemFocus", "fileMatchOrMatchFocus"],
  ...["agentSessionsViewerFocused", "commentEditorFocused", "inDebugRepl", "inSettingsEditor"],
  ...["tunnelViewFocus", "markdownEditorFocus"],
];

const IN_CHAT = "it is the chat in a terminal or text that has the focus";
const IN_MENU = "it is for what is open above all else, and has the focus";

/** Default bindings whose key is ours in a place of ours, and why nobody misses them there. */
export const HARMLESS: Readonly<Record<string, string>> = {
  "list.find actions.find": "a list panel has no text that the editor could look through",
  "list.find editor.action.webvieweditor.showFind":
    "only panels that ask for the editor's own find widget have it; lists do not",
  "changes.plan workbench.action.terminal.chat.runCommand": IN_CHAT,
  "changes.plan workbench.action.terminal.chat.runFirstCommand": IN_CHAT,
  "changes.plan inlineChat2.keep": IN_CHAT,
  "changes.plan chat.inlineResourceAnchor.openToSide": "it is for a link in an answer of the chat",
  "changes.plan workbench.action.chat.applyInEditor": "it is for code in the accessible view",
  "changes.plan workbench.action.chat.insertCodeBlock": "it is for code in the accessible view",
  "changes.plan breadcrumbs.revealFocused": IN_MENU,
  "changes.plan breadcrumbs.revealFocusedFromTreeAside": IN_MENU,
  "changes.plan previewSelectedCodeAction": IN_MENU,
  "changes.plan openReferenceToSide": "it is for the list of references, not for that of changes",
  "changes.plan mergeEditor.acceptMerge": "it is for what the merge editor shows",
  "changes.plan scm.acceptInput":
    "it is for the box of a message, an input, in which our key does not count",
};

/** A default binding that a key of ours takes away, with the clause that makes it possible. */
interface Shadowed {
  readonly command: string;
  readonly clause: string;
}

/** What else the editor would do with a key while the focus is at a place of ours. */
export function shadowedBy(
  key: string,
  place: Place,
  defaults: readonly DefaultBinding[],
): readonly Shadowed[] {
  const elsewhere = new Set([...OF_OTHER_PARTS, ...(place === "payload" ? [] : OF_TEXTS)]);
  const wanted = normalized(key);
  return defaults
    .filter((binding) => normalized(binding.key.split(" ")[0]!) === wanted)
    .flatMap(({ command, when }) => {
      const clauses = when.split(" || ");
      const clause = clauses.find((one) => isPossible(one, place, elsewhere));
      return clause === undefined ? [] : [{ command, clause }];
    });
}

function isPossible(clause: string, place: Place, elsewhere: ReadonlySet<string>): boolean {
  const facts = clause.split(" && ");
  return !facts.some(
    (fact) =>
      fact === "false" ||
      elsewhere.has(fact) ||
      // Other views, and other editors than a panel or a text.
      /^(focusedView|activeCustomEditorId) == /.test(fact) ||
      (fact.startsWith("activeEditor == ") &&
        !(place === "panel" && fact.endsWith("'WebviewEditor'"))),
  );
}

function normalized(key: string): string {
  const parts = key.toLowerCase().split("+");
  return [...parts.slice(0, -1).sort(), parts.at(-1)].join("+");
}
