import {
  type IndexedText,
  isNamed,
  nextEntry,
  NULL_TYPE,
  NUMBER_TYPE,
  OBJECT_TYPE,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import { entriesOfPath, opens } from "../../../lists/common/table/cells";

/** Spreadsheets have trouble with fewer; the lossless forms have all. */
export const EXPORT_COLUMN_LIMIT = 2000;

/**
 * Places that are told apart. A column needs at most as many of them as names may follow each other: with this many there
 * are more columns than the limit of those, so that none is lost unsaid.
 */
const PLACE_LIMIT = 20_000;

/** A place that values of rows have. */
interface ColumnPlace {
  readonly path: readonly string[];
  /** Some row has a number here, and none anything else but null. */
  readonly isNumeric: boolean;
}

/**
 * What a row has in a column: an entry, or all of them, as `entriesOfPath` has them, where a name on the
 * way stands more than once in its object; those come last, in place of what was told before.
 */
type TakeCell = (column: number, entry: number | readonly number[]) => void;

/** The columns of rows: gathered from all of them, or given; then what each row has in them. */
export class ColumnTree {
  private readonly root = new Place("", undefined);
  private readonly places: Place[] = [this.root];
  private readonly lost = new Set<string>();
  private columns: readonly Place[] = [];
  private rowsRead = 0;
  /** The last row that has a name more than once in one object, and how many have. */
  private lastRepeated = 0;
  private repeats = 0;

  /** A tree of just these columns. */
  static of(paths: readonly (readonly string[])[]): ColumnTree {
    const tree = new ColumnTree();
    tree.columns = paths.map((path) => {
      let place: Place | undefined = tree.root;
      for (const name of path) {
        place = place && tree.childOf(place, name);
      }
      return place ?? tree.root;
    });
    tree.number();
    return tree;
  }

  /** Takes in what a row has. */
  add(page: IndexedText, row: number): void {
    this.collect(page, row, this.root);
  }

  /** Ends gathering: says how many columns there are beyond the limit, at least. */
  settle(): number {
    // Where some rows have an object and others null, the object's own columns show the null.
    const kept = this.places.filter(({ hasValue, hasMembers }) => hasValue || !hasMembers);
    // A row without members needs no column of its own, unless there is nothing else to show.
    const named = kept.filter((place) => place !== this.root || place.hasValue);
    const all = this.root.isSeen ? (named.length > 0 ? named : kept) : [];
    this.columns = all.slice(0, EXPORT_COLUMN_LIMIT);
    this.number();
    return all.length - this.columns.length + this.lost.size;
  }

  /** In the order in which they appear first, or as they were given. */
  get found(): readonly ColumnPlace[] {
    return this.columns.map(({ path, isNumeric }) => ({ path, isNumeric }));
  }

  /** How many of the rows that were read have a name more than once in one object. */
  get repeatedRows(): number {
    return this.repeats;
  }

  /** Tells the cells of a row. */
  read(page: IndexedText, row: number, take: TakeCell): void {
    this.rowsRead++;
    this.readPlace(page, row, { place: this.root, take });
    if (this.lastRepeated === this.rowsRead) {
      this.repeats++;
      this.readRepeated(page, row, take);
    }
  }

  private readRepeated(page: IndexedText, row: number, take: TakeCell): void {
    for (const [column, { path, hasColumnsBelow }] of this.columns.entries()) {
      const entries = entriesOfPath(page, row, path);
      const isShown = (entry: number): boolean =>
        entry >= 0 && !(hasColumnsBelow && opens(page, entry, 0));
      if (entries.length > 1 && entries.some(isShown)) {
        take(column, entries);
      }
    }
  }

  private number(): void {
    for (const [column, place] of this.columns.entries()) {
      place.columns.push(column);
    }
    for (const { columns, parent } of this.places) {
      for (let above = columns.length > 0 ? parent : undefined; above; above = above.parent) {
        above.hasColumnsBelow = true;
      }
    }
  }

  private collect(page: IndexedText, entry: number, place: Place): void {
    place.isSeen = true;
    const type = typeAt(page.entries, entry);
    if (!opens(page, entry, place.depth)) {
      // An object without members is no reason for a column of the row itself.
      place.hasValue ||= type !== NULL_TYPE && (type !== OBJECT_TYPE || place !== this.root);
      place.hasNumber ||= type === NUMBER_TYPE;
      place.hasOther ||= type !== NUMBER_TYPE && type !== NULL_TYPE;
      return;
    }
    place.hasMembers = true;
    const end = nextEntry(page.entries, entry);
    let expected = 0;
    for (let name = entry + 1; name < end; name = nextEntry(page.entries, name + 1)) {
      const child =
        this.guess(page, name, place.children[expected]) ?? this.named(page, name, place);
      if (child !== undefined) {
        expected = child.order + 1;
        this.collect(page, name + 1, child);
      }
    }
  }

  private readPlace(
    page: IndexedText,
    entry: number,
    reading: { readonly place: Place; readonly take: TakeCell },
  ): void {
    const { place, take } = reading;
    if (place.lastRow === this.rowsRead) {
      this.lastRepeated = this.rowsRead;
    }
    place.lastRow = this.rowsRead;
    if (!place.hasColumnsBelow || !opens(page, entry, 0)) {
      for (const column of place.columns) {
        take(column, entry);
      }
      return;
    }
    const end = nextEntry(page.entries, entry);
    let expected = 0;
    for (let name = entry + 1; name < end; name = nextEntry(page.entries, name + 1)) {
      const child =
        this.guess(page, name, place.children[expected]) ?? place.byName.get(stringAt(page, name));
      if (child !== undefined) {
        expected = child.order + 1;
        this.readPlace(page, name + 1, { place: child, take });
      }
    }
  }

  /** Rows mostly have the same members in the same order: then no name is made or looked up. */
  private guess(page: IndexedText, name: number, likely: Place | undefined): Place | undefined {
    return likely !== undefined && isNamed(page, name, likely.name) ? likely : undefined;
  }

  private named(page: IndexedText, name: number, place: Place): Place | undefined {
    return this.childOf(place, stringAt(page, name));
  }

  private childOf(place: Place, name: string): Place | undefined {
    const known = place.byName.get(name);
    if (known !== undefined) {
      return known;
    }
    if (this.places.length >= PLACE_LIMIT) {
      this.lose(place, name);
      return undefined;
    }
    const child = new Place(detached(name), place);
    place.children.push(child);
    place.byName.set(child.name, child);
    this.places.push(child);
    return child;
  }

  private lose(place: Place, name: string): void {
    if (this.lost.size < PLACE_LIMIT) {
      this.lost.add(detached(JSON.stringify([...place.path, name])));
    }
  }
}

/** A copy: a slice would keep alive the whole block that it was cut from. */
function detached(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}

class Place implements ColumnPlace {
  readonly children: Place[] = [];
  readonly byName = new Map<string, Place>();
  /** Which columns show it: more than one only where one was given twice. */
  readonly columns: number[] = [];
  readonly depth: number;
  /** Among the children of its parent. */
  readonly order: number;
  isSeen = false;
  hasValue = false;
  hasMembers = false;
  hasNumber = false;
  hasOther = false;
  hasColumnsBelow = false;
  /** Which row was read here last. */
  lastRow = 0;

  constructor(
    readonly name: string,
    readonly parent: Place | undefined,
  ) {
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.order = parent?.children.length ?? 0;
  }

  get path(): readonly string[] {
    return this.parent === undefined ? [] : [...this.parent.path, this.name];
  }

  get isNumeric(): boolean {
    return this.hasNumber && !this.hasOther;
  }
}
