import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashBody } from "../../../../src/platform/http/bodyHash";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../src/platform/files/locks/fileLocks";
import type { BatchDialog, Batches } from "../../../../src/features/sourceControl/common/batch";
import {
  type BatchesOptions,
  createBatches,
} from "../../../../src/features/sourceControl/common/createBatches";
import type { BatchPlan, PlanRow } from "../../../../src/features/sourceControl/common/plan";
import type { PayloadEffect } from "../../../../src/features/sourceControl/common/state";
import { readPayload } from "../../../../src/features/pensions/common/payload";
import type { PayloadTarget } from "../../../../src/features/pensions/common/target";
import { callOf } from "../../../../src/features/pensions/common/writing/pendingWrite";
import type { CurrentVersion } from "../../../../src/features/pensions/common/writing/writer";
import { createEncryptedTexts } from "../../../fakes/encryptedTexts";
import { CLIENT_ID, DEFINITION, MemoryLog } from "../../platform/http/support/bench";
import {
  openWriting,
  shows,
  status,
  type WritingBench,
  type WritingBenchOptions,
} from "../pensions/support/writingBench";
import { version } from "./support";

/** Batches over a real network, a writer and records, before a service that does as it is told. */
export interface BatchesBench extends WritingBench {
  readonly folder: string;
  readonly batches: Batches;
  /** Payload files by their names. */
  readonly files: Map<string, string>;
  /** What was chosen for them; the pension of their name where nothing was. */
  readonly targets: Map<string, PayloadTarget>;
  /** What the service holds, by path. */
  readonly held: Map<string, string>;
  /** Another window over the same folder. */
  readonly window: (change?: Partial<BatchesOptions>) => Batches;
  readonly row: (pensionId: string, effect?: PayloadEffect, current?: string) => PlanRow;
  /** Paths and methods of the calls of pensions, in their order: "PUT PEN-1". */
  readonly seen: () => readonly string[];
}

const GONE: CurrentVersion = { kind: "absent", status: 404, at: 1 };

export async function openBatches(options: WritingBenchOptions = {}): Promise<BatchesBench> {
  const writing = await openWriting(options);
  const folder = mkdtempSync(join(tmpdir(), "fp-batches-"));
  const files = new Map<string, string>();
  const targets = new Map<string, PayloadTarget>();
  const { connection, client, service } = writing.bench;
  const held = new Map<string, string>();
  writing.service.put = (request, response) => {
    held.set(request.path, request.body);
    shows(request.body)(request, response);
  };
  writing.service.get = (request, response) => {
    const text = held.get(request.path);
    (text === undefined ? status(404) : shows(text))(request, response);
  };
  const window = (change: Partial<BatchesOptions> = {}): Batches =>
    createBatches({
      clean: (text) => text,
      texts: createEncryptedTexts(),
      ...{ folder: join(folder, "batches"), clock: SYSTEM_CLOCK, log: new MemoryLog() },
      locks: createFileLocks({
        ...{ folder: join(folder, "locks"), clock: SYSTEM_CLOCK, log: new MemoryLog() },
      }),
      ...{ records: writing.records, writer: () => Promise.resolve(writing.writer) },
      ...{ guard: { demandWritable: () => undefined }, keyOf: () => "a1b2c3" },
      open: () => Promise.resolve({ connection, client }),
      fileOf: (file) => {
        const text = files.get(file);
        const target = targets.get(file) ?? { clientId: CLIENT_ID, pensionId: file };
        return Promise.resolve(text === undefined ? undefined : { text, target });
      },
      definition: () => Promise.resolve(DEFINITION),
      titles: { write: "PUT pension", read: "Read pension" },
      ...change,
    });
  return {
    ...{ ...writing, folder, files, targets, held, window, batches: window() },
    row: (pensionId, effect = "create", current) => {
      const text = `{"provider":"${pensionId}"}`;
      const payload = readPayload(text);
      const target = { clientId: CLIENT_ID, pensionId };
      files.set(pensionId, text);
      return {
        ...{ file: pensionId, place: `${pensionId}.pension.json`, payload },
        ...{ pension: { connectionId: connection.id, ...target } },
        state: { effect, basis: "now", at: 1, comparison: undefined, problem: undefined },
        bodyHash: hashBody(payload.bytes),
        current: current === undefined ? GONE : { kind: "present", ...version(current) },
        goesTo: client.describe(callOf({ target }, payload)),
      };
    },
    seen: () =>
      service.seen
        .filter(({ path }) => path.includes("/pensions/"))
        .map(({ method, path }) => `${method} ${path.split("/").at(-1) ?? ""}`),
    close: async () => {
      await writing.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function planOf(...rows: readonly PlanRow[]): BatchPlan {
  return { folder: "file:///w", madeAt: 5, isOfStaged: true, rows };
}

/** Somebody who says yes, unless something else is said. */
export function says(change: Partial<BatchDialog> = {}): BatchDialog {
  return {
    confirm: () => Promise.resolve(true),
    challenge: () => () => Promise.resolve(undefined),
    ...change,
  };
}
