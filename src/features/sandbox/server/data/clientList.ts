import { createHash } from "node:crypto";
import { type ClientEntry, createEntry } from "./clients";
import { FIRST_NAMES, LAST_NAMES } from "./names";
import { createRandom } from "./random";

/** Clients in the order of lists. */
export interface ClientList {
  readonly length: number;
  /** From an index up to another, which is not included; fewer where the list ends. */
  slice(from: number, to: number): readonly ClientEntry[];
  /** By its id in lower case. */
  find(clientId: string): ClientEntry | undefined;
}

/** Clients that are there already. */
export function listOfEntries(entries: readonly ClientEntry[]): ClientList {
  const byId = new Map(entries.map((entry) => [entry.row.clientId, entry]));
  return {
    length: entries.length,
    slice: (from, to) => entries.slice(from, to),
    find: (clientId) => byId.get(clientId),
  };
}

/** One list behind the other. */
export function joinLists(first: ClientList, second: ClientList): ClientList {
  return {
    length: first.length + second.length,
    slice: (from, to) => [
      ...first.slice(from, Math.min(to, first.length)),
      ...second.slice(Math.max(from - first.length, 0), Math.max(to - first.length, 0)),
    ],
    find: (clientId) => first.find(clientId) ?? second.find(clientId),
  };
}

const INDEX_DIGITS = 8;

/**
 * Any number of clients in constant memory: each is made when it is asked for. Names follow from the
 * place in the list, so that it is in order; the last digits of an id say which place that is.
 */
export function drawnList(seed: string, length: number): ClientList {
  const mask = createHash("sha256").update(`${seed}/index`).digest().readUInt32LE(0);
  const make = (index: number): ClientEntry => {
    const random = createRandom(`${seed}/listed/${index}`);
    const place = ((index ^ mask) >>> 0).toString(16).padStart(INDEX_DIGITS, "0");
    const clientId = `${random.uuid().slice(0, -INDEX_DIGITS)}${place}`;
    return createEntry(random, { clientId, ...nameAt(index, length) });
  };
  return {
    length,
    slice: (from, to) =>
      Array.from({ length: Math.max(Math.min(to, length) - from, 0) }, (_, at) => make(from + at)),
    find: (clientId) => {
      const place = Number.parseInt(clientId.slice(-INDEX_DIGITS), 16);
      const index = (place ^ mask) >>> 0;
      const entry = index < length ? make(index) : undefined;
      return entry?.row.clientId === clientId ? entry : undefined;
    },
  };
}

const ORDER = new Intl.Collator("en-GB");
const LAST = LAST_NAMES.toSorted((one, other) => ORDER.compare(one, other));
const FIRST = FIRST_NAMES.toSorted((one, other) => ORDER.compare(one, other));

/** Every last name has an equal share of the list, and every first name one of that share. */
function nameAt(index: number, length: number): { firstName: string; lastName: string } {
  const place = (index * LAST.length) / length;
  const last = Math.floor(place);
  const first = Math.floor((place - last) * FIRST.length);
  return { firstName: FIRST[first] ?? "", lastName: LAST[last] ?? "" };
}
