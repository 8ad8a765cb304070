import * as vscode from "vscode";
import type { Commands } from "../host/commands";
import type { Dialogs } from "../host/dialogs";
import { DisposableStore } from "../host/disposables";
import { onSettingChange } from "../host/settings";
import { describeSandbox } from "./details";
import type { SandboxProcess } from "./sandboxProcess";

export interface SandboxServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly sandbox: SandboxProcess;
}

/** The sandbox's commands. */
export function registerSandbox({
  commands,
  dialogs,
  sandbox,
}: SandboxServices): vscode.Disposable {
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.sandbox.restart", async () => {
      await sandbox.restart();
    }),
  );
  store.add(commands.register("financialPlanning.sandbox.stop", () => sandbox.stop()));
  store.add(
    commands.register("financialPlanning.sandbox.copyDetails", async () => {
      await vscode.env.clipboard.writeText(describeSandbox(await sandbox.start()));
      await dialogs.notify(
        "information",
        vscode.l10n.t(
          "Copied the sandbox's addresses and made-up credentials. They are valid until it stops.",
        ),
      );
    }),
  );
  store.add(
    onSettingChange("financialPlanning.sandbox", () => {
      void offerRestart(dialogs, sandbox);
    }),
  );
  return store;
}

async function offerRestart(dialogs: Dialogs, sandbox: SandboxProcess): Promise<void> {
  if (sandbox.state !== "running") {
    return;
  }
  const restart = vscode.l10n.t("Restart sandbox");
  const message = vscode.l10n.t(
    "The sandbox's settings changed. They count from its next start; pensions written so far are lost then.",
  );
  if ((await dialogs.notify("information", message, [restart])) === restart) {
    await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
  }
}
