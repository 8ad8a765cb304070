import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { WantedClients } from "../../../../src/features/exports/common/bulk/dataSet";
import { type Bench, openBench } from "../../platform/http/support/bench";
import {
  aSource,
  aSpec,
  dataSets,
  endThread,
} from "../../features/exports/bulk/support/manyClients";
import { Caller, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";

/** More than the LIMIT of the page, so that it leaves some out; the second has no holdings. */
const CLIENTS = 14;
const REFUSED = 3;

/** Rows by the names of their columns; whole and decimal numbers are texts. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Result {
  readonly columns: readonly string[];
  readonly rows: Rows;
}

/** A data set of the sandbox, made by the code of the export, and DuckDB to ask it. */
export interface AnalysedSet {
  readonly sandbox: SandboxUnderTest;
  /** The folder that the samples are run from. */
  readonly parent: string;
  readonly folder: string;
  /** Runs in `parent`. */
  query(sql: string): Promise<Result>;
  close(): Promise<void>;
}

export async function openAnalysedSet(): Promise<AnalysedSet> {
  const sandbox = await startSandbox();
  const bench = await openSandbox(sandbox);
  const parent = await mkdtemp(join(tmpdir(), "analysis-"));
  const folder = join(parent, "holdings");
  await exportHoldings(sandbox, bench, folder);
  // Loaded here: it is a native library of 60 MB that no other test needs.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  return {
    ...{ sandbox, parent, folder },
    query: (sql) => runIn(parent, connection, sql),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
      await endThread();
      await bench.close();
      await sandbox.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function openSandbox({ facts }: SandboxUnderTest): Promise<Bench> {
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  const { baseUrl, authUrl, subscriptionKeys } = facts;
  const bench = await openBench({ connection: { baseUrl, authUrl, clientId, scopes } });
  bench.secrets.current = { subscriptionKey: subscriptionKeys.development, clientSecret };
  return bench;
}

async function exportHoldings(
  sandbox: SandboxUnderTest,
  bench: Bench,
  folder: string,
): Promise<void> {
  const caller = await Caller.signIn(sandbox.facts);
  const page = await caller.json<{ items: { clientId: string }[] }>(
    `/crm/v1/clients?pageSize=${CLIENTS}`,
  );
  const ids = page.items.map(({ clientId }) => clientId);
  const path = `*/clients/${ids[REFUSED] ?? ""}/holdings`;
  await sandbox.setFaults([{ path, fault: { kind: "status", status: 403 } }]);
  const clients: WantedClients = { kind: "picked", ids };
  const set = await dataSets().begin(aSpec({ clients }), aSource(bench.client, folder));
  await set.run();
  await sandbox.setFaults([]);
  assert.equal(set.progress.state, "finished", String(set.failure));
}

/** Clients of the data set by what became of them. */
export const OUTCOMES = { empty: 1, refused: 1, whole: CLIENTS - 2 };

/** The samples name files from where they are run: so does this process for a moment. */
async function runIn(folder: string, connection: DuckDBConnection, sql: string): Promise<Result> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const reader = await connection.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRowObjectsJson() };
  } finally {
    process.chdir(before);
  }
}
