import type { ClientEntry } from "./clients";
import {
  createPension,
  type ListedPension,
  type PensionContent,
  type StoredPension,
} from "./pensions";
import { stringifyJson } from "./losslessJson";

/** The pensions of all clients of a data set; what is written lives in memory only. */
export interface PensionStore {
  pension(client: ClientEntry, pensionId: string): StoredPension | undefined;
  /** Those that are there now, written ones too, in the order of their ids. */
  pensions(client: ClientEntry): readonly ListedPension[];
  /** Creates or replaces; the same content again changes nothing. */
  putPension(client: ClientEntry, pensionId: string, content: PensionContent): PutOutcome;
  deletePension(client: ClientEntry, pensionId: string): void;
}

interface PutOutcome {
  readonly created: boolean;
  readonly pension: StoredPension;
}

/** `now` in milliseconds since the epoch, for what is written. */
export function createPensionStore(seed: string, now: () => number): PensionStore {
  // Undefined marks a pension that was removed, so that the seeded one does not come back.
  const written = new Map<string, StoredPension | undefined>();
  const key = (client: ClientEntry, pensionId: string): string =>
    `${client.row.clientId}/${pensionId}`;

  const read: PensionStore["pension"] = (client, pensionId) => {
    if (written.has(key(client, pensionId))) {
      return written.get(key(client, pensionId));
    }
    return client.pensionIds.includes(pensionId)
      ? createPension(seed, client, pensionId)
      : undefined;
  };

  const idsOf = (client: ClientEntry): readonly string[] => {
    const stem = key(client, "");
    const names = [...written.keys()].filter((name) => name.startsWith(stem));
    const ids = [...client.pensionIds, ...names.map((name) => name.slice(stem.length))];
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
      written.set(key(client, pensionId), pension);
      return { created: before === undefined, pension };
    },
    deletePension: (client, pensionId) => {
      written.set(key(client, pensionId), undefined);
    },
  };
}

function textOf(content: PensionContent): string {
  return stringifyJson(content);
}
