import { l10n } from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { FaultRule } from "../messages/sandboxFaults";
import { readyFaults } from "./readyFaults";
import type { SandboxProcess } from "./sandboxProcess";
import { rulesOf } from "./readyFault";
import { countText } from "../../../platform/vscode/formats";

/** Asks which calls are to go wrong from now on, and tells the sandbox. */
export async function chooseFaults(dialogs: Dialogs, sandbox: SandboxProcess): Promise<void> {
  await sandbox.start();
  const on = new Set(sandbox.faults.map(({ name }) => name));
  const none = {
    label: l10n.t("None"),
    detail: l10n.t("Turns off all faults, even those chosen below."),
    picked: false,
  };
  const items = readyFaults().map((fault) => ({ ...fault, picked: on.has(fault.name) }));
  const picked = await dialogs.pickMany(l10n.t("Faults of the sandbox"), [none, ...items]);
  if (picked === undefined) {
    throw new AppError("canceled", "canceled/byUser");
  }
  const chosen = picked.includes(none) ? [] : items.filter((item) => picked.includes(item));
  await sandbox.setFaults(chosen.flatMap(rulesOf));
  await dialogs.notify("information", outcome(chosen.length));
}

function outcome(count: number): string {
  if (count === 0) {
    return l10n.t("The sandbox answers every call as it should.");
  }
  return count === 1
    ? l10n.t("1 fault is on, until it is used up or the sandbox restarts.")
    : l10n.t(
        "{0} faults are on, until they are used up or the sandbox restarts.",
        countText(count),
      );
}

/** The faults that are on, in plain words, for the sandbox's node. */
export function faultWords(rules: readonly FaultRule[]): readonly string[] {
  const names = new Set(rules.map(({ name }) => name));
  return readyFaults().flatMap(({ name, label }) => (names.has(name) ? [label] : []));
}
