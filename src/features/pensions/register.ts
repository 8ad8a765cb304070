import * as vscode from "vscode";
import type { CommandArguments, CommandId } from "../../manifest";
import type { PensionIdentity } from "./common/target";
import type { Commands } from "../../platform/vscode/commands";
import { DisposableStore } from "../../platform/vscode/disposables";
import { clientName } from "./host/clientName";
import { PayloadLenses } from "./host/codeLens";
import { followUndo } from "./host/undoKey";
import { targetConnection } from "./host/targetConnection";
import type { PayloadCommands } from "./host/payloadCommands";
import { watchSavedAs } from "./host/savedAs";
import { pensionWording } from "./host/wording";
import type { PensionsServices } from "./host/services";

export interface RegisteredPensions {
  readonly disposable: vscode.Disposable;
  readonly lenses: vscode.CodeLensProvider;
  /** Opens the payload of a pension with what was sent to it once. */
  readonly openWritten: (identity: PensionIdentity, text: string) => Promise<void>;
}

/** Payload files: making, opening and sending them, and the line above them. */
export function registerPensions(services: PensionsServices): RegisteredPensions {
  const { commands, targets } = services;
  const store = new DisposableStore();
  const payloads = lazyCommands(services, store);
  const lensChanged = store.add(new vscode.EventEmitter<void>());
  store.add(watchSavedAs(targets));
  store.add(targets.onDidChange(() => lensChanged.fire()));
  store.add(services.onDidChange(() => lensChanged.fire()));
  const lenses = new PayloadLenses({
    targets,
    records: services.records,
    connection: (target) => targetConnection(services, target),
    wording: () => pensionWording(services.privacy),
    clientName: (target) =>
      clientName(services, {
        clientId: target.clientId,
        connectionId: target.connectionId ?? services.defaultConnection().id,
      }),
    onDidChange: lensChanged.event,
  });
  store.add(followUndo(lenses, services.records));
  store.add(registerCommands(commands, payloads));
  services.errorActions.provide("comparePension", async (error) =>
    (await payloads()).compareFailed(error),
  );
  return {
    ...{ disposable: store, lenses },
    openWritten: async (identity, text) => (await payloads()).openWritten(identity, text),
  };
}

function registerCommands(
  commands: Commands,
  payloads: () => Promise<PayloadCommands>,
): vscode.Disposable {
  const register = <Id extends CommandId>(
    id: Id,
    run: (loaded: PayloadCommands, ...args: CommandArguments[Id]) => Promise<unknown>,
  ): vscode.Disposable => commands.register(id, async (...args) => run(await payloads(), ...args));
  return vscode.Disposable.from(
    register("financialPlanning.pension.new", (loaded, node) => loaded.begin(node)),
    register("financialPlanning.pension.open", (loaded, node) => loaded.open(node)),
    register("financialPlanning.pension.put", (loaded, resource) => loaded.put(resource)),
    register("financialPlanning.pension.dryRun", (loaded, resource) => loaded.dryRun(resource)),
    register("financialPlanning.pension.compare", (loaded, resource) => loaded.compare(resource)),
    register("financialPlanning.pension.show", (loaded, resource) => loaded.show(resource)),
    register("financialPlanning.pension.takeOver", (loaded, resource) => loaded.takeOver(resource)),
    register("financialPlanning.pension.undo", (loaded, resource) => loaded.undo(resource)),
    register("financialPlanning.pension.delete", (loaded, resource) => loaded.delete(resource)),
    register("financialPlanning.pension.duplicate", (loaded, resource) =>
      loaded.duplicate(resource),
    ),
    register("financialPlanning.pension.changeTarget", (loaded, resource) =>
      loaded.changeTarget(resource),
    ),
  );
}

/** What reads and sends payloads is loaded at its first command. */
function lazyCommands(
  services: PensionsServices,
  store: DisposableStore,
): () => Promise<PayloadCommands> {
  let made: PayloadCommands | undefined;
  return async () => {
    const { PayloadCommands } = await import("./host/payloadCommands");
    made ??= store.add(new PayloadCommands(services));
    return made;
  };
}
