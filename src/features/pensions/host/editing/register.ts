import * as vscode from "vscode";
import { DisposableStore } from "../../../../platform/vscode/disposables";
import { lazy } from "../../../../platform/vscode/lazy";
import type { PayloadAnswering } from "../payloadRegistrations";
import { isPayload, onPayloadsChange } from "../payloadPatterns";
import type { OwnFiles } from "../../../../platform/vscode/readOnlyFiles";
import { setCheck } from "./checkLevels";
import { trackOpenPayloads } from "./openPayloads";
import { offerPatternSchemas } from "./patternSchemas";
import { onConnectionsChange } from "./payloadConnections";
import type { PayloadEditing } from "./payloadEditing";
import { SchemaFiles } from "./schemaFiles";
import type { EditingServices } from "./services";

export interface RegisteredEditing extends Omit<PayloadAnswering, "lenses"> {
  readonly disposable: vscode.Disposable;
  readonly schemas: OwnFiles;
}

/** What helps while payloads are typed: schema, warnings and their fixes, ids that say whose they are. */
export function registerPayloadEditing(services: EditingServices): RegisteredEditing {
  const store = new DisposableStore();
  const editing = lazy(async (): Promise<PayloadEditing> => {
    const { PayloadEditing } = await import("./payloadEditing");
    return store.add(new PayloadEditing(services));
  });
  const schemas = store.add(
    new SchemaFiles(async () => (await editing()).schema(), services.onDidChangeDefinition),
  );
  store.add(onConnectionsChange(services, () => schemas.renew()));
  store.add(loadWithFirst(editing, services));
  store.add(trackOpenPayloads());
  store.add(offerPatternSchemas(services));
  store.add(services.commands.register("financialPlanning.pension.setCheck", setCheck));
  return {
    disposable: store,
    schemas,
    hovers: {
      provideHover: async (document, position) =>
        (await editing()).hovers.provideHover(document, position),
    },
    definitions: {
      provideDefinition: async (document, position) =>
        (await editing()).definitions.provideDefinition(document, position),
    },
    fixes: {
      provideCodeActions: async (document, range, context) =>
        (await editing()).fixes.provideCodeActions(document, range, context),
    },
  };
}

/** Checks begin with the first payload that is open, and are not loaded before. */
function loadWithFirst(
  editing: () => Promise<PayloadEditing>,
  { log }: EditingServices,
): vscode.Disposable {
  const workspace = vscode.workspace;
  const begin = (documents: readonly vscode.TextDocument[]): void => {
    if (documents.some(({ uri }) => isPayload(uri))) {
      editing().catch((error: unknown) =>
        log.warn("Payload checks not loaded", { error: String(error) }),
      );
    }
  };
  begin(workspace.textDocuments);
  return vscode.Disposable.from(
    workspace.onDidOpenTextDocument((document) => begin([document])),
    onPayloadsChange(() => begin(workspace.textDocuments)),
  );
}
