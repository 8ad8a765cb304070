import { randomUUID } from "node:crypto";
import { l10n } from "vscode";
import { AppError } from "../../../platform/base/errors";
import { listWords, missingParameters, type ListEndpoint } from "../../lists/common/listEndpoint";
import type { ExportSpec } from "../common/export";
import type { ExportSource } from "../common/exports";
import { concurrentRequests } from "../../../platform/vscode/networkSettings";
import { translate } from "../../../platform/vscode/translate";
import type { NodeArgument, OpenListArgument } from "../../../manifest";
import type { ListQuery } from "../../lists/messages/listQuery";
import { listKeyOf } from "../../lists/common/listEndpoint";
import { passesConsent } from "../../lists/host/consentQuestion";
import { exportFileName } from "./exportTarget";
import { chooseExport, type ExportChoice, readLastChoice } from "./exportWizard";
import type { Placed } from "./moveIntoPlace";
import type { ExportServices } from "./exportServices";
import type { ExportablePanel, PanelRows } from "../../lists/host/exportable";

/** All that an export begins with. */
export interface ChosenExport {
  readonly spec: ExportSpec;
  readonly panel: ExportablePanel | undefined;
  /** Says that it is in its place, where that is said otherwise than of exports. */
  readonly tellPlaced?: (placed: Placed) => Promise<void>;
}

/** A list that can be asked for whole. */
interface Wanted {
  readonly query: ListQuery;
  readonly endpoint: ListEndpoint;
  readonly panel: ExportablePanel | undefined;
}

/** Asks what to export and how; undefined when the user declined. */
export async function chooseExportOf(
  services: ExportServices,
  argument: NodeArgument | OpenListArgument | undefined,
): Promise<ChosenExport | undefined> {
  const wanted = await wantedList(services, argument);
  if (wanted === undefined) {
    return undefined;
  }
  const { query, endpoint, panel } = wanted;
  const { dialogs, state, privacy } = services;
  const list = listWords(endpoint, translate);
  const subject = subjectOf(query);
  const shown = subject === undefined ? "" : ` · ${privacy.masking.maskLabel(subject, "person")}`;
  const named = { operationId: query.operationId, subject: privacy.isOn ? undefined : subject };
  const rows = await panel?.rows();
  const choice = await chooseExport({
    dialogs,
    title: l10n.t("Export {0}", `${list}${shown}`),
    rows,
    last: readLastChoice(state.get("exports.lastChoice")),
    fileName: (format) => exportFileName(named, { format }, new Date()),
  });
  if (choice === undefined || !(await mayWalk(services, query, choice, rows))) {
    return undefined;
  }
  await state.set("exports.lastChoice", choice.last);
  return { spec: await specOf(services, wanted, choice), panel };
}

/** The panel in front, the list of a node, or one that is asked for. */
export async function wantedList(
  services: ExportServices,
  argument: NodeArgument | OpenListArgument | undefined,
): Promise<Wanted | undefined> {
  const lists = await services.lists();
  const { front } = lists;
  const query =
    argument === undefined
      ? (front?.query ?? (await lists.choose(services.placeOf(undefined))))
      : await lists.queryOf(argument);
  if (query === undefined) {
    return undefined;
  }
  const endpoint = await lists.endpointOf(query);
  const missing = missingParameters(endpoint, query.parameters);
  if (missing.length > 0) {
    const values = { name: missing.join(", ") };
    throw new AppError("input", "lists/parameterMissing", { values });
  }
  const isFront = front !== undefined && listKeyOf(front.query) === listKeyOf(query);
  return { query, endpoint, panel: isFront && argument === undefined ? front : undefined };
}

/** Asks where a walk would not end before the consent does; false when the user declined. */
export async function mayWalk(
  services: ExportServices,
  query: ListQuery,
  { scope }: Pick<ExportChoice, "scope">,
  rows: PanelRows | undefined,
): Promise<boolean> {
  const facts = {
    rows: rows?.claimed,
    pageSize: query.pageSize,
    millisecondsPerPage: rows?.millisecondsPerPage,
    atOnce: concurrentRequests(),
  };
  return scope !== "all" || (await passesConsent(services, query.connectionId, facts));
}

/** All that is decided before the first byte. */
export async function specOf(
  services: ExportServices,
  { query, endpoint, panel }: Wanted,
  { scope, form, target }: Omit<ExportChoice, "last">,
): Promise<ExportSpec> {
  const { connectionId, operationId, path, parameters, pageSize } = query;
  const connection = services.connection(connectionId);
  const known = subjectOf(query);
  // Where it is masked the name is not even in the journal.
  const subject = known && services.privacy.masking.maskLabel(known, "person");
  const takesColumns = scope === "view" && (form.format === "csv" || form.format === "markdown");
  return {
    id: randomUUID(),
    query: {
      ...{ connectionId, operationId, path, parameters, pageSize },
      connectionLabel: connection?.label ?? connectionId,
      // An unknown environment counts as production.
      environment: connection?.environment ?? "production",
      pathTemplate: endpoint.path,
      ...(subject === undefined ? {} : { subject }),
      rules: services.rules.rules(connectionId, operationId),
    },
    ...{ scope, target },
    form: {
      ...form,
      ...(takesColumns && panel !== undefined ? { columns: await panel.columns() } : {}),
    },
    isMasked: services.privacy.isOn,
    createdAt: new Date().toISOString(),
  };
}

/** The client's label, else the ids of the path. */
function subjectOf({ subject, path }: ListQuery): string | undefined {
  return subject ?? (Object.values(path).join(" · ") || undefined);
}

interface SourceOptions {
  readonly spec: Pick<ExportSpec, "scope" | "isMasked" | "query">;
  /** Which connection is asked: that of the spec, or another one that the user chose for it. */
  readonly connectionId: string;
  readonly part: string;
  /** Of scopes `loaded` and `view`. */
  readonly panel: ExportablePanel | undefined;
  readonly onChange: () => void;
}

/** Whom an export asks for its rows. */
export function exportSource(
  services: Pick<ExportServices, "backgroundClient" | "lists" | "privacy">,
  { spec, connectionId, part, panel, onChange }: SourceOptions,
): ExportSource {
  const { scope, isMasked, query } = spec;
  return {
    client: () => services.backgroundClient(connectionId),
    endpoint: async () => {
      const { operationId } = query;
      return (await services.lists()).endpointOf({ connectionId, operationId });
    },
    ...(scope === "all" || panel === undefined ? {} : { lines: panel.lines(scope) }),
    ...(isMasked ? { maskingKey: services.privacy.key } : {}),
    ...{ part, onChange, translate },
  };
}
