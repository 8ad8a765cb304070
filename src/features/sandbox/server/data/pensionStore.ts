import type { WrittenPension } from "../../messages/sandboxScenario";
import type { ClientEntry } from "./clients";
import { KeptPensions } from "./keptPensions";
import {
  createPension,
  type ListedPension,
  type PensionContent,
  type StoredPension,
} from "./pensions";
import { stringifyJson } from "./losslessJson";

/** Of what is written in an environment, as it is saved; the process has all of the sandbox. */
export const MOST_PENSION_BYTES = 64 * 1_048_576;

/** The pensions of all clients of a data set; what is written lives in memory only. */
export interface PensionStore {
  pension(client: ClientEntry, pensionId: string): StoredPension | undefined;
  /** Those that are there now, written ones too, in the order of their ids. */
  pensions(client: ClientEntry): readonly ListedPension[];
  /**
   * Creates or replaces; the same content again changes nothing. Undefined where there is no room:
   * then all is as it was.
   */
  putPension(
    client: ClientEntry,
    pensionId: string,
    content: PensionContent,
  ): PutOutcome | undefined;
  deletePension(client: ClientEntry, pensionId: string): void;
  /** What was written or removed so far, as a scenario keeps it. */
  writtenPensions(): readonly WrittenPension[];
}

interface PutOutcome {
  readonly created: boolean;
  readonly pension: StoredPension;
}

interface StoreOptions {
  readonly seed: string;
  /** Milliseconds since the epoch, for what is written. */
  readonly now: () => number;
  readonly written: readonly WrittenPension[];
  readonly mostBytes?: number;
}

export function createPensionStore({
  seed,
  now,
  written: before,
  mostBytes = MOST_PENSION_BYTES,
}: StoreOptions): PensionStore {
  const written = new KeptPensions();
  for (const one of before) {
    written.keep(one.clientId.toLowerCase(), one.pensionId, stored(one, now));
  }

  const read: PensionStore["pension"] = (client, pensionId) => {
    const known = written.find(client.row.clientId, pensionId);
    if (known !== undefined) {
      return known ?? undefined;
    }
    const content = client.given?.pensions.get(pensionId);
    if (content !== undefined) {
      return { content, lastUpdated: GIVEN_AT };
    }
    return client.pensionIds.includes(pensionId)
      ? createPension(seed, client, pensionId)
      : undefined;
  };

  const idsOf = (client: ClientEntry): readonly string[] => {
    const ids = [...client.pensionIds, ...written.idsOf(client.row.clientId)];
    return [...new Set(ids)].sort();
  };

  return {
    pension: read,
    pensions: (client) =>
      idsOf(client).flatMap((pensionId) => {
        const pension = read(client, pensionId);
        return pension === undefined ? [] : [{ pensionId, ...pension }];
      }),
    putPension: (client, pensionId, content) => {
      const before = read(client, pensionId);
      const same = before !== undefined && textOf(before.content) === textOf(content);
      const pension = same ? before : { content, lastUpdated: new Date(now()).toISOString() };
      return written.keep(client.row.clientId, pensionId, pension, mostBytes)
        ? { created: before === undefined, pension }
        : undefined;
    },
    deletePension: (client, pensionId) => {
      // The mark of a removed one lets the seeded one not come back; no other needs it.
      if (client.pensionIds.includes(pensionId)) {
        written.keep(client.row.clientId, pensionId, null);
      } else {
        written.forget(client.row.clientId, pensionId);
      }
    },
    writtenPensions: () => written.list(),
  };
}

/** When a pension of a scenario was written that does not say it. */
const GIVEN_AT = "2025-01-01T09:30:00.000Z";

function stored({ content, lastUpdated }: WrittenPension, now: () => number): StoredPension | null {
  return content === null
    ? null
    : { content, lastUpdated: lastUpdated ?? new Date(now()).toISOString() };
}

function textOf(content: PensionContent): string {
  return stringifyJson(content);
}
