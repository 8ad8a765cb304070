import * as vscode from "vscode";
import type { CommandId } from "../../manifest";
import { markdownText } from "../base/markdownText";
import { plainText } from "../base/plainText";
import { isolate } from "../base/texts";

/*
 * The one door to what the editor draws of our texts, with `dialogs.ts`, `stepDialogs.ts` and
 * `progress.ts`: names, ids and sentences come from services, files and settings.
 */

export interface RowTexts {
  readonly label: string;
  readonly description?: string | undefined;
  /** Label and description where it is not given; Markdown is that of `factSheet`. */
  readonly tooltip?: vscode.MarkdownString | string | undefined;
  /** True where the editor asks for the tooltip once a pointer rests on the row. */
  readonly isResolved?: boolean | undefined;
  /** What is read aloud, where it is not label and description. */
  readonly spoken?: string | undefined;
  /** What a click runs, under the name of the row. */
  readonly click?: { readonly command: CommandId; readonly args: unknown[] } | undefined;
}

/** A row of a tree. */
export function treeItem(
  { label, description, tooltip, isResolved = false, spoken, click }: RowTexts,
  state?: vscode.TreeItemCollapsibleState,
): vscode.TreeItem {
  const item = new vscode.TreeItem(isolate(plainText(label)), state);
  if (description !== undefined) {
    item.description = plainText(description);
  }
  if (!isResolved) {
    const sheet = tooltip ?? [label, description].filter(Boolean).join(" · ");
    item.tooltip = typeof sheet === "string" ? plainText(sheet) : sheet;
  }
  // The editor would read a tooltip that is a text, and label and description without a pause.
  const said = spoken ?? [label, description].filter(Boolean).join(", ");
  item.accessibilityInformation = { label: plainText(said) };
  if (click !== undefined) {
    const { command, args } = click;
    item.command = { title: plainText(label), command, arguments: args };
  }
  return item;
}

/** Markdown of a title and facts, a name in bold and its value each; none of it starts a link. */
export function factsMarkdown(
  title: string,
  facts: readonly (readonly [name: string, value: string | undefined])[],
  hint = "",
): vscode.MarkdownString {
  const rows = facts.flatMap(([name, value = ""]) =>
    value === "" ? [] : [`**${markdownText(name)}** ${markdownText(value)}`],
  );
  // Not trusted: no command links, no HTML.
  return new vscode.MarkdownString(
    [markdownText(title), ...rows, ...(hint === "" ? [] : [markdownText(hint)])].join("\n\n"),
  );
}

/** The same item of a list as the editor may draw it. */
export function pickItem<Item extends vscode.QuickPickItem>(item: Item): Item {
  const { label, description, detail } = item;
  return {
    ...item,
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
  };
}

/** Says in the status bar for a moment that something was done. */
export function showBriefly(
  text: string,
  {
    icon = "copy",
    milliseconds = 3000,
  }: { readonly icon?: string; readonly milliseconds?: number } = {},
): void {
  vscode.window.setStatusBarMessage(`$(${icon}) ${plainText(text)}`, milliseconds);
}

export function codeLens(
  range: vscode.Range,
  {
    title,
    command,
    args,
  }: { readonly title: string; readonly command: CommandId; readonly args: unknown[] },
): vscode.CodeLens {
  return new vscode.CodeLens(range, { title: plainText(title), command, arguments: args });
}

export function diagnosticAt(
  range: vscode.Range,
  message: string,
  severity?: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  return new vscode.Diagnostic(range, plainText(message), severity);
}

export function quickFix(title: string): vscode.CodeAction {
  return new vscode.CodeAction(plainText(title), vscode.CodeActionKind.QuickFix);
}

export function fileDecoration(
  badge: string,
  tooltip: string,
  color: vscode.ThemeColor,
): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, plainText(tooltip), color);
}

/** Two documents side by side in a tab. */
export async function openDiff(
  left: vscode.Uri | undefined,
  right: vscode.Uri | undefined,
  title: string,
  options?: vscode.TextDocumentShowOptions,
): Promise<void> {
  await vscode.commands.executeCommand("vscode.diff", left, right, plainText(title), options);
}

/** A terminal that runs a program in the place of a shell; `message` stands above what it prints. */
export function openProgram(
  name: string,
  {
    message,
    ...options
  }: Pick<vscode.TerminalOptions, "shellPath" | "shellArgs" | "env" | "iconPath"> & {
    readonly message: readonly string[];
  },
): void {
  const terminal = vscode.window.createTerminal({
    ...options,
    name: plainText(name),
    message: message.map(plainText).join("\r\n"),
    // It is not started again by a window that is reloaded.
    isTransient: true,
  });
  terminal.show();
}

/** What the editor shows and asks before a tool runs; none of it starts a link. */
export function confirmationTexts(
  running: string,
  title: string,
  message: string,
): vscode.PreparedToolInvocation {
  return {
    invocationMessage: plainText(running),
    confirmationMessages: {
      title: plainText(title),
      message: new vscode.MarkdownString(markdownText(message)),
    },
  };
}
