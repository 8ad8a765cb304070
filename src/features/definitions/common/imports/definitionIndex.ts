import * as v from "valibot";
import { DOMAINS, type Domain } from "../../../../platform/base/connection";
import { accepted, moment, wholeNumber } from "../../../../platform/base/messageSchemas";
import { isRecord, isText } from "../../../../platform/base/shapes";
import type { DefinitionChoices, StoredDefinition } from "./stored";
import { tryParseJson } from "../../../../platform/json/tryParseJson";

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
  const stored = tryParseJson(text);
  return isRecord(stored) && stored["v"] === VERSION
    ? readChoices(stored["choices"], entries)
    : undefined;
}

/** Reads the index, version by version; undefined for a text that is none. */
export function decodeIndex(text: string): DefinitionIndex | undefined {
  const stored = tryParseJson(text);
  if (!isRecord(stored) || stored["v"] !== VERSION || !Array.isArray(stored["entries"])) {
    return undefined;
  }
  const all: readonly unknown[] = stored["entries"];
  const entries = all.filter((entry) => v.is(definitionEntry, entry)).map(inOrder);
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
  const stored = tryParseJson(text);
  return isRecord(stored) && typeof stored["v"] === "number" && stored["v"] > VERSION;
}

/** The first line of a document's file: from it an index that was lost is made anew. */
export function encodeEntry(entry: DefinitionEntry): string {
  return JSON.stringify({ v: VERSION, entry });
}

export function decodeEntry(line: string): DefinitionEntry | undefined {
  const stored = accepted(entryLine, tryParseJson(line));
  return stored && inOrder(stored.entry);
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

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const documentNote = v.object({
  kind: v.picklist([
    ...(["externalReference", "lostReference", "operationId", "duplicateKey", "skipped"] as const),
  ]),
  subject: v.string(),
  places: v.array(v.string()),
  count: wholeNumber,
});

const storedDefinition = v.object({
  // The id becomes the name of a file.
  id: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
  domain: v.picklist(DOMAINS),
  title: v.string(),
  version: v.string(),
  openapi: v.string(),
  source: v.object({ kind: v.picklist(["file", "clipboard", "address"]), name: v.string() }),
  importedAt: moment,
  hash: sha256,
  bytes: wholeNumber,
  operations: wholeNumber,
  notes: v.array(documentNote),
});

const definitionEntry = v.object({
  facts: storedDefinition,
  documentHash: sha256,
  documentBytes: wholeNumber,
});

const entryLine = v.object({ v: v.literal(VERSION), entry: definitionEntry });
