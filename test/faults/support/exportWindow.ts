import { fillText } from "../../../src/platform/base/texts";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../../src/platform/files/replaceFile";
import { PermitIssuer } from "../../../src/platform/guard/permit";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import { createRedactor } from "../../../src/platform/http/redaction";
import { createExports } from "../../../src/features/exports/common/createExports";
import type { ExportSpec } from "../../../src/features/exports/common/export";
import { MANIFEST_ENDING } from "../../../src/features/exports/common/exportManifest";
import type {
  Exports,
  ExportSource,
  RunningExport,
} from "../../../src/features/exports/common/exports";
import { JOURNAL_ENDING } from "../../../src/features/exports/common/journal";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import { createNetwork, type Network } from "../../../src/platform/service/network";
import { openHistoryDisk } from "../../../src/features/requests/common/historyDisk";
import { RecordedHistory } from "../../../src/features/requests/common/recordedHistory";
import type { ServiceClient } from "../../../src/platform/service/client";
import { aConnection } from "../../fakes/connection";
import { CLIENT_ID, DEFINITION, MemoryStore } from "../../unit/platform/http/support/bench";
import { endpointOf } from "../../unit/features/lists/support/sessions";
import { EXPORTED, type ExportOrder, type ExportSaid, PART } from "./exports/exportOrder";
import { collectGarbage } from "../../unit/support/memory";

/** A window that takes its export up where the one before it was killed, and puts it in place. */
const order = JSON.parse(process.env["ORDER"] ?? "{}") as ExportOrder;
const part = join(order.folder, PART);
const target = join(order.folder, EXPORTED);

const quiet = (): void => undefined;
const log = { trace: quiet, info: quiet, warn: quiet, error: quiet };
const clock = SYSTEM_CLOCK;
const locks = createFileLocks({ folder: `${order.folder}/locks`, clock, log });
const redactor = createRedactor();
const OPERATIONS = { clients: "listClients", holdings: "listHoldings" } as const;
const PLAIN = { clientId: "window", clientSecret: "s3cret+/=&with signs", scopes: ["x"] };
const memory = { warm: 0, most: 0 };

void run();

async function run(): Promise<void> {
  const history = openHistory();
  const network = openNetwork(history);
  const client = openClient(network);
  const exports = createExports({
    ...{ worker: join(process.cwd(), "dist", "exportWorker.js"), clock, locks, log },
    ...{ concurrency: () => 4, tool: { name: "Explorer", version: "0.0.0" } },
  });
  if (order.isWarmed === true) {
    await warmUp(exports, client);
  }
  const one = await openExport(exports, client);
  collectGarbage();
  memory.warm = process.memoryUsage.rss();
  const sampling = setInterval(measure, 50);
  await one.run();
  clearInterval(sampling);
  measure();
  if (one.result !== undefined) {
    await say({ type: "placing" });
    const { path, manifest } = one.result;
    // The manifest first: killed in between, the part is there to be taken up again.
    await replaceFile(order.folder, EXPORTED + MANIFEST_ENDING, JSON.stringify(manifest));
    await rename(path, target);
    await exports.discard(part, one.spec.id);
  }
  const { state, pages, rows } = one.progress;
  const code = (one.failure as { readonly code?: string } | undefined)?.code;
  const attempts = history.last?.attempts.length ?? 0;
  await say({
    ...{ type: "over", state, pages, rows, attempts, ...memory },
    ...(code === undefined ? {} : { code }),
  });
  await exports.dispose();
  await network.dispose();
  await history.dispose();
  process.disconnect();
}

/** What is in the part goes on; where nothing of it is whole yet, it begins. */
async function openExport(exports: Exports, client: ServiceClient): Promise<RunningExport> {
  const source = sourceOf(client, order.kind, part);
  if (existsSync(part + JOURNAL_ENDING)) {
    try {
      return await exports.resume(part, source);
    } catch {
      // Killed before the first line of the journal was whole: there is nothing in it.
      await rm(part, { force: true });
      await rm(part + JOURNAL_ENDING, { force: true });
    }
  }
  return exports.begin(aSpec(order), source);
}

