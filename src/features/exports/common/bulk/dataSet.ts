import type { ListRules } from "../../../lists/common/listRules";
import type { ExportQuery, ExportState } from "../export";

/** Which list of many clients is taken along; all but the client is the same for each of them. */
export interface DataSetQuery extends Omit<ExportQuery, "subject"> {
  /** The path parameter that takes the id of each client; `path` has the others. */
  readonly clientParameter: string;
}

/** Where the clients come from that are asked for. */
export type WantedClients =
  /** Every client that the service lists. */
  | ({ readonly kind: "all" } & ClientsWalk)
  /** Those of them that fit what was typed, as the search of clients has it. */
  | ({ readonly kind: "filtered"; readonly typed: string } & ClientsWalk)
  /** Chosen one by one, or the rows that a panel had in view. */
  | { readonly kind: "picked" | "view"; readonly ids: readonly string[] };

/** How the list of clients is walked. */
export interface ClientsWalk {
  readonly pageSize: number;
  readonly rules: ListRules;
}

/** All that is decided before the first client; kept with the data set until it is whole. */
export interface DataSetSpec {
  /** A UUID. */
  readonly id: string;
  readonly query: DataSetQuery;
  readonly clients: WantedClients;
  /** Ids and rows are pseudonyms, made before anything is written. */
  readonly isMasked: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** How far a data set is. */
export interface DataSetProgress {
  readonly state: ExportState;
  /** Clients that are done with, those without rows and those that were refused included. */
  readonly clients: number;
  /** How many there are, where that is known. */
  readonly claimed?: number;
  readonly refused: number;
  readonly rows: number;
  /** Of the rows, as they are written. */
  readonly bytes: number;
  /** The longest wait before a retry, in milliseconds, while it lasts; and the status before it. */
  readonly waiting?: number;
  readonly waitingAfter?: number;
}
