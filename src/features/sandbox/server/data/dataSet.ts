import type { GivenClient, WrittenPension } from "../../messages/sandboxScenario";
import {
  createClients,
  createRecord,
  type ClientEntry,
  type ClientPlan,
  type ClientRecord,
} from "./clients";
import { type ClientList, drawnList, joinLists, listOfEntries } from "./clientList";
import { createEdgeHoldings } from "./edge/edgeHoldings";
import { createFundList, type ListedFund } from "./fundList";
import { createGivenClients } from "./givenClients";
import { createHoldings } from "./holdings";
import { createPensionStore, type PensionStore } from "./pensionStore";
import { createResults, type ResultQuery } from "./results";
import type { RowList } from "./rows";

/** What one subscription key reaches. Only clients are kept; the rest is made when asked for. */
export interface DataSet extends PensionStore {
  readonly clients: ClientList;
  /** Undefined where there is no such client; ids are compared without case. */
  client(clientId: string): ClientEntry | undefined;
  record(client: ClientEntry): ClientRecord;
  holdings(client: ClientEntry): RowList;
  results(client: ClientEntry, query: ResultQuery): RowList;
  /** Of no client, by name. */
  funds(): readonly ListedFund[];
}

interface DataSetOptions {
  readonly seed: string;
  readonly clients: ClientPlan;
  /** Clients of a scenario, before all others. */
  readonly given?: readonly GivenClient[];
  /** How many more are in the list, made when they are asked for. */
  readonly drawn?: number;
  /** Pensions that were written before. */
  readonly written?: readonly WrittenPension[];
  /** Milliseconds since the epoch, for what is written. */
  readonly now: () => number;
}

/** A data set; what is written to it lives in memory only. */
export function createDataSet(options: DataSetOptions): DataSet {
  const { seed, clients, given = [], drawn = 0, written = [], now } = options;
  const kept = listOfEntries([...createGivenClients(seed, given), ...createClients(seed, clients)]);
  const list = drawn === 0 ? kept : joinLists(kept, drawnList(seed, drawn));
  return {
    clients: list,
    client: (clientId) => list.find(clientId.toLowerCase()),
    record: (client) => createRecord(seed, client),
    holdings: (client) =>
      givenHoldings(client) ?? createEdgeHoldings(seed, client) ?? createHoldings(seed, client),
    results: (client, query) => createResults(seed, client, query),
    ...createPensionStore({ seed, now, written }),
    funds: () => createFundList(seed),
  };
}

function givenHoldings({ given }: ClientEntry): RowList | undefined {
  const texts = given?.holdings;
  return texts && { length: texts.length, slice: (from, to) => texts.slice(from, to) };
}