/** Its heaps have grown as far as such work lets them. */
async function warmUp(exports: Exports, client: ServiceClient): Promise<void> {
  const other = `${part}.warm`;
  const spec = aSpec({ ...order, kind: "clients", format: "jsonl" });
  const one = exports.begin(spec, sourceOf(client, "clients", other));
  await one.run();
  await one.dispose();
  await exports.discard(other, spec.id);
}

function sourceOf(client: ServiceClient, kind: ExportOrder["kind"], path: string): ExportSource {
  return {
    client: () => Promise.resolve(client),
    endpoint: () => Promise.resolve(endpointOf(OPERATIONS[kind])),
    ...{ part: path, onChange: quiet, translate: fillText },
  };
}

function aSpec({ clientId = CLIENT_ID, kind, pageSize, format }: ExportOrder): ExportSpec {
  const operationId = OPERATIONS[kind];
  const ofClient = kind === "holdings";
  return {
    id: "11111111-2222-4333-8444-555555555555",
    query: {
      ...{ connectionId: "connection-1", connectionLabel: "Ours", environment: "development" },
      ...{ operationId, pathTemplate: ofClient ? "/clients/{clientId}/holdings" : "/clients" },
      ...{ path: ofClient ? { clientId } : {}, parameters: {}, pageSize, rules: {} },
    },
    ...{ scope: "all", isMasked: false, createdAt: "2026-01-05T09:00:00.000Z" },
    form: { format, byteOrderMark: false, guardFormulas: false },
    target: { kind: "file", uri: `file://${target}` },
  };
}

function openNetwork(history: RecordedHistory): Network {
  return createNetwork({
    ...{ log, redactor, locks, clock, permits: new PermitIssuer(), version: "0.0.0" },
    ...{ tokens: new MemoryStore(), definition: () => DEFINITION, random: () => 0.5 },
    limits: () => ({
      ...{ attemptMilliseconds: 20_000, actionMilliseconds: 60_000 },
      ...{ bodyBytes: 20_000_000, concurrentRequests: 4 },
    }),
    trace: () => ({ send: true, prefix: "fpx-", pinned: undefined }),
    proxy: () => ({
      ...{ enabled: true, proxy: "", noProxy: [], strictSsl: true, authorization: undefined },
      ...{ systemCertificates: false, environment: {} },
    }),
    onAction: (action) => history.note(action),
    onBodies: (kept) => history.noteBodies(kept),
  });
}

function openClient(network: Network): ServiceClient {
  const { origin, facts } = order;
  const { clientId, clientSecret, scopes } = facts?.clients.serviceAccount ?? PLAIN;
  return network.open({
    connection: aConnection({
      ...{ baseUrl: origin, authUrl: facts?.authUrl ?? origin, clientId, scopes },
      ...(facts === undefined ? {} : { prefixes: facts.prefixes }),
    }),
    secrets: () =>
      Promise.resolve({
        subscriptionKey: facts?.subscriptionKeys.development ?? "0f5c2a9e7b134d68a1c3e5f708192a3b",
        clientSecret,
      }),
    onSession: quiet,
  });
}

/** As a window has it, its part on disk included. */
function openHistory(): RecordedHistory {
  return new RecordedHistory({
    openDisk: (listener) =>
      openHistoryDisk(
        {
          ...{ folder: join(order.folder, "history"), store: new MemoryStore(), locks, clock, log },
          ...{ redactor, keepsBodies: () => false },
        },
        listener,
      ),
    onDiskFailure: quiet,
  });
}

function measure(): void {
  memory.most = Math.max(memory.most, process.memoryUsage.rss());
}

async function say(message: ExportSaid): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(message, () => resolve()));
}
