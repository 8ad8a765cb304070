import type { ListEndpoint } from "../../lists/common/endpoint";
import type { DataSets } from "../common/bulk/dataSets";
import type { Exports } from "../common/exports";
import type { ServiceClient } from "../../../platform/service/client";
import type { DescribeError } from "../../../platform/vscode/errorMessages";
import type { TypedMemento } from "../../../platform/vscode/state";
import type { NodeArgument, OpenListArgument } from "../../../manifest";
import type { CompareChoice } from "../../lists/messages/listLayout";
import type { ListQuery } from "../../lists/messages/listQuery";
import type { ListPlace } from "../../lists/host/pickEndpoint";
import type { ListsServices } from "../../lists/host/services";

/** What exports need from the rest beside what lists do; wired in `extension.ts`. */
export interface ExportParts {
  /** The engine; it and its thread are loaded with the first export. */
  readonly engine: () => Promise<Exports>;
  /** Data sets of many clients; loaded with the first of them. */
  readonly dataSets: () => Promise<DataSets>;
  /** Path of the folder for notes of exports, and for parts that cannot lie beside their target. */
  readonly folder: string;
  readonly state: Pick<TypedMemento, "get" | "set">;
  readonly describe: DescribeError;
  /** The client of a connection, which does not become the one in use by that. */
  backgroundClient(connectionId: string): Promise<ServiceClient>;
}

/** The lists that there are, and the panels that show them. */
export interface ExportableLists {
  /** What is in front; undefined where that is no list. */
  readonly front: ExportablePanel | undefined;
  /** Asks which list of the definition is wanted; undefined for a refusal. */
  choose(place: ListPlace): Promise<ListQuery | undefined>;
  /** Of the active definition. Throws `AppError` `definition/unknownOperation`. */
  endpointOf(query: Pick<ListQuery, "connectionId" | "operationId">): Promise<ListEndpoint>;
  /** The first page of the list that a node or an argument names; throws `input/noPanel`. */
  queryOf(argument: NodeArgument | OpenListArgument): Promise<ListQuery>;
  /** Opens the panel of a list and holds it against what is chosen. */
  compare(query: ListQuery, choice: CompareChoice): Promise<void>;
}

/** A panel whose rows can be taken along. */
export interface ExportablePanel {
  readonly query: ListQuery;
  rows(): Promise<PanelRows>;
  /** JSON lines, masked where the panel shows them so: every row, or those in view, in its order. */
  lines(scope: "loaded" | "view"): AsyncIterable<string>;
  /** Paths of the columns in view, in order. */
  columns(): Promise<readonly (readonly string[])[]>;
}

/** What a panel knows of its rows. */
export interface PanelRows {
  readonly loaded: number;
  /** Rows in view; absent where the panel shows every row as it came. */
  readonly view?: number;
  /** Rows of the whole list, as the service says. */
  readonly claimed?: number;
  /** How long the last page took. */
  readonly millisecondsPerPage?: number;
}

export type ExportServices = Pick<
  ListsServices,
  | "commands"
  | "showError"
  | "dialogs"
  | "answers"
  | "privacy"
  | "errorActions"
  | "connection"
  | "connections"
  | "rules"
  | "session"
  | "copy"
  | "log"
  | "placeOf"
  | "snapshots"
> &
  ExportParts & { readonly lists: () => Promise<ExportableLists> };

/** What data sets of many clients need beside what exports do. */
export type BulkServices = ExportServices &
  Pick<ListsServices, "definition" | "loadedClients" | "pageSize">;
