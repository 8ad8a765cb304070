import * as vscode from "vscode";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { saveFile } from "../../../platform/vscode/saveFile";
import { showBriefly } from "../../../platform/vscode/surfaces";
import type { SandboxProcess } from "./sandboxProcess";

const SUFFIX = ".fp-scenario.json";

interface ScenarioServices {
  readonly dialogs: Dialogs;
  readonly sandbox: SandboxProcess;
}

/** Keeps what the sandbox has now as a scenario; undefined where the user chose no file. */
export async function saveScenario({
  dialogs,
  sandbox,
}: ScenarioServices): Promise<vscode.Uri | undefined> {
  const text = await sandbox.ask("saveScenario", undefined);
  const target = await dialogs.saveFile(`sandbox${SUFFIX}`);
  if (target === undefined) {
    return undefined;
  }
  await saveFile(target, (write) => write(new TextEncoder().encode(text)));
  const name = target.path.split("/").at(-1) ?? "";
  showBriefly(vscode.l10n.t("Saved {0}", name), { icon: "check" });
  return target;
}

/** The scenario that is meant: that of the editor in front, or a file that the user chooses. */
export async function chooseScenario({
  dialogs,
}: Pick<ScenarioServices, "dialogs">): Promise<{ text: string; source: string } | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.path.endsWith(SUFFIX) === true) {
    return { text: document.getText(), source: nameOf(document.uri) };
  }
  const file = await dialogs.openFile(vscode.l10n.t("Scenario of the sandbox"), ["json"]);
  if (file === undefined) {
    return undefined;
  }
  const bytes = await vscode.workspace.fs.readFile(file);
  return { text: new TextDecoder().decode(bytes), source: nameOf(file) };
}

function nameOf({ path }: vscode.Uri): string {
  return path.split("/").at(-1) ?? "";
}
