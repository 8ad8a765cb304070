import {
  createClients,
  createRecord,
  type ClientEntry,
  type ClientPlan,
  type ClientRecord,
  type ClientRow,
} from "./clients";
import { createEdgeHoldings } from "./edge/edgeHoldings";
import { createHoldings } from "./holdings";
import { createPension, type PensionContent, type StoredPension } from "./pensions";
import { createResults, type Result, type ResultQuery } from "./results";
import type { RowList } from "./rows";

/** What one subscription key reaches. Only clients are kept; the rest is made when asked for. */
export interface DataSet {
  readonly clients: readonly ClientRow[];
  /** Undefined where there is no such client; ids are compared without case. */
  client(clientId: string): ClientEntry | undefined;
  record(client: ClientEntry): ClientRecord;
  holdings(client: ClientEntry): RowList;
  results(client: ClientEntry, query: ResultQuery): readonly Result[];
  pension(client: ClientEntry, pensionId: string): StoredPension | undefined;
  /** Creates or replaces; the same content again changes nothing. */
  putPension(client: ClientEntry, pensionId: string, content: PensionContent): PutOutcome;
  deletePension(client: ClientEntry, pensionId: string): void;
}

export interface PutOutcome {
  readonly created: boolean;
  readonly pension: StoredPension;
}

export interface DataSetOptions {
  readonly seed: string;
  readonly clients: ClientPlan;
  /** Milliseconds since the epoch, for what is written. */
  readonly now: () => number;
}

/** A data set; what is written to it lives in memory only. */
export function createDataSet({ seed, clients, now }: DataSetOptions): DataSet {
  const entries = createClients(seed, clients);
  const byId = new Map(entries.map((entry) => [entry.row.clientId, entry]));
  // Undefined marks a pension that was removed, so that the seeded one does not come back.
  const written = new Map<string, StoredPension | undefined>();
  const key = (client: ClientEntry, pensionId: string): string =>
    `${client.row.clientId}/${pensionId}`;

  const readPension: DataSet["pension"] = (client, pensionId) => {
    if (written.has(key(client, pensionId))) {
      return written.get(key(client, pensionId));
    }
    return client.pensionIds.includes(pensionId)
      ? createPension(seed, client, pensionId)
      : undefined;
  };

  return {
    clients: entries.map(({ row }) => row),
    client: (clientId) => byId.get(clientId.toLowerCase()),
    record: (client) => createRecord(seed, client),
    holdings: (client) => createEdgeHoldings(seed, client) ?? createHoldings(seed, client),
    results: (client, query) => createResults(seed, client, query),
    pension: readPension,
    putPension: (client, pensionId, content) => {
      const before = readPension(client, pensionId);
      const same = before !== undefined && textOf(before.content) === textOf(content);
      const pension = same ? before : { content, lastUpdated: new Date(now()).toISOString() };
      written.set(key(client, pensionId), pension);
      return { created: before === undefined, pension };
    },
    deletePension: (client, pensionId) => {
      written.set(key(client, pensionId), undefined);
    },
  };
}

function textOf(content: PensionContent): string {
  return JSON.stringify(content);
}
