import { fillText } from "../../../../../src/platform/base/texts";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, SYSTEM_CLOCK } from "../../../../../src/platform/base/clock";
import { createExports } from "../../../../../src/features/exports/common/createExports";
import type { ExportQuery, ExportSpec } from "../../../../../src/features/exports/common/export";
import type {
  Exports,
  ExportSource,
  RunningExport,
} from "../../../../../src/features/exports/common/exports";
import { JOURNAL_ENDING } from "../../../../../src/features/exports/common/journal";
import type { Locks } from "../../../../../src/platform/files/locks/locks";
import type { ServiceClient } from "../../../../../src/platform/service/client";
import { createLocks } from "../../../../fakes/locks";
import { CLIENT_ID, MemoryLog } from "../../../platform/http/support/bench";
import { endpointOf } from "../../lists/support/sessions";

/** The program that ships. */
export const EXPORT_WORKER = join(process.cwd(), "dist", "exportWorker.js");

export interface ExportBench {
  readonly folder: string;
  readonly part: string;
  readonly exports: Exports;
  readonly log: MemoryLog;
  spec(change?: Partial<ExportSpec>, query?: Partial<ExportQuery>): ExportSpec;
  source(client: ServiceClient, change?: Partial<ExportSource>): ExportSource;
  /** Text of the part, or of its journal. */
  text(ending?: string): string;
  /** Lines of the journal, read. */
  journal(): readonly Record<string, unknown>[];
  /** Deletes the part that lies there, whose ever it is. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

export interface ExportBenchGiven {
  readonly clock?: Clock;
  readonly locks?: Locks;
  readonly concurrency?: () => number;
  readonly worker?: string;
}

/** Exports in a folder of their own. */
export function openExports({
  clock = SYSTEM_CLOCK,
  locks = createLocks(),
  concurrency = () => 4,
  worker = EXPORT_WORKER,
}: ExportBenchGiven = {}): ExportBench {
  const folder = mkdtempSync(join(tmpdir(), "exports-"));
  const part = join(folder, "holdings.jsonl.part");
  const log = new MemoryLog();
  const tool = { name: "Explorer", version: "1.2.3" };
  const exports = createExports({ worker, clock, locks, concurrency, log, tool });
  const text = (ending = ""): string => readFileSync(part + ending, "utf8");
  return {
    ...{ folder, part, exports, log, text },
    spec: (change, query) => ({ ...aSpec(query), ...change }),
    source: (client, change) => ({
      client: () => Promise.resolve(client),
      endpoint: () => Promise.resolve(endpointOf("listHoldings")),
      ...{ part, onChange: () => undefined, translate: fillText },
      ...change,
    }),
    journal: () =>
      text(JOURNAL_ENDING)
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    discard: async () => exports.discard(part, (await exports.readPart(part)).spec.id),
    close: async () => {
      await exports.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All holdings of a client as JSON lines. */
function aSpec(query: Partial<ExportQuery> = {}): ExportSpec {
  return {
    id: randomUUID(),
    query: {
      ...{ connectionId: "connection-1", connectionLabel: "Ours", environment: "development" },
      ...{ operationId: "listHoldings", pathTemplate: "/clients/{clientId}/holdings" },
      ...{ path: { clientId: CLIENT_ID }, parameters: {}, pageSize: 10, rules: {} },
      ...query,
    },
    ...{ scope: "all", isMasked: false, createdAt: "2026-01-05T09:00:00.000Z" },
    form: { format: "jsonl", byteOrderMark: false, guardFormulas: true },
    target: { kind: "editor" },
  };
}

/** Runs it and gives what became of it; throws why it failed. */
export async function ran(one: RunningExport): Promise<RunningExport> {
  await one.run();
  if (one.failure !== undefined) {
    throw one.failure as Error;
  }
  return one;
}
