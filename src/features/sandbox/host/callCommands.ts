import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Commands } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { DisposableStore } from "../../../platform/vscode/disposables";
import { CALL_FILTERS, type CallFilter, type ReceivedCallsView } from "./receivedCalls";
import type { SandboxProcess } from "./sandboxProcess";

interface CallServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly sandbox: SandboxProcess;
  /** Shows what may hold data of clients: masked in privacy mode. */
  readonly openAnswer: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** The commands of the view of received calls. */
export function registerCalls(services: CallServices, view: ReceivedCallsView): vscode.Disposable {
  const { commands, dialogs, sandbox } = services;
  const store = new DisposableStore();
  store.add(
    commands.register("financialPlanning.sandbox.showCalls", async () => {
      await sandbox.start();
      await view.show();
    }),
  );
  store.add(
    commands.register("financialPlanning.sandbox.clearCalls", async () => {
      if (sandbox.state === "running") {
        await sandbox.ask("clearCalls", undefined);
      }
    }),
  );
  store.add(
    commands.register("financialPlanning.sandbox.filterCalls", async (given) => {
      view.filter = given ?? (await chooseFilter(dialogs, view.filter)) ?? view.filter;
    }),
  );
  store.add(
    commands.register("financialPlanning.sandbox.openCall", (argument) =>
      openCall(services, argument?.callNumber),
    ),
  );
  return store;
}

async function chooseFilter(
  dialogs: Dialogs,
  current: CallFilter,
): Promise<CallFilter | undefined> {
  const labels: Readonly<Record<CallFilter, string>> = {
    all: vscode.l10n.t("All calls"),
    broken: vscode.l10n.t("Only calls that broke a rule"),
    others: vscode.l10n.t("Only calls of other programs"),
  };
  const items = CALL_FILTERS.map((filter) => ({
    filter,
    label: labels[filter],
    ...(filter === current && { description: vscode.l10n.t("now") }),
  }));
  const picked = await dialogs.pick(vscode.l10n.t("Received calls that are shown"), items);
  return picked?.filter;
}

async function openCall(
  { sandbox, openAnswer }: CallServices,
  callNumber: number | undefined,
): Promise<void> {
  const call =
    callNumber === undefined || sandbox.state !== "running"
      ? undefined
      : await sandbox.ask("receivedCall", callNumber);
  if (call === undefined) {
    throw new AppError("input", "sandbox/callGone");
  }
  const { body, headers, ...facts } = call;
  const shown = { ...facts, headers: headers.map(([name, value]) => `${name}: ${value}`), body };
  const text = `${JSON.stringify(shown, undefined, 2)}\n`;
  await openAnswer(`received-call-${call.number}.json`, new TextEncoder().encode(text));
}
