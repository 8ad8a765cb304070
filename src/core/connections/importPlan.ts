import type { Connection } from "../connection";
import { freeLabel } from "./connectionRecords";
import { FIELD_NAMES } from "./fileFields";
import { isBoundTo, originsOf } from "./secretRecord";

/** What an import would do with one connection of a file. */
export interface ImportChange {
  readonly kind: "added" | "updated" | "unchanged";
  /** As it would be stored. */
  readonly connection: Connection;
  /** Of an update: what is not as it is stored. */
  readonly fields: readonly (keyof Connection)[];
  /** Its label in the file, where another connection has that one. */
  readonly renamedFrom: string | undefined;
  /** True when an update leads it to another server: its secrets will be asked for again. */
  readonly isElsewhere: boolean;
}

/** What is there already. */
export interface ImportGround {
  readonly stored: readonly Connection[];
  /** Labels of connections that are not stored: the sandbox's. */
  readonly reserved: readonly string[];
}

/**
 * What importing these connections would do. Connections are known by their ids; a label that
 * another one has gets a number. Carried out and planned again, everything is unchanged. Pure.
 */
export function planImport(
  connections: readonly Connection[],
  { stored, reserved }: ImportGround,
): readonly ImportChange[] {
  const ids = new Set(connections.map(({ id }) => id));
  const staying = stored.filter(({ id }) => !ids.has(id)).map(({ label }) => label);
  // Only those that stay count, so that a second import comes to the same labels.
  const taken = [...reserved, ...staying];
  return connections.map((connection) => {
    const label = freeLabel(connection.label, taken);
    taken.push(label);
    const before = stored.find(({ id }) => id === connection.id);
    return changeOf({ ...connection, label }, before, connection.label);
  });
}

function changeOf(
  connection: Connection,
  before: Connection | undefined,
  wanted: string,
): ImportChange {
  const renamedFrom = connection.label === wanted ? undefined : wanted;
  if (before === undefined) {
    return { kind: "added", connection, fields: [], renamedFrom, isElsewhere: false };
  }
  const fields = FIELD_NAMES.filter((name) => !isEqual(connection[name], before[name]));
  const kind = fields.length === 0 ? "unchanged" : "updated";
  const isElsewhere = !isBoundTo(originsOf(before), connection);
  return { kind, connection, fields, renamedFrom, isElsewhere };
}

/** Lists and records of text and numbers, order of names aside. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    : value;
}
