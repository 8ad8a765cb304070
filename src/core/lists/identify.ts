import { isUuid } from "../../shared/uuid";
import { member, stringValue, type JsonNode } from "../jsonText";
import type { Guess } from "./envelope";

export type RowKind = "client" | "holding" | "pension" | "result";

/** What names a row, found by its shape. Without an id a row cannot be opened. */
export interface RowIdentity {
  /** Exactly as the service gave it. */
  readonly id?: Guess<string>;
  /** For people: cleaned, one line. */
  readonly label?: Guess<string>;
  readonly description?: Guess<string>;
}

/** Names of the specification first, then a value shaped like a UUID, then names like ids. */
export function identifyRow(text: string, row: JsonNode, kind: RowKind): RowIdentity {
  const members = scalarMembers(text, row);
  const id = findId(members, kind);
  const label = personName(text, row) ?? firstNamed(members, LABEL_NAMES);
  const description = firstNamed(members, DESCRIPTION_NAMES);
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
  readonly name: string;
  readonly value: string;
  readonly isText: boolean;
}

const ID_NAMES = ["id", "uuid", "guid", "key", "identifier", "reference", "ref", "number", "code"];
const LABEL_NAMES = [
  "name",
  "fullName",
  "displayName",
  "schemeName",
  "fundName",
  "fund",
  "title",
  "label",
  "description",
  "provider",
];
const DESCRIPTION_NAMES = ["dateOfBirth", "birthDate", "dob"];

function scalarMembers(text: string, row: JsonNode): readonly Scalar[] {
  return (row.members ?? []).flatMap(({ name, value }) =>
    value.type === "string" || value.type === "number"
      ? [{ name, value: stringValue(text, value), isText: value.type === "string" }]
      : [],
  );
}

function findId(members: readonly Scalar[], kind: RowKind): Guess<string> | undefined {
  const own = firstNamed(members, [`${kind}Id`, "id"]);
  if (own !== undefined) {
    return own;
  }
  // The client's id on somebody else's row says whose it is, not which it is.
  const candidates = kind === "client" ? members : members.filter(({ name }) => !isOwner(name));
  const uuid = candidates.find(({ value, isText }) => isText && isUuid(value));
  if (uuid !== undefined) {
    return { value: uuid.value, from: uuid.name };
  }
  const named = firstNamed(candidates, ID_NAMES);
  const ending = candidates.find(
    ({ name, value }) => /(Id|ID|_id|Uuid|UUID|Reference|Number|Code)$/.test(name) && value !== "",
  );
  return named ?? (ending && { value: ending.value, from: ending.name });
}

function isOwner(name: string): boolean {
  return /^client_?id$/i.test(name);
}

function personName(text: string, row: JsonNode): Guess<string> | undefined {
  const name = member(row, "name");
  for (const [holder, prefix] of [
    [name, "name."],
    [row, ""],
  ] as const) {
    const parts = holder === undefined ? [] : scalarMembers(text, holder);
    const first = firstNamed(parts, ["firstName", "givenName", "forename"]);
    const last = firstNamed(parts, ["lastName", "familyName", "surname"]);
    const value = [last?.value, first?.value].filter((part) => part !== undefined).join(", ");
    if (value !== "") {
      const from = [first, last].flatMap((part) => (part ? [prefix + part.from] : []));
      return { value, from: from.join(" ") };
    }
  }
  return undefined;
}

/** In the order of the names; upper and lower case alike; blank values do not count. */
function firstNamed(
  members: readonly Scalar[],
  names: readonly string[],
): Guess<string> | undefined {
  for (const name of names) {
    const found = members.findLast(
      (candidate) =>
        candidate.name.toLowerCase() === name.toLowerCase() && candidate.value.trim() !== "",
    );
    if (found !== undefined) {
      return { value: found.value, from: found.name };
    }
  }
  return undefined;
}
