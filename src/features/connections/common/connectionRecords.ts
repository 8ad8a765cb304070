import type { Connection } from "../../../platform/base/connection";
import { LONGEST_LABEL, sameLabel } from "./checkDraft";
import { decodeConnection, encodeConnection } from "./connectionRecord";

/**
 * The stored list, as it was found: records that cannot be read (damaged, or of a later
 * version) keep their place in it through every change, so that nothing is ever lost.
 */
export type StoredRecords = readonly unknown[];

interface ReadRecords {
  readonly connections: readonly Connection[];
  /** Records that are left out. */
  readonly unreadable: number;
}

/** The list in whatever was stored; something else than a list becomes an unreadable record. */
export function recordsIn(stored: unknown): StoredRecords {
  if (stored === undefined) {
    return [];
  }
  return Array.isArray(stored) ? (stored as unknown[]) : [stored];
}

/** The connections in order; of two with one id the first one counts. */
export function readRecords(records: StoredRecords): ReadRecords {
  const places = readable(records);
  return {
    connections: places.map(({ connection }) => connection),
    unreadable: records.length - places.length,
  };
}

/** In the place that it had; a new one goes behind `after`, or to the end. */
export function withSaved(
  records: StoredRecords,
  connection: Connection,
  after?: string,
): StoredRecords {
  const record = encodeConnection(connection);
  const places = readable(records);
  const known = places.find((place) => place.connection.id === connection.id);
  if (known !== undefined) {
    return records.with(known.index, record);
  }
  const before = places.find((place) => place.connection.id === after)?.index ?? records.length - 1;
  return records.toSpliced(before + 1, 0, record);
}

export function withRemoved(records: StoredRecords, id: string): StoredRecords {
  const gone = new Set(readable(records).flatMap((place) => idAt(place, id)));
  return records.filter((_record, index) => !gone.has(index));
}

/** Moves a connection by so many places among those that are shown. */
export function withMoved(records: StoredRecords, id: string, by: number): StoredRecords {
  const places = readable(records);
  const from = places.findIndex(({ connection }) => connection.id === id);
  if (from === -1) {
    return records;
  }
  const to = Math.min(Math.max(from + by, 0), places.length - 1);
  const order = places.map(({ index }) => records[index]);
  const [moved] = order.splice(from, 1);
  order.splice(to, 0, moved);
  const moves = new Map(places.map(({ index }, place) => [index, order[place]]));
  return records.map((record, index) => (moves.has(index) ? moves.get(index) : record));
}

/** "Acme (2)" where "Acme" is taken, shortened where it would get too long. */
export function freeLabel(label: string, taken: readonly string[]): string {
  const isTaken = (candidate: string): boolean => taken.some((one) => sameLabel(one, candidate));
  if (!isTaken(label)) {
    return label;
  }
  const stem = label.replace(/ \(\d+\)$/, "");
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const bare = stem.slice(0, LONGEST_LABEL - suffix.length);
    // Never half a character.
    const candidate = `${bare.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}${suffix}`;
    if (!isTaken(candidate)) {
      return candidate;
    }
  }
}

interface Place {
  readonly index: number;
  readonly connection: Connection;
}

function readable(records: StoredRecords): readonly Place[] {
  const ids = new Set<string>();
  return records.flatMap((record, index) => {
    const connection = decodeConnection(record);
    if (connection === undefined || ids.has(connection.id)) {
      return [];
    }
    ids.add(connection.id);
    return [{ index, connection }];
  });
}

function idAt({ index, connection }: Place, id: string): readonly number[] {
  return connection.id === id ? [index] : [];
}
