import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createVersionReads } from "../../../../src/features/sourceControl/common/createVersionReads";
import type { PayloadSource } from "../../../../src/features/sourceControl/common/plan";
import type { KnownState } from "../../../../src/features/sourceControl/common/state";
import type { Judging } from "../../../../src/features/sourceControl/common/stateOf";
import type {
  ReadManyOptions,
  VersionReads,
} from "../../../../src/features/sourceControl/common/versionReads";
import { checkSchema } from "../../../../src/features/pensions/common/checks/gate";
import { pensionSchema } from "../../../../src/features/pensions/common/template";
import { createPensionRecords } from "../../../../src/features/pensions/common/writing/pensionRecords";
import type {
  LastWrite,
  PensionKey,
  PensionRecords,
  SeenVersion,
} from "../../../../src/features/pensions/common/writing/records";
import { hashText } from "../../../../src/features/pensions/common/writing/version";
import { createLocks } from "../../../fakes/locks";
import { type Bench, CLIENT_ID, DEFINITION, MemoryLog } from "../../platform/http/support/bench";

export const SCHEMA = pensionSchema(DEFINITION);

/** By the definition that ships, with the gate that users have. */
export const JUDGING: Judging = { definition: DEFINITION, schema: SCHEMA, check: checkSchema };

export function key(pensionId: string, connectionId = "acme"): PensionKey {
  return { connectionId, clientId: CLIENT_ID, pensionId };
}

export function source(text: string, change: Partial<PayloadSource> = {}): PayloadSource {
  const { pensionId } = change.pension ?? key("PEN-1");
  const place = `pensions/${CLIENT_ID}/${pensionId}.pension.json`;
  const file = `file:///folder/${place}`;
  return { file, place, text, pension: key("PEN-1"), isConnectionGone: false, ...change };
}

/** Nothing is known, but for this. */
export function knowing(change: Partial<KnownState> = {}): KnownState {
  return {
    ...{ current: undefined, seen: undefined, seenMetadata: undefined, write: undefined },
    isAbsent: false,
    ...change,
  };
}

export function version(text: string, at = 1_000): SeenVersion {
  const from = { actionId: "a-1", attempt: 1 };
  return { text, hash: hashText(text), at, by: "read", tag: undefined, source: from };
}

export function aWrite(change: Partial<LastWrite> = {}): LastWrite {
  return {
    ...{ method: "PUT", outcome: "landed", bodyHash: "", startedAt: 2_000 },
    ...{ actionId: "a-2", traceId: undefined, status: 200 },
    ...change,
  };
}

/** Real records in a folder of their own, and reads through a bench's client. */
export interface ReadsBench {
  readonly records: PensionRecords;
  readonly reads: VersionReads;
  readonly reading: (change?: Partial<ReadManyOptions>) => ReadManyOptions;
  close(): void;
}

export function openReads({ client, connection }: Bench): ReadsBench {
  const folder = mkdtempSync(join(tmpdir(), "fp-reads-"));
  const records = createPensionRecords({
    ...{ folder, locks: createLocks(), log: new MemoryLog(), clock: SYSTEM_CLOCK },
    ...{ isLasting: () => true, bodies: () => Promise.resolve(undefined), most: 5_000 },
  });
  return {
    records,
    reads: createVersionReads({ records, clock: SYSTEM_CLOCK }),
    reading: (change = {}) => ({
      open: () => Promise.resolve({ connection, client }),
      ...{ signal: new AbortController().signal, title: "Read pensions" },
      ...change,
    }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
