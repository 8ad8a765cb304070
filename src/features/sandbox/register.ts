import * as vscode from "vscode";
import { AppError } from "../../platform/base/errors";
import type { Commands } from "../../platform/vscode/commands";
import { contextKeySetter } from "../../platform/vscode/contextKeys";
import type { Dialogs } from "../../platform/vscode/dialogs";
import { DisposableStore } from "../../platform/vscode/disposables";
import { onSettingChange } from "../../platform/vscode/settings";
import { showBriefly } from "../../platform/vscode/surfaces";
import { chooseFaults } from "./host/chooseFaults";
import { describeSandbox } from "./host/details";
import type { SandboxProcess } from "./host/sandboxProcess";

const SHOWN_MILLISECONDS = 5_000;

interface SandboxServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly sandbox: SandboxProcess;
  /** Pensions that were written to it, and end with it. */
  readonly writtenPensions: () => number;
}

/** The sandbox's commands. */
export function registerSandbox(services: SandboxServices): vscode.Disposable {
  const { commands, dialogs, sandbox } = services;
  const store = new DisposableStore();
  const setRunning = contextKeySetter("financialPlanning.sandboxRunning");
  const tell = (): void => setRunning(sandbox.state !== "stopped");
  tell();
  store.add(sandbox.onDidChange(tell));
  store.add(
    commands.register("financialPlanning.sandbox.restart", async () => {
      await confirmLoss(services, vscode.l10n.t("Restart sandbox"));
      await sandbox.restart();
      const text = vscode.l10n.t("The sandbox is running");
      showBriefly(text, { icon: "check", milliseconds: SHOWN_MILLISECONDS });
      return true;
    }),
  );
  store.add(
    commands.register("financialPlanning.sandbox.stop", async () => {
      await confirmLoss(services, vscode.l10n.t("Stop sandbox"));
      await sandbox.stop();
    }),
  );
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
    commands.register("financialPlanning.sandbox.chooseFaults", () =>
      chooseFaults(dialogs, sandbox),
    ),
  );
  store.add(
    onSettingChange("financialPlanning.sandbox", () => {
      sandbox.forgetFailure();
      void offerRestart(dialogs, sandbox);
    }),
  );
  return store;
}

/** Asks before written pensions are lost. Throws kind `canceled` when the user keeps them. */
async function confirmLoss(
  { dialogs, writtenPensions }: SandboxServices,
  button: string,
): Promise<void> {
  const count = writtenPensions();
  if (count === 0) {
    return;
  }
  const message =
    count === 1
      ? vscode.l10n.t("1 pension that was written to the sandbox will be lost.")
      : vscode.l10n.t("{0} pensions that were written to the sandbox will be lost.", count);
  const detail = vscode.l10n.t("Payload files stay as they are.");
  if (!(await dialogs.confirm({ message, detail, button }))) {
    throw new AppError("canceled", "canceled/byUser");
  }
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
