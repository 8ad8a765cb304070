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

const IN_PAYLOAD =
  /^editorTextFocus && \(resourceFilename =~ .* in financialPlanning\.payloadFiles\)$/;
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
const OF_OTHER_PARTS = [
  ...["inQuickInput", "inQuickOpen", "terminalFocus", "terminalTabsFocus", "terminalFocusInAny"],
  ...["terminalFindFocused", "terminalFindVisible", "inChat", "inChatInput", "quickChatHasFocus"],
  ...["filesExplorerFocus", "explorerViewletFocus", "breakpointsFocused", "variablesFocused"],
  ...["watchExpressionsFocused", "inKeybindings", "keybindingFocus", "notificationFocus"],
  ...["notebookEditorFocused", "notebookCellListFocused", "searchViewletFocus", "problemFocus"],
  ...["fileMatchOrMatchFocus", "agentSessionsViewerFocused", "commentEditorFocused"],
  ...["chatAttachmentResource", "accessibleViewInCodeBlock", "accessibilityHelpIsShown"],
  ...["accessibleViewIsShown", "inDebugRepl", "inSettingsEditor", "tunnelViewFocus"],
  ...["markdownEditorFocus", "breadcrumbsActive", "scmRepository", "notificationCenterVisible"],
  ...["refactorPreview.enabled", "isMergeEditor", "isCompositeNotebook", "inReferenceSearchEditor"],
  ...["referenceSearchVisible", "codeActionMenuVisible", "chatTerminalToolFocus"],
];

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
