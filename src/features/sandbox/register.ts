import * as vscode from "vscode";
import type { Clock } from "../../platform/base/clock";
import { AppError } from "../../platform/base/errors";
import type { Commands } from "../../platform/vscode/commands";
import { contextKeySetter } from "../../platform/vscode/contextKeys";
import type { Dialogs } from "../../platform/vscode/dialogs";
import { DisposableStore } from "../../platform/vscode/disposables";
import type { MessagingProvider } from "../../platform/vscode/messagingProvider";
import { onSettingChange } from "../../platform/vscode/settings";
import { showBriefly } from "../../platform/vscode/surfaces";
import { answerLikeThis, type AnswerServices } from "./host/answerLikeThis";
import { registerCalls } from "./host/callCommands";
import { chooseFaults } from "./host/chooseFaults";
import { describeSandbox } from "./host/details";
import { ReceivedCallsView } from "./host/receivedCalls";
import { type OthersServices, runForOthers } from "./host/runForOthers";
import type { SandboxProcess } from "./host/sandboxProcess";
import { chooseScenario, saveScenario } from "./host/scenarioFiles";
import { SANDBOX_DEFAULTS, sandboxOptions } from "./host/source";
import { countText } from "../../platform/vscode/formats";

const SHOWN_MILLISECONDS = 5_000;

interface SandboxServices
  extends AnswerServices, Omit<OthersServices, "showCalls" | "options" | "defaults"> {
  readonly commands: Commands;
  readonly clock: Pick<Clock, "schedule">;
  /** How the explorer's own calls name their program. */
  readonly userAgent: string;
  /** Shows what may hold data of clients: masked in privacy mode. */
  readonly openAnswer: (name: string, bytes: Uint8Array) => Promise<void>;
  /** Pensions that were written to it, and end with it. */
  readonly writtenPensions: () => number;
  /** Its data are others: what is known of its pensions is not true any more. */
  readonly forgetPensions: () => Promise<void>;
}

export interface RegisteredSandbox {
  readonly disposable: vscode.Disposable;
  readonly receivedCalls: MessagingProvider;
}

/** The sandbox's commands, and the view of the calls that it received. */
export function registerSandbox(services: SandboxServices): RegisteredSandbox {
  const { commands, dialogs, sandbox } = services;
  const store = new DisposableStore();
  const calls = store.add(new ReceivedCallsView(services));
  store.add(registerCalls(services, calls));
  store.add(registerScenarios(services));
  store.add(
    commands.register("financialPlanning.sandbox.runForOthers", () =>
      runForOthers({
        ...services,
        options: sandboxOptions,
        defaults: SANDBOX_DEFAULTS,
        showCalls: () => calls.show(),
      }),
    ),
  );
  store.add(
    commands.register("financialPlanning.sandbox.answerLikeThis", (request) =>
      answerLikeThis(services, request),
    ),
  );
  const setRunning = contextKeySetter("financialPlanning.sandboxRunning");
  const update = (): void => setRunning(sandbox.state !== "stopped");
  update();
  store.add(sandbox.onDidChange(update));
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
  return { disposable: store, receivedCalls: calls };
}

function registerScenarios(services: SandboxServices): vscode.Disposable {
  const { commands, sandbox, forgetPensions } = services;
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.sandbox.saveScenario", () => saveScenario(services)),
  );
  store.add(
    commands.register("financialPlanning.sandbox.loadScenario", async () => {
      const scenario = await chooseScenario(services);
      if (scenario === undefined) {
        return;
      }
      await confirmLoss(services, vscode.l10n.t("Load scenario"));
      await sandbox.loadScenario(scenario);
      await forgetPensions();
      const text = vscode.l10n.t("The sandbox has the data of {0}", scenario.source);
      showBriefly(text, { icon: "check", milliseconds: SHOWN_MILLISECONDS });
    }),
  );
  store.add(
    commands.register("financialPlanning.sandbox.reset", async () => {
      await confirmLoss(services, vscode.l10n.t("Reset sandbox"));
      await sandbox.reset();
      await forgetPensions();
      const text = vscode.l10n.t("The sandbox is as it was at its start");
      showBriefly(text, { icon: "check", milliseconds: SHOWN_MILLISECONDS });
    }),
  );
  return store;
}

/** Asks before written pensions are lost. Throws kind `canceled` when the user keeps them. */
async function confirmLoss(
  { dialogs, writtenPensions }: Pick<SandboxServices, "dialogs" | "writtenPensions">,
  button: string,
): Promise<void> {
  const count = writtenPensions();
  if (count === 0) {
    return;
  }
  const message =
    count === 1
      ? vscode.l10n.t("1 pension that was written to the sandbox will be lost.")
      : vscode.l10n.t(
          "{0} pensions that were written to the sandbox will be lost.",
          countText(count),
        );
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
    "The sandbox's settings changed. They apply from its next start, which discards the pensions written so far.",
  );
  if ((await dialogs.notify("information", message, [restart])) === restart) {
    await vscode.commands.executeCommand("financialPlanning.sandbox.restart");
  }
}
