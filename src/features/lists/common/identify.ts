import { isUuid } from "../../../platform/base/uuid";
import { stringValue, type JsonNode } from "../../../platform/json/jsonText";
import type { Guess } from "./guess";
import { joinedName } from "./memberNames";

export type RowKind = "client" | "holding" | "pension" | "result";

/** What names a row, found by its shape. Without an id a row cannot be opened. */
export interface RowIdentity {
  /** Exactly as the service gave it. */
  readonly id?: Guess<string>;
  /** For people: cleaned, one line. */
  readonly label?: Guess<string>;
  readonly description?: Guess<string>;
}

/**
 * Names of the specification first, in any style of writing, then a value shaped like a UUID, then
 * names like ids; of the row itself before what its envelope holds (`attributes`, `data`, …).
 */
export function identifyRow(text: string, row: JsonNode, kind: RowKind): RowIdentity {
  const places = placesOf(text, row, kind);
  const members = places.map(({ members: own }) => own);
  // The surest sign wherever it is, before a weaker one that is nearer.
  const id = firstOf(ID_SIGNS, (sign) => firstOf(members, (own) => sign(own, kind)));
  const label =
    firstOf(places, (place) => personName(text, place)) ??
    firstOf(members, (own) => firstNamed(own.filter(isNoUuid), LABEL_NAMES));
  const description = firstOf(members, (own) => firstNamed(own, DESCRIPTION_NAMES));
  return {
    ...(id === undefined ? {} : { id }),
    ...(label === undefined ? {} : { label: { ...label, value: cleanLabel(label.value) } }),
    ...(description === undefined
      ? {}
      : { description: { ...description, value: cleanLabel(description.value) } }),
  };
}

/**
 * One line of at most 120 characters for trees and titles: no control characters, no marks that
 * turn the direction of the text around it.
 */
export function cleanLabel(label: string): string {
  const flat = label
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  const letters = Array.from(flat);
  return letters.length > 120 ? `${letters.slice(0, 119).join("")}…` : flat;
}

interface Scalar {
  /** With the members that lead to it. */
  readonly path: string;
  /** Its words as one. */
  readonly name: string;
  readonly value: string;
  readonly isText: boolean;
}

interface Place {
  readonly node: JsonNode;
  readonly prefix: string;
  readonly members: readonly Scalar[];
}

const ID_NAMES = ["id", "uuid", "guid", "key", "identifier", "reference", "ref", "number", "code"];
const LABEL_NAMES = [
  ...["name", "fullname", "displayname", "clientname", "customername", "legalname", "companyname"],
  ...["schemename", "fundname", "fund", "title", "label", "description", "provider"],
];
const DESCRIPTION_NAMES = ["dateofbirth", "birthdate", "dob"];
const FIRST_NAMES = ["firstname", "givenname", "forename"];
const LAST_NAMES = ["lastname", "familyname", "surname"];

/** What envelopes of one row are called (JSON:API, HAL, OData and their like). */
const ENVELOPES = ["attributes", "data", "embedded", "value", "result"];

/** The row, and the envelopes in it, two of them in one another at most. */
function placesOf(text: string, row: JsonNode, kind: RowKind): readonly Place[] {
  const names = [...ENVELOPES, kind];
  const place = (node: JsonNode, prefix: string): Place => ({
    ...{ node, prefix },
    members: scalarMembers(text, node, prefix),
  });
  const inside = ({ node, prefix }: Place): readonly Place[] =>
    (node.members ?? []).flatMap(({ name, value }) =>
      value.type === "object" && names.includes(joinedName(name))
        ? [place(value, `${prefix}${name}.`)]
        : [],
    );
  const own = place(row, "");
  const first = inside(own);
  return [own, ...first, ...first.flatMap(inside)];
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function scalarMembers(text: string, row: JsonNode, prefix: string): readonly Scalar[] {
  return (row.members ?? []).flatMap(({ name, value }) =>
    value.type === "string" || value.type === "number"
      ? [
          {
            ...{ path: prefix + name, name: joinedName(name) },
            ...{ value: stringValue(text, value), isText: value.type === "string" },
          },
        ]
      : [],
  );
}

/** Which row it is says nothing of how it is called. */
function isNoUuid({ value, isText }: Scalar): boolean {
  return !isText || !isUuid(value);
}

type IdSign = (members: readonly Scalar[], kind: RowKind) => Guess<string> | undefined;

const ID_SIGNS: readonly IdSign[] = [
  (members, kind) => firstNamed(members, surestNames(kind)),
  (members, kind) => {
    const uuid = ownIds(members, kind).find((one) => !isNoUuid(one));
    return uuid && { value: uuid.value, from: uuid.path };
  },
  (members, kind) => {
    const candidates = ownIds(members, kind);
    const ending = candidates.find(
      ({ path, value }) =>
        /(Id|ID|_id|Uuid|UUID|Reference|Number|Code)$/.test(path) && value !== "",
    );
    return (
      firstNamed(candidates, ID_NAMES) ?? (ending && { value: ending.value, from: ending.path })
    );
  },
];

/** Whether an id was read from a member that can only be the row's own. */
export function isOwnId(from: string, kind: RowKind): boolean {
  const name = joinedName(from.slice(from.lastIndexOf(".") + 1));
  return [...surestNames(kind), "uuid", "guid", "identifier"].includes(name);
}

function surestNames(kind: RowKind): readonly string[] {
  return [`${kind}id`, "id", `${kind}uuid`, `${kind}guid`];
}

/** The client's id on somebody else's row says whose it is, not which it is. */
function ownIds(members: readonly Scalar[], kind: RowKind): readonly Scalar[] {
  return kind === "client" ? members : members.filter(({ name }) => !isOwner(name));
}

function isOwner(name: string): boolean {
  return /^client(id|uuid|guid)$/.test(name);
}

/** "Okafor, Ngozi", of parts of a name beside each other or in an object of their own. */
function personName(text: string, { node, prefix, members }: Place): Guess<string> | undefined {
  const holder = (node.members ?? []).find(
    ({ name, value }) => joinedName(name) === "name" && value.type === "object",
  );
  const parts = holder && scalarMembers(text, holder.value, `${prefix}${holder.name}.`);
  const inside = parts && {
    first: firstNamed(parts, [...FIRST_NAMES, "first", "given"]),
    last: firstNamed(parts, [...LAST_NAMES, "last", "family"]),
  };
  const beside = { first: firstNamed(members, FIRST_NAMES), last: firstNamed(members, LAST_NAMES) };
  for (const { first, last } of [inside ?? beside, beside]) {
    const named = [last, first].filter((part) => part !== undefined);
    if (named.length > 0) {
      const from = [first, last].flatMap((part) => part?.from ?? []);
      return { value: named.map(({ value }) => value).join(", "), from: from.join(" ") };
    }
  }
  return parts && firstNamed(parts, ["full", "fullname", "displayname", "display", "formatted"]);
}

/** In the order of the names, which are words as one; blank values do not count. */
function firstNamed(
  members: readonly Scalar[],
  names: readonly string[],
): Guess<string> | undefined {
  for (const name of names) {
    const found = members.findLast((one) => one.name === name && one.value.trim() !== "");
    if (found !== undefined) {
      return { value: found.value, from: found.path };
    }
  }
  return undefined;
}
