import {
  isAmount,
  isListOf,
  isMoment,
  isRecord,
  isText,
  oneOf,
} from "../../../../platform/base/shapes";
import { DOMAINS, type Domain } from "../../../../platform/base/connection";
import type { DocumentNote } from "./document";
import type { DefinitionChoices, StoredDefinition } from "./stored";

/** What is on disk, texts apart. */
export interface DefinitionIndex {
  /** Ids, by domain; what connections without a choice of their own follow. */
  readonly active: Readonly<Partial<Record<Domain, string>>>;
  readonly choices: DefinitionChoices;
  readonly entries: readonly DefinitionEntry[];
  /** How many versions could not be read and are left out; grows until others are imported. */
  readonly lost: number;
}

/** A version and what its document has to be, so that a damaged one is known. */
export interface DefinitionEntry {
  readonly facts: StoredDefinition;
  /** SHA-256 of the document as it is kept, hexadecimal. */
  readonly documentHash: string;
  readonly documentBytes: number;
}

export const EMPTY_INDEX: DefinitionIndex = { active: {}, choices: {}, entries: [], lost: 0 };

const VERSION = 1;
/** A document with thousands of open references needs no list of all of them. */
const MOST_NOTES = 200;
const MOST_PLACES = 10;
const LONGEST = 300;

export function encodeIndex({ active, entries, lost }: DefinitionIndex): string {
  return `${JSON.stringify({ v: VERSION, active, lost, entries })}\n`;
}

/** Apart from the index: what does not know of choices would write it without them. */
export function encodeChoices(choices: DefinitionChoices): string {
  return `${JSON.stringify({ v: VERSION, choices })}\n`;
}

/** Undefined for a text that is none. */
export function decodeChoices(
  text: string,
  entries: readonly DefinitionEntry[],
): DefinitionChoices | undefined {
  const stored = parse(text);
  return isRecord(stored) && stored["v"] === VERSION
    ? readChoices(stored["choices"], entries)
    : undefined;
}

/** Reads the index, version by version; undefined for a text that is none. */
export function decodeIndex(text: string): DefinitionIndex | undefined {
  const stored = parse(text);
  if (!isRecord(stored) || stored["v"] !== VERSION || !Array.isArray(stored["entries"])) {
    return undefined;
  }
  const all: readonly unknown[] = stored["entries"];
  const entries = all.filter(isEntry).map(inOrder);
  const before = Number.isSafeInteger(stored["lost"]) ? Number(stored["lost"]) : 0;
  return {
    active: readActive(stored["active"], entries),
    // They stood here before they had a file of their own.
    choices: readChoices(stored["choices"], entries),
    entries,
    lost: before + all.length - entries.length,
  };
}

/** True for a list that a later version of the explorer wrote: it is not this one's to replace. */
export function isOfLaterVersion(text: string): boolean {
  const stored = parse(text);
  return isRecord(stored) && typeof stored["v"] === "number" && stored["v"] > VERSION;
}

/** The first line of a document's file: from it an index that was lost is made anew. */
export function encodeEntry(entry: DefinitionEntry): string {
  return JSON.stringify({ v: VERSION, entry });
}

export function decodeEntry(line: string): DefinitionEntry | undefined {
  const stored = parse(line);
  const entry = isRecord(stored) && stored["v"] === VERSION ? stored["entry"] : undefined;
  return isEntry(entry) ? inOrder(entry) : undefined;
}

/** Bounded, and nothing in it but what it may hold. */
export function inOrder({ facts, documentHash, documentBytes }: DefinitionEntry): DefinitionEntry {
  const { id, domain, title, version, openapi, source, importedAt, hash, bytes } = facts;
  const { kind, name } = source;
  const notes = facts.notes.slice(0, MOST_NOTES).map((note) => ({
    ...{ kind: note.kind, subject: note.subject.slice(0, LONGEST), count: note.count },
    places: note.places.slice(0, MOST_PLACES).map((place) => place.slice(0, LONGEST)),
  }));
  return {
    facts: {
      ...{ id, domain, importedAt, hash, bytes, operations: facts.operations, notes },
      ...{ title: short(title), version: short(version), openapi: short(openapi) },
      source: { kind, name: short(name) },
    },
    ...{ documentHash, documentBytes },
  };
}

/** A name, not a text: the list of all versions is read again and again. */
function short(text: string): string {
  return text.length <= LONGEST ? text : text.slice(0, LONGEST).toWellFormed();
}

function readActive(
  stored: unknown,
  entries: readonly DefinitionEntry[],
): DefinitionIndex["active"] {
  const active: Partial<Record<Domain, string>> = {};
  for (const domain of DOMAINS) {
    const id = isRecord(stored) ? stored[domain] : undefined;
    if (entries.some(({ facts }) => facts.id === id && facts.domain === domain)) {
      active[domain] = String(id);
    }
  }
  return active;
}

/** Of a version that cannot be read the description stays: the default may be another provider's. */
function readChoices(stored: unknown, entries: readonly DefinitionEntry[]): DefinitionChoices {
  const choices = Object.entries(isRecord(stored) ? stored : {}).map(([connectionId, chosen]) => {
    const known = readActive(chosen, entries);
    const named = DOMAINS.filter((domain) => isRecord(chosen) && isText(chosen[domain]));
    return [
      connectionId,
      Object.fromEntries(named.map((domain) => [domain, known[domain] ?? ""])),
    ] as const;
  });
  return Object.fromEntries(choices.filter(([, chosen]) => Object.keys(chosen).length > 0));
}

function isEntry(value: unknown): value is DefinitionEntry {
  return (
    isRecord(value) &&
    isHash(value["documentHash"]) &&
    isAmount(value["documentBytes"]) &&
    isStored(value["facts"])
  );
}

function isStored(value: unknown): boolean {
  return (
    isRecord(value) &&
    // The id becomes the name of a file.
    isText(value["id"]) &&
    /^[0-9a-f-]{36}$/.test(value["id"]) &&
    oneOf(value["domain"], DOMAINS) &&
    [value["title"], value["version"], value["openapi"]].every(isText) &&
    isSource(value["source"]) &&
    isMoment(value["importedAt"]) &&
    isHash(value["hash"]) &&
    isAmount(value["bytes"]) &&
    isAmount(value["operations"]) &&
    isListOf(value["notes"], isNote)
  );
}

function isSource(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["kind"], ["file", "clipboard", "address"]) &&
    isText(value["name"])
  );
}

const NOTE_KINDS: readonly DocumentNote["kind"][] = [
  ...(["externalReference", "lostReference", "operationId", "duplicateKey", "skipped"] as const),
];

function isNote(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["kind"], NOTE_KINDS) &&
    isText(value["subject"]) &&
    isListOf(value["places"], isText) &&
    isAmount(value["count"])
  );
}

function isHash(value: unknown): boolean {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
