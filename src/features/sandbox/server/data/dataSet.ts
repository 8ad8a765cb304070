import {
  createClients,
  createRecord,
  type ClientEntry,
  type ClientPlan,
  type ClientRecord,
  type ClientRow,
} from "./clients";
import { createEdgeHoldings } from "./edge/edgeHoldings";
import { createFundList, type ListedFund } from "./fundList";
import { createHoldings } from "./holdings";
import { createPensionStore, type PensionStore } from "./pensionStore";
import { createResults, type Result, type ResultQuery } from "./results";
import type { RowList } from "./rows";

/** What one subscription key reaches. Only clients are kept; the rest is made when asked for. */
export interface DataSet extends PensionStore {
  readonly clients: readonly ClientRow[];
  /** Undefined where there is no such client; ids are compared without case. */
  client(clientId: string): ClientEntry | undefined;
  record(client: ClientEntry): ClientRecord;
  holdings(client: ClientEntry): RowList;
  results(client: ClientEntry, query: ResultQuery): readonly Result[];
  /** Of no client, by name. */
  funds(): readonly ListedFund[];
}

interface DataSetOptions {
  readonly seed: string;
  readonly clients: ClientPlan;
  /** Milliseconds since the epoch, for what is written. */
  readonly now: () => number;
}

/** A data set; what is written to it lives in memory only. */
export function createDataSet({ seed, clients, now }: DataSetOptions): DataSet {
  const entries = createClients(seed, clients);
  const byId = new Map(entries.map((entry) => [entry.row.clientId, entry]));
  return {
    clients: entries.map(({ row }) => row),
    client: (clientId) => byId.get(clientId.toLowerCase()),
    record: (client) => createRecord(seed, client),
    holdings: (client) => createEdgeHoldings(seed, client) ?? createHoldings(seed, client),
    results: (client, query) => createResults(seed, client, query),
    ...createPensionStore(seed, now),
    funds: () => createFundList(seed),
  };
}
