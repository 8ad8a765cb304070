import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { DataSetSpec, WantedClients } from "./dataSet";
import { readHead } from "./dataSetJournal";
import type { DataSetTotals, RefusedClient, ClientNotWhole } from "./dataSetTotals";
import type { ClientsLine, HeadLine } from "./journalLines";
import { DATA_SET_JOURNAL, PART_FILE, PARTITION } from "./partitions";

/** What lies in a data set that is whole: what it is, how it came, how far to trust it. */
export interface DataSetManifest {
  readonly manifestVersion: 1;
  readonly kind: "dataSet";
  readonly tool: HeadLine["tool"];
  readonly query: HeadLine["query"];
  readonly isMasked: boolean;
  /** ISO 8601, UTC, like all times here: when it began, and when its last byte was written. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** When it was asked for: one for each run, so several where it was interrupted. */
  readonly runs: readonly string[];
  readonly layout: {
    readonly format: "jsonl";
    /** As Hive has it: the folder of a client is named by this, `=` and its id. */
    readonly partition: string;
    /** Rows have a member of that name themselves, which engines hide behind the partition's. */
    readonly isMemberOfRows: boolean;
    readonly file: string;
  };
  readonly clients: ManifestClients;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly pages: number;
  /** Every client of the list came, and every list of a client, as far as pages can show. */
  readonly isWhole: boolean;
  readonly clientsNotWhole: number;
  /** The first clients whose list is not proven whole, and why; the journal has all. */
  readonly notWhole: readonly ClientNotWhole[];
  /** Clients whose pages showed something; their lines of the journal say what. */
  readonly clientsWithFindings: number;
  /** The first of them; the journal has all. */
  readonly refused: readonly RefusedClient[];
  /** A line per client: rows, bytes, SHA-256, ids of requests and traces, findings. */
  readonly journal: {
    readonly name: string;
    readonly bytes: number;
    /** Lower case hexadecimal. */
    readonly sha256: string;
  };
}

interface ManifestClients {
  readonly from: WantedClients["kind"];
  readonly whole: number;
  readonly empty: number;
  readonly refused: number;
  /** Of `all` and `filtered`: what the list of clients has shown. */
  readonly list?: Omit<ClientsLine, "kind" | "at">;
}

interface WholeDataSet {
  readonly spec: DataSetSpec;
  readonly totals: DataSetTotals;
  readonly finishedAt: string;
}

/** The manifest of a data set whose journal is closed. */
export async function manifestOf(
  folder: string,
  { spec, totals, finishedAt }: WholeDataSet,
): Promise<DataSetManifest> {
  const path = `${folder}/${DATA_SET_JOURNAL}`;
  const { tool, query, isMasked, createdAt } = await readHead(path);
  const { outcomes, runs, rows, bytes, pages, withFindings, refused, list } = totals;
  const { clientsNotWhole, notWhole } = totals;
  const isAllClients = "ids" in spec.clients || list?.isWhole === true;
  const isWhole = clientsNotWhole === 0 && outcomes.refused === 0 && isAllClients;
  const isMemberOfRows = totals.namesPartition;
  return {
    ...{ manifestVersion: 1, kind: "dataSet", tool, query, isMasked },
    ...{ startedAt: createdAt, finishedAt, runs },
    layout: { format: "jsonl", partition: PARTITION, isMemberOfRows, file: PART_FILE },
    clients: { from: spec.clients.kind, ...outcomes, ...(list === undefined ? {} : { list }) },
    ...{ files: outcomes.whole, rows, bytes, pages, isWhole },
    ...{ clientsNotWhole, notWhole, clientsWithFindings: withFindings, refused },
    journal: { name: DATA_SET_JOURNAL, ...(await hashRow(path)) },
  };
}

async function hashRow(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: digest.digest("hex") };
}
