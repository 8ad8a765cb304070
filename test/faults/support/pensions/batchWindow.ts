import { existsSync, readFileSync } from "node:fs";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createFileLocks } from "../../../../src/platform/files/locks/fileLocks";
import type {
  Batch,
  BatchDialog,
  Batches,
} from "../../../../src/features/sourceControl/common/batch";
import { createBatches } from "../../../../src/features/sourceControl/common/createBatches";
import { createVersionReads } from "../../../../src/features/sourceControl/common/createVersionReads";
import type { BatchPlan } from "../../../../src/features/sourceControl/common/plan";
import { planBatch } from "../../../../src/features/sourceControl/common/planBatch";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import type { PensionIdentity } from "../../../../src/features/pensions/common/target";
import { pensionSchema } from "../../../../src/features/pensions/common/template";
import { WriteGuard } from "../../../../src/platform/guard/guard";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import type { Action } from "../../../../src/platform/base/action";
import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";
import { createEncryptedTexts } from "../../../fakes/encryptedTexts";
import { DEFINITION } from "../../../unit/platform/http/support/bench";
import { openWindow, type Window } from "./window";

/** A payload file of a run. */
export interface BatchFile {
  readonly path: string;
  readonly target: PensionIdentity;
}

/** What the process of a window that applies a batch is told. */
export interface BatchOrder {
  readonly facts: SandboxFacts;
  readonly baseUrl: string;
  readonly folder: string;
  readonly files: readonly BatchFile[];
  readonly batchId: string;
}

export interface BatchWindow {
  readonly window: Window;
  readonly batches: Batches;
  /** Reads the service and plans what is not taken of a batch, or all. */
  readonly plan: (files: readonly BatchFile[], batch?: Batch) => Promise<BatchPlan>;
  readonly close: () => Promise<void>;
}

const FOLDER = "file:///w";

/** A window of the editor, as far as it writes many payloads. */
export function openBatchWindow(
  order: Pick<BatchOrder, "facts" | "baseUrl" | "folder">,
  onAction?: (action: Action) => void,
): BatchWindow {
  const window = openWindow({ ...order, ...(onAction === undefined ? {} : { onAction }) });
  const { connection, client, records, writer, log } = window;
  const definition = (): Promise<string> => Promise.resolve(DEFINITION);
  const schema = pensionSchema(DEFINITION);
  const open = (): Promise<Pick<Window, "connection" | "client">> =>
    Promise.resolve({ connection, client });
  const locks = createFileLocks({ folder: `${order.folder}/locks`, clock: SYSTEM_CLOCK, log });
  const targets = new Map<string, PensionIdentity>();
  const batches = createBatches({
    clean: (text) => text,
    texts: createEncryptedTexts(),
    ...{ folder: `${order.folder}/batches`, locks, clock: SYSTEM_CLOCK, log, records, open },
    ...{ definition, writer: () => Promise.resolve(writer), keyOf: () => "a1b2c3" },
    guard: new WriteGuard(new PermitIssuer(), () => true),
    fileOf: (file) => {
      const text = textOf(file);
      const target = targets.get(file);
      return Promise.resolve(text === undefined ? undefined : { text, target });
    },
    titles: { write: "PUT pension", read: "Read pension" },
  });
  const reads = createVersionReads({ records, clock: SYSTEM_CLOCK });
  return {
    ...{ window, batches },
    plan: (files, batch) => {
      files.forEach(({ path, target }) => targets.set(path, target));
      const taken = new Set(batch?.rows.filter(isTaken).map(({ file }) => file));
      const sources = files.flatMap(({ path, target }, index) => {
        const text = textOf(path);
        return text === undefined || taken.has(path)
          ? []
          : [
              {
                ...{ file: path, place: `${String(index).padStart(3, "0")}.json`, text },
                ...{ pension: { connectionId: connection.id, ...target } },
                isConnectionGone: false,
              },
            ];
      });
      const reading = { open, signal: new AbortController().signal, title: "Read pension" };
      return planBatch(
        { folder: FOLDER, sources, isOfStaged: true },
        {
          ...{ records, reads, clock: SYSTEM_CLOCK },
          judging: () => Promise.resolve({ definition: DEFINITION, schema, check: checkSchema }),
          reading: { ...reading, traceId: batch?.traceId },
        },
      );
    },
    close: async () => {
      await batches.dispose();
      await window.close();
    },
  };
}

/** Somebody who says yes. */
export const YES: BatchDialog = {
  confirm: () => Promise.resolve(true),
  challenge: () => () => Promise.resolve(undefined),
};

function isTaken({ outcome }: Batch["rows"][number]): boolean {
  return outcome === "landed" || outcome === "differs" || outcome === "notSeen";
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
