import type { DataSets } from "../common/bulk/dataSets";
import type { Exports } from "../common/exports";
import type { ServiceClient } from "../../../platform/service/client";
import type { DescribeError } from "../../../platform/vscode/errorMessages";
import type { TypedMemento } from "../../../platform/vscode/state";
import type { ExportableLists } from "../../lists/host/exportable";
import type { ListsServices } from "../../lists/host/services";

/** Where the user's snapshots are, in all windows; of this machine. */
export interface SnapshotFolder {
  /** Its path; undefined before one was chosen. */
  get(): string | undefined;
  set(path: string): Promise<void>;
}

/** What exports need from the rest beside what lists do; wired in `extension.ts`. */
export interface ExportParts {
  /** The engine; it and its thread are loaded with the first export. */
  readonly engine: () => Promise<Exports>;
  /** Data sets of many clients; loaded with the first of them. */
  readonly dataSets: () => Promise<DataSets>;
  /** Path of the folder for records of exports, and for parts that cannot lie beside their target. */
  readonly folder: string;
  readonly state: Pick<TypedMemento, "get" | "set">;
  readonly describe: DescribeError;
  readonly snapshots: SnapshotFolder;
  /** The client of a connection, which does not become the one in use by that. */
  backgroundClient(connectionId: string): Promise<ServiceClient>;
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
> &
  ExportParts & { readonly lists: () => Promise<ExportableLists> };

/** What data sets of many clients need beside what exports do. */
export type BulkServices = ExportServices &
  Pick<ListsServices, "definition" | "loadedClients" | "pageSize">;
