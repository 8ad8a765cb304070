import * as vscode from "vscode";
import type { Finding, Fix, RuleId } from "../../common/checks/findings";
import { fixesOfAll } from "../../common/editing/fixesOfAll";
import { quickFix } from "../../../../platform/vscode/surfaces";
import type { CommandId } from "../../../../manifest";
import { type PayloadProblems, rangeOf } from "./problems";
import { countText } from "../../../../platform/vscode/formats";

/** A title is one line, and a short one. */
const LONGEST_VALUE = 60;

/** What mends our warnings: each safe change, all of a rule, and turning the rule off. */
export class PayloadFixes implements vscode.CodeActionProvider {
  constructor(private readonly problems: PayloadProblems) {}

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: Pick<vscode.CodeActionContext, "diagnostics">,
  ): Promise<vscode.CodeAction[]> {
    const checked = await this.problems.now(document);
    // Changed while it was checked: the editor asks again.
    if (checked === undefined || checked.version !== document.version) {
      return [];
    }
    const here = checked.findings.filter(
      (finding) => rangeOf(document, finding).intersection(range) !== undefined,
    );
    const mending = here.flatMap((finding) =>
      finding.fixes.map((fix) => {
        const action = edit(document, titleOf(fix), [fix]);
        action.diagnostics = ofPlace(diagnostics, rangeOf(document, finding));
        action.isPreferred = finding.fixes.length === 1;
        return action;
      }),
    );
    const rules = [...new Set(here.map(({ rule }) => rule))];
    return [
      ...mending,
      ...rules.flatMap((rule) => {
        const actions = [...fixAll(document, checked.findings, rule), turnOff(rule)];
        // Those without a problem come last in the editor's list.
        const ofRule = diagnostics.filter((shown) => isOfRule(shown, rule));
        return actions.map((action) => Object.assign(action, { diagnostics: ofRule }));
      }),
    ];
  }
}

function titleOf({ kind, value }: Fix): string {
  const line = value.replace(/\s+/g, " ");
  const shown = line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
  switch (kind) {
    case "replace":
      return vscode.l10n.t("Change to '{0}'", shown);
    case "rename":
      return vscode.l10n.t("Rename to '{0}'", shown);
    case "remove":
      return vscode.l10n.t("Remove '{0}'", shown);
  }
}

function edit(
  document: vscode.TextDocument,
  title: string,
  fixes: readonly Fix[],
): vscode.CodeAction {
  const action = quickFix(title);
  action.edit = new vscode.WorkspaceEdit();
  for (const change of fixes.flatMap(({ edits }) => edits)) {
    action.edit.replace(document.uri, rangeOf(document, change), change.text);
  }
  return action;
}

function fixAll(
  document: vscode.TextDocument,
  findings: readonly Finding[],
  rule: RuleId,
): vscode.CodeAction[] {
  const fixes = fixesOfAll(findings, rule);
  const title = vscode.l10n.t("Fix all {0} of the check '{1}'", countText(fixes.length), rule);
  return fixes.length > 1 ? [edit(document, title, fixes)] : [];
}

function turnOff(rule: RuleId): vscode.CodeAction {
  const title = vscode.l10n.t("Turn off the check '{0}'", rule);
  const action = quickFix(title);
  const command: CommandId = "financialPlanning.pension.setCheck";
  action.command = { title, command, arguments: [rule, "off"] };
  return action;
}

function isOfRule({ code }: vscode.Diagnostic, rule: RuleId): boolean {
  return typeof code === "object" && code.value === rule;
}

function ofPlace(
  diagnostics: readonly vscode.Diagnostic[],
  range: vscode.Range,
): vscode.Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.range.isEqual(range));
}
