import * as vscode from "vscode";
import { LEVEL_IDS, type LevelId, RULE_LEVELS, type RuleLevel } from "../../common/checks/findings";
import { readSetting } from "../../../../platform/vscode/settings";

export const CHECKS_SETTING = "financialPlanning.pension.checks";

/** How much each rule counts. */
export function ruleLevels(): Readonly<Record<LevelId, RuleLevel>> {
  const chosen: Readonly<Record<string, unknown>> = readSetting(CHECKS_SETTING);
  const levels = LEVEL_IDS.map((rule): [LevelId, RuleLevel] => [
    rule,
    RULE_LEVELS.find((level) => level === chosen[rule]) ?? defaultOf(rule),
  ]);
  return Object.fromEntries(levels) as Record<LevelId, RuleLevel>;
}

/** An answer that differs is no mistake in the payload: information, no warning. */
function defaultOf(rule: LevelId): RuleLevel {
  return rule === "drift" ? "information" : "warning";
}

/** Writes how much a rule counts: where the workspace says something of it there, else for the user. */
async function setRuleLevel(rule: LevelId, level: RuleLevel): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const found = configuration.inspect<Readonly<Record<string, unknown>>>(CHECKS_SETTING);
  const isOfWorkspace = found?.workspaceValue !== undefined;
  const present = isOfWorkspace ? found.workspaceValue : found?.globalValue;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const target = isOfWorkspace ? Workspace : Global;
  await configuration.update(CHECKS_SETTING, { ...present, [rule]: level }, target);
}

/** The command: without a rule it leads to where they are set. */
export async function setCheck(rule: string | undefined, level: string | undefined): Promise<void> {
  const known = LEVEL_IDS.find((id) => id === rule);
  const wanted = RULE_LEVELS.find((name) => name === level);
  if (known === undefined || wanted === undefined) {
    await vscode.commands.executeCommand("workbench.action.openSettings", CHECKS_SETTING);
  } else {
    await setRuleLevel(known, wanted);
  }
}
