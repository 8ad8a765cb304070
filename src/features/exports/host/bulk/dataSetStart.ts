import { translate } from "../../../../platform/vscode/translate";
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { l10n } from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { missingParameters, requiredValues } from "../../../lists/common/listEndpoint";
import type { DataSetSpec, WantedClients } from "../../common/bulk/dataSet";
import type { DataSetSource } from "../../common/bulk/dataSets";
import { dataSetName } from "../../common/bulk/partitions";
import { identifyRow } from "../../../lists/common/identify";
import { LIST_OPERATIONS } from "../../../lists/common/operations";
import { parseJsonText } from "../../../../platform/json/jsonText";
import { concurrentRequests } from "../../../../platform/vscode/networkSettings";
import type { NodeArgument } from "../../../../manifest";
import type { BulkServices } from "../exportServices";
import type { ExportablePanel } from "../../../lists/host/exportable";
import { passesConsent } from "../../../lists/host/consentQuestion";
import { type BulkChoice, chooseDataSet, type ClientsChoice } from "./clientsWizard";

/** All that a data set begins with. */
export interface ChosenDataSet {
  readonly spec: DataSetSpec;
  /** Path of its own folder, which nothing is in yet. */
  readonly folder: string;
}

/** Asks what to export and where; undefined when the user declined. Throws `AppError`. */
export async function chooseDataSetOf(
  services: BulkServices,
  node: NodeArgument | undefined,
): Promise<ChosenDataSet | undefined> {
  const { connectionId } = services.placeOf(node);
  const { front } = await services.lists();
  const panel = front?.query.connectionId === connectionId ? front : undefined;
  const clientsPanel = await clientsInFront(services, panel);
  const inView = clientsPanel?.inView;
  const choice = await chooseDataSet({ services, connectionId, inView });
  if (choice === undefined) {
    return undefined;
  }
  if (choice.folder.scheme !== "file") {
    throw new AppError("input", "exports/folderElsewhere");
  }
  // What filters the list of one client would leave rows of all others out, unsaid.
  const parameters =
    panel?.query.operationId === choice.endpoint.operationId
      ? requiredValues(choice.endpoint, panel.query.parameters)
      : {};
  const missing = missingParameters(choice.endpoint, parameters);
  if (missing.length > 0) {
    throw new AppError("input", "lists/parameterMissing", { values: { name: missing.join(", ") } });
  }
  const facts = {
    ...{ rows: undefined, pageSize: 1, millisecondsPerPage: undefined },
    atOnce: concurrentRequests(),
  };
  if (!(await passesConsent(services, connectionId, facts))) {
    return undefined;
  }
  const clients = await wantedOf(services, connectionId, choice.clients, clientsPanel?.panel);
  const spec = specOf(services, connectionId, { choice, clients, parameters });
  const { clientParameter, pathTemplate } = spec.query;
  return {
    spec,
    folder: await freeFolder(choice.folder.fsPath, dataSetName(pathTemplate, clientParameter)),
  };
}

interface ClientsPanel {
  readonly panel: ExportablePanel;
  readonly inView: number;
}

/** In privacy mode a panel gives pseudonyms alone, which nobody can be asked for by. */
async function clientsInFront(
  { privacy }: BulkServices,
  panel: ExportablePanel | undefined,
): Promise<ClientsPanel | undefined> {
  if (panel?.query.operationId !== LIST_OPERATIONS.clients || privacy.isOn) {
    return undefined;
  }
  const { loaded, view = loaded } = await panel.rows();
  return view === 0 ? undefined : { panel, inView: view };
}

async function wantedOf(
  services: BulkServices,
  connectionId: string,
  choice: ClientsChoice,
  panel: ExportablePanel | undefined,
): Promise<WantedClients> {
  switch (choice.kind) {
    case "picked":
      return choice;
    case "view":
      return { kind: "view", ids: panel === undefined ? [] : await idsInView(panel) };
    case "all":
    case "filtered": {
      const rules = services.rules.rules(connectionId, LIST_OPERATIONS.clients);
      return { ...choice, pageSize: services.pageSize(connectionId), rules };
    }
  }
}

async function idsInView(panel: ExportablePanel): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const text of panel.lines("view")) {
    for (const line of text.split("\n").filter((one) => one !== "")) {
      const { id } = identifyRow(line, parseJsonText(line), "client");
      ids.push(...(id === undefined ? [] : [id.value]));
    }
  }
  return ids;
}

interface Chosen {
  readonly choice: BulkChoice;
  readonly clients: WantedClients;
  readonly parameters: DataSetSpec["query"]["parameters"];
}

function specOf(
  services: BulkServices,
  connectionId: string,
  { choice: { endpoint, path }, clients, parameters }: Chosen,
): DataSetSpec {
  const { operationId, clientParameter = "clientId" } = endpoint;
  const connection = services.connection(connectionId);
  return {
    id: randomUUID(),
    query: {
      ...{ connectionId, connectionLabel: connection?.label ?? connectionId },
      // An unknown environment counts as production.
      environment: connection?.environment ?? "production",
      ...{ operationId, pathTemplate: endpoint.path, clientParameter, path, parameters },
      pageSize: services.pageSize(connectionId),
      rules: services.rules.rules(connectionId, operationId),
    },
    ...{ clients, isMasked: services.privacy.isOn, createdAt: new Date().toISOString() },
  };
}

/** Data sets of one folder. */
const MOST_OF_ONE_NAME = 1000;

/** "holdings", or "holdings-2" where that is there. */
export async function freeFolder(parent: string, name: string): Promise<string> {
  for (let number = 1; number < MOST_OF_ONE_NAME; number++) {
    const folder = join(parent, number === 1 ? name : `${name}-${number}`);
    if (await isFree(folder)) {
      return folder;
    }
  }
  throw new AppError("input", "exports/dataSetThere");
}

async function isFree(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
}

interface DataSetSourceOptions {
  readonly query: Pick<DataSetSpec["query"], "operationId">;
  /** That of the spec, or another one that the user chose for it. */
  readonly connectionId: string;
  readonly isMasked: boolean;
  readonly folder: string;
  readonly onChange: () => void;
}

/** Whom a data set asks. */
export function dataSetSource(
  services: BulkServices,
  { query, connectionId, isMasked, folder, onChange }: DataSetSourceOptions,
): DataSetSource {
  return {
    client: () => services.backgroundClient(connectionId),
    endpoint: async () => {
      const { operationId } = query;
      return (await services.lists()).endpointOf({ connectionId, operationId });
    },
    translate,
    clientsTitle: (page) => l10n.t("Clients page {0}", String(page)),
    ...{ folder, onChange },
    ...(isMasked ? { maskingKey: services.privacy.key } : {}),
    // One more than are asked at once, so that nobody waits for the disk.
    atOnce: () => concurrentRequests() + 1,
  };
}
