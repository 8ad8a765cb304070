import type { WrittenPension } from "../../messages/sandboxScenario";
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
}

export function createPensionStore({ seed, now, written: before }: StoreOptions): PensionStore {
  // Undefined marks a pension that was removed, so that the seeded one does not come back.
  const written = new Map(
    before.map((one) => [`${one.clientId.toLowerCase()}/${one.pensionId}`, stored(one, now)]),
  );
  const key = (client: ClientEntry, pensionId: string): string =>
    `${client.row.clientId}/${pensionId}`;

  const read: PensionStore["pension"] = (client, pensionId) => {
    if (written.has(key(client, pensionId))) {
      return written.get(key(client, pensionId));
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
    writtenPensions: () =>
      [...written].map(([name, pension]) => {
        const [clientId = "", pensionId = ""] = name.split(/\/(.*)/s);
        const { content = null, lastUpdated } = pension ?? {};
        return { clientId, pensionId, content, ...(lastUpdated !== undefined && { lastUpdated }) };
      }),
  };
}

/** When a pension of a scenario was written that does not say it. */
const GIVEN_AT = "2025-01-01T09:30:00.000Z";

function stored(
  { content, lastUpdated }: WrittenPension,
  now: () => number,
): StoredPension | undefined {
  return content === null
    ? undefined
    : { content, lastUpdated: lastUpdated ?? new Date(now()).toISOString() };
}

function textOf(content: PensionContent): string {
  return stringifyJson(content);
}
