import type { ListCell, PlainCell } from "../../messages/listTable";
import {
  ARRAY_TYPE,
  BOOLEAN_TYPE,
  childEntries,
  countAt,
  type IndexedText,
  isNamed,
  nextEntry,
  NULL_TYPE,
  NUMBER_TYPE,
  OBJECT_TYPE,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";

/** Deeper objects are shown as a number of members. */
export const NESTING_LIMIT = 6;
/** UTF-16 units of a cell's text that reach a panel. */
const CELL_LIMIT = 2000;
/** Values of a cell of several that do. */
const VALUES_LIMIT = 20;

/** What stands in place of an entry where a row has no value: nothing, or a null on the way. */
export const MISSING = -1;
export const THROUGH_NULL = -2;
/** Down from here: the row whose value it is, where a name on the way stands more than once. */
const SEVERAL = -3;

/** The entry of a row's value at a path; `MISSING` also where it opens into columns of its own. */
export function entryOfPath(page: IndexedText, row: number, path: readonly string[]): number {
  let entry = row;
  for (const name of path) {
    const next = onlyMember(page, entry, name);
    if (next === SEVERAL) {
      return severalOf(page, row, path).length === 0 ? MISSING : SEVERAL - row;
    }
    if (next === MISSING) {
      return typeAt(page.entries, entry) === NULL_TYPE ? THROUGH_NULL : MISSING;
    }
    entry = next;
  }
  return opens(page, entry, path.length) ? MISSING : entry;
}

/**
 * All values of a row at a path, in their order: of a name that stands more than once in its object
 * each; `MISSING` where one of those leads nowhere.
 */
export function entriesOfPath(
  page: IndexedText,
  row: number,
  path: readonly string[],
): readonly number[] {
  let found: readonly number[] = [row];
  for (const name of path) {
    found = found.flatMap((entry) => (entry < 0 ? entry : membersNamed(page, entry, name)));
  }
  return found;
}

/** None where all of them are objects that open into columns of their own, or missing. */
function severalOf(page: IndexedText, row: number, path: readonly string[]): readonly number[] {
  const found = entriesOfPath(page, row, path);
  const isSeen = (entry: number): boolean =>
    entry === THROUGH_NULL || (entry >= 0 && !opens(page, entry, path.length));
  return found.some(isSeen) ? found : [];
}

function membersNamed(page: IndexedText, object: number, name: string): readonly number[] {
  const { entries } = page;
  const type = typeAt(entries, object);
  if (type !== OBJECT_TYPE) {
    return [type === NULL_TYPE ? THROUGH_NULL : MISSING];
  }
  const names = childEntries(entries, object).filter((entry) => isNamed(page, entry, name));
  return names.length === 0 ? [MISSING] : names.map((entry) => entry + 1);
}

/** Whether an object at this depth is shown as columns of its own. */
export function opens({ entries }: IndexedText, entry: number, depth: number): boolean {
  const isObject = typeAt(entries, entry) === OBJECT_TYPE;
  return isObject && depth < NESTING_LIMIT && nextEntry(entries, entry) > entry + 1;
}

/** The entry of a member's value; `SEVERAL` where the name stands more than once. */
function onlyMember(page: IndexedText, object: number, name: string): number {
  const { entries } = page;
  if (typeAt(entries, object) !== OBJECT_TYPE) {
    return MISSING;
  }
  let found = MISSING;
  const end = nextEntry(entries, object);
  for (let entry = object + 1; entry < end; entry = nextEntry(entries, entry + 1)) {
    if (isNamed(page, entry, name)) {
      if (found !== MISSING) {
        return SEVERAL;
      }
      found = entry + 1;
    }
  }
  return found;
}

/** The value of an entry of `entryOfPath`, of whatever length; of a place without one what it lacks. */
export function cellAt(page: IndexedText, entry: number, path: readonly string[]): ListCell {
  if (entry > SEVERAL) {
    return plainCell(page, entry);
  }
  const values = sourcesAt(page, entry, path).map((one) => plainCell(page, one));
  return { kind: "several", times: values.length, values };
}

/** The entries behind one of `entryOfPath`: one, or several where a name stands more than once. */
export function sourcesAt(
  page: IndexedText,
  entry: number,
  path: readonly string[],
): readonly number[] {
  return entry > SEVERAL ? [entry] : severalOf(page, SEVERAL - entry, path);
}

function plainCell(page: IndexedText, entry: number): PlainCell {
  if (entry < 0) {
    return entry === THROUGH_NULL ? { kind: "null" } : { kind: "missing" };
  }
  switch (typeAt(page.entries, entry)) {
    case NULL_TYPE:
      return { kind: "null" };
    case ARRAY_TYPE:
      return { kind: "items", count: countAt(page.entries, entry) };
    case OBJECT_TYPE:
      return { kind: "members", count: countAt(page.entries, entry) };
    case NUMBER_TYPE:
      return { kind: "number", text: stringAt(page, entry) };
    case BOOLEAN_TYPE:
      return { kind: "boolean", text: stringAt(page, entry) };
    default:
      return { kind: "text", text: stringAt(page, entry) };
  }
}

/** A cell short enough to be sent; never half a character. */
export function cutCell(cell: ListCell): ListCell {
  return cell.kind === "several"
    ? { ...cell, values: cell.values.slice(0, VALUES_LIMIT).map(cutPlain) }
    : cutPlain(cell);
}

function cutPlain(cell: PlainCell): PlainCell {
  if (!("text" in cell) || cell.text.length <= CELL_LIMIT) {
    return cell;
  }
  const last = cell.text.charCodeAt(CELL_LIMIT - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  const text = cell.text.slice(0, splitsPair ? CELL_LIMIT - 1 : CELL_LIMIT);
  return { kind: cell.kind, text, isCut: true };
}
