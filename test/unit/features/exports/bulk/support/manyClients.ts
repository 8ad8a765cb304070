import { fillText } from "../../../../../../src/platform/base/texts";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, SYSTEM_CLOCK } from "../../../../../../src/platform/base/clock";
import { ExportThread } from "../../../../../../src/features/exports/common/exportThread";
import { createListDownload } from "../../../../../../src/features/exports/common/bulk/downloadList";
import type {
  DataSetSpec,
  WantedClients,
} from "../../../../../../src/features/exports/common/bulk/dataSet";
import type {
  DataSets,
  DataSetSource,
} from "../../../../../../src/features/exports/common/bulk/dataSets";
import { createDataSets } from "../../../../../../src/features/exports/common/bulk/createDataSets";
import type { JournalLine } from "../../../../../../src/features/exports/common/bulk/journalLines";
import { readDefinition } from "../../../../../../src/platform/service/definition/definition";
import { listEndpoint } from "../../../../../fakes/listEndpoint";
import { NO_RULES } from "../../../../../../src/features/lists/common/listRules";
import type { Locks } from "../../../../../../src/platform/files/locks/locks";
import type { ServiceClient } from "../../../../../../src/platform/service/client";
import { createLocks } from "../../../../../fakes/locks";
import { DEFINITION, MemoryLog } from "../../../../platform/http/support/bench";
import { type Answer, sendJson } from "../../../../platform/http/support/servers";

export const idOf = (index: number): string =>
  `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

export const ALL: WantedClients = { kind: "all", pageSize: 10, rules: NO_RULES };

/** Text of the row of a holding, in words that no reader of numbers would give back. */
export type RowsOf = (client: number) => readonly string[];

export const someRows: RowsOf = (client) =>
  Array.from(
    { length: client % 4 },
    (_, row) => `{"holdingId": "H-${client}-${row}",\n "units": ${client}.${row}0}`,
  );

export interface ManyClients {
  readonly clients: number;
  readonly rowsOf?: RowsOf;
  /** Status instead of rows; of the list of clients for -1. */
  readonly statusOf?: (client: number) => number;
  /** The list of clients says no total: its end shows by a page that is not full. */
  readonly saysNoTotal?: boolean;
  /** More than there are: the number of rows, by client, and of clients for -1. */
  readonly totalOf?: (client: number, count: number) => number;
  /** Seconds that a refusal asks to wait; by default longer than anybody waits. */
  readonly retryAfter?: number;
  /** Whether the connection is lost in the middle of the answer. */
  readonly isCut?: (client: number) => boolean;
  /** Before each answer. */
  readonly before?: (client: number) => Promise<void> | void;
}

/** A service with so many clients, made on the fly; client -1 is the list of them. */
export function answerOf(many: ManyClients): Answer {
  const { statusOf = (): number => 200, before } = many;
  return (request, response) => {
    void (async () => {
      const url = new URL(request.path, "http://x");
      const owner = /clients\/([^/]+)\/holdings/.exec(url.pathname)?.[1];
      const client = owner === undefined ? -1 : Number(owner.slice(-12));
      await before?.(client);
      const page = Number(url.searchParams.get("pageNumber") ?? 1);
      const size = Number(url.searchParams.get("pageSize") ?? 10);
      const status = statusOf(client);
      if (status !== 200) {
        response.setHeader("retry-after", String(many.retryAfter ?? 3600));
        sendJson(response, status, { message: "no" });
        return;
      }
      response.writeHead(200, { "content-type": "application/json" });
      if (many.isCut?.(client) === true) {
        response.write("{", () => response.destroy());
        return;
      }
      response.end(
        client < 0 ? clientsPage(many, page, size) : rowsPage(many, client, [page, size]),
      );
    })();
  };
}

function clientsPage(many: ManyClients, page: number, size: number): string {
  const { clients: count, saysNoTotal } = many;
  const from = (page - 1) * size;
  const length = Math.max(0, Math.min(size, count - from));
  const items = Array.from({ length }, (_, index) => ({
    clientId: idOf(from + index),
    name: { firstName: `First${(from + index) % 7}`, lastName: `Last${from + index}` },
  }));
  const totalItems = many.totalOf?.(-1, count) ?? count;
  return JSON.stringify(saysNoTotal ? { items } : { items, totalItems });
}

function rowsPage(
  { rowsOf = someRows, totalOf = (_, count) => count }: ManyClients,
  client: number,
  [page, size]: readonly [page: number, size: number],
): string {
  const rows = rowsOf(client);
  const items = rows.slice((page - 1) * size, page * size);
  return `{"items": [${items.join(",")}], "totalItems": ${totalOf(client, rows.length)}}`;
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "data-sets-"));
}

export function aSpec(change: Partial<DataSetSpec> = {}): DataSetSpec {
  return {
    id: "11111111-1111-4111-8111-111111111111",
    query: {
      ...{ connectionId: "one", connectionLabel: "One", environment: "sandbox" },
      ...{ operationId: "listHoldings", pathTemplate: "/clients/{clientId}/holdings" },
      ...{ clientParameter: "clientId", path: {}, parameters: {}, pageSize: 50, rules: NO_RULES },
    },
    clients: ALL,
    isMasked: false,
    createdAt: "2026-01-05T09:00:00.000Z",
    ...change,
  };
}

/** Waits of walks pass at once; where they were told to wait is seen by what came. */
const HASTY: Clock = {
  now: () => SYSTEM_CLOCK.now(),
  monotonic: () => SYSTEM_CLOCK.monotonic(),
  schedule: (_, run) => SYSTEM_CLOCK.schedule(0, run),
};

export const WORKER = join(process.cwd(), "dist", "exportWorker.js");
/** One for all of them, as a window has it: to start one takes longer than most tests. */
let thread: ExportThread | undefined;

export function dataSets(locks: Locks = createLocks()): DataSets {
  thread ??= new ExportThread({ worker: WORKER, clock: SYSTEM_CLOCK, log: new MemoryLog() });
  const downloadList = createListDownload({ thread, clock: HASTY, concurrency: () => 4 });
  const tool = { name: "explorer", version: "0.0.0" };
  return createDataSets({ locks, clock: SYSTEM_CLOCK, downloadList, tool });
}

export async function endThread(): Promise<void> {
  await thread?.dispose();
  thread = undefined;
}

/** A source of holdings; `client` may be another one after a while. */
export function aSource(
  client: ServiceClient,
  folder: string,
  change: Partial<DataSetSource> = {},
): DataSetSource {
  const endpoint = listEndpoint(readDefinition(DEFINITION), "listHoldings");
  return {
    client: () => Promise.resolve(client),
    endpoint: () => Promise.resolve(endpoint),
    translate: fillText,
    clientsTitle: (page) => `Clients page ${page}`,
    ...{ folder, atOnce: () => 4, onChange: () => undefined },
    ...change,
  };
}

/** Every file with its text, by its path below the folder, sorted. */
export async function readTree(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), await readFile(path, "utf8")] as const;
    }),
  );
  return Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The rows alone: what has to be equal however it came. */
export async function readRows(folder: string): Promise<Readonly<Record<string, string>>> {
  const tree = await readTree(folder);
  return Object.fromEntries(Object.entries(tree).filter(([path]) => path.includes("/")));
}

export async function journalOf(folder: string): Promise<readonly JournalLine[]> {
  const text = await readFile(join(folder, "_journal.jsonl"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as JournalLine);
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
