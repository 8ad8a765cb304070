import { JSON_TYPES } from "../../../../platform/json/entries";
import {
  ARRAY_TYPE,
  nextEntry,
  NUMBER_TYPE,
  OBJECT_TYPE,
  sourceAt,
  stringAt,
  typeAt,
  type IndexedText,
} from "../../../../platform/json/entryReading";
import { fieldPath, itemPath } from "../schemas/path";
import type { SchemaView, SchemaShape } from "../schemas/shape";
import { includesType, typesText } from "../schemas/types";
import type { DriftFinding } from "./drift";
import { FindingList } from "./findingList";
import { schemaAlternatives } from "./schemaAlternatives";

/** An answer of which the end may be missing. */
export interface AnswerText extends IndexedText {
  /** Numbers of the containers that go on after the text. */
  readonly open: ReadonlySet<number>;
}

/** Items of each list that are looked at. */
const MOST_ITEMS = 500;
/** Containers inside one another that are looked at. */
const DEEPEST = 64;
/** Values that are looked at, those of ways that did not fit included. */
const MOST_VALUES = 200_000;
/** New names in one object; more are keys of a map that the definition does not call one. */
const MOST_NEW_NAMES = 20;

/** Where a value stands. */
interface Place {
  readonly entry: number;
  readonly path: string;
  readonly depth: number;
}

/** One pass over one answer. */
export class ShapeWalk {
  private readonly paths = new Map<string, Map<string, string>>();
  private readonly expected = new Map<SchemaShape, string>();
  private values = 0;

  constructor(private readonly answer: AnswerText) {}

  /** What is not as `view` says. */
  compare(view: SchemaView): readonly DriftFinding[] {
    const found = new FindingList();
    this.walk(view.shape, { entry: 0, path: "", depth: 0 }, found);
    return found.findings;
  }

  private walk(shape: SchemaShape, place: Place, found: FindingList): void {
    if (++this.values > MOST_VALUES || place.depth > DEEPEST) {
      return;
    }
    const ways = schemaAlternatives(shape);
    const seen = this.typeOf(place.entry);
    const fitting = ways.filter(({ types }) => types === undefined || includesType(types, seen));
    const [only, ...more] = fitting;
    if (only === undefined) {
      if (ways.length === 0) {
        // Nothing but a choice between itself and itself.
        return;
      }
      const expected = this.expectedOf(shape, ways);
      found.add({ kind: "type", path: place.path, expected, seen, count: 1 });
    } else if (more.length === 0) {
      this.walkInto(only, place, found);
    } else {
      this.best(fitting, place).forEach((finding) => found.add(finding));
    }
  }

  /** Findings of the closest `oneOf` branch; none where a branch matches. */
  private best(ways: readonly SchemaShape[], place: Place): readonly DriftFinding[] {
    let least: readonly DriftFinding[] | undefined;
    for (const way of this.named(ways, place.entry)) {
      const found = new FindingList();
      this.walkInto(way, place, found);
      if (found.size === 0) {
        return [];
      }
      if (least === undefined || found.size < least.length) {
        least = found.findings;
      }
    }
    return least ?? [];
  }

  /** Ways whose one value for a member is the one that came: all where none names itself so. */
  private named(ways: readonly SchemaShape[], entry: number): readonly SchemaShape[] {
    if (typeAt(this.answer.entries, entry) !== OBJECT_TYPE) {
      return ways;
    }
    const sources = new Map(
      this.members(entry).map(({ name, value }) => [name, sourceAt(this.answer, value)]),
    );
    const isNamed = ({ properties }: SchemaShape): boolean =>
      [...properties].every(([name, { shape }]) => {
        const source = sources.get(name);
        return shape.values === undefined || source === undefined || shape.values.includes(source);
      });
    const named = ways.filter(isNamed);
    return named.length === 0 ? ways : named;
  }

  private walkInto(shape: SchemaShape, place: Place, found: FindingList): void {
    const type = typeAt(this.answer.entries, place.entry);
    if (type === ARRAY_TYPE) {
      this.walkItems(shape, place, found);
    } else if (type === OBJECT_TYPE) {
      this.walkMembers(shape, place, found);
    }
  }

  private walkItems(
    { items }: SchemaShape,
    { entry, path, depth }: Place,
    found: FindingList,
  ): void {
    const { entries } = this.answer;
    const end = nextEntry(entries, entry);
    if (items === undefined) {
      return;
    }
    let count = 0;
    for (let item = entry + 1; item < end && count < MOST_ITEMS; item = nextEntry(entries, item)) {
      this.walk(items.shape, { entry: item, path: itemPath(path), depth: depth + 1 }, found);
      count++;
    }
  }

  private walkMembers(shape: SchemaShape, place: Place, found: FindingList): void {
    const members = this.members(place.entry);
    const isUnnamed = shape.properties.size === 0 && shape.others !== false;
    const isOpen = shape.others === true || shape.hasPatterns || isUnnamed;
    const isMap = typeof shape.others === "object";
    const fresh: { readonly name: string; readonly type: string }[] = [];
    for (const { name, value } of members) {
      const known = shape.properties.get(name) ?? (isMap ? shape.others : undefined);
      if (typeof known === "object") {
        const path = this.pathOf(place.path, shape.properties.has(name) ? name : "*");
        this.walk(known.shape, { entry: value, path, depth: place.depth + 1 }, found);
      } else if (!isOpen) {
        fresh.push({ name, type: this.typeOf(value) });
      }
    }
    addNew(fresh, place.path, found);
    if (!this.answer.open.has(place.entry)) {
      addMissing(shape, new Set(members.map(({ name }) => name)), place.path, found);
    }
  }

  private expectedOf(shape: SchemaShape, ways: readonly SchemaShape[]): string {
    const known = this.expected.get(shape);
    const types = new Set(known === undefined ? ways.flatMap((way) => way.types ?? []) : []);
    const expected = known ?? typesText([...types].sort());
    this.expected.set(shape, expected);
    return expected;
  }

  /** The same few paths are met with every item. */
  private pathOf(parent: string, name: string): string {
    const known = this.paths.get(parent) ?? new Map<string, string>();
    this.paths.set(parent, known);
    const path = known.get(name) ?? fieldPath(parent, name);
    known.set(name, path);
    return path;
  }

  private members(entry: number): readonly { readonly name: string; readonly value: number }[] {
    const { entries } = this.answer;
    const end = nextEntry(entries, entry);
    const found: { readonly name: string; readonly value: number }[] = [];
    for (let name = entry + 1; name < end; name = nextEntry(entries, name + 1)) {
      found.push({ name: stringAt(this.answer, name), value: name + 1 });
    }
    return found;
  }

  /** As JSON Schema names it; a number is whole where it is written so. */
  private typeOf(entry: number): string {
    const type = typeAt(this.answer.entries, entry);
    if (type === NUMBER_TYPE) {
      return /[.eE]/.test(sourceAt(this.answer, entry)) ? "number" : "integer";
    }
    return JSON_TYPES[type] ?? "null";
  }
}

/** Names that are ids, dates or addresses are data of somebody, and no fields. */
const DATA_NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}|@|^\d|.{65}/i;

function addNew(
  fresh: readonly { readonly name: string; readonly type: string }[],
  path: string,
  found: FindingList,
): void {
  for (const { name, type } of fresh) {
    const isField = fresh.length <= MOST_NEW_NAMES && !DATA_NAME.test(name);
    found.add({ kind: "new", path: fieldPath(path, isField ? name : "*"), seen: type, count: 1 });
  }
}

/** What only clients write is in no answer. */
function addMissing(
  { required, properties }: SchemaShape,
  names: ReadonlySet<string>,
  path: string,
  found: FindingList,
): void {
  for (const name of required) {
    if (!names.has(name) && properties.get(name)?.shape.writeOnly !== true) {
      const expected = properties.get(name)?.shape.types;
      found.add({
        ...{ kind: "missing", path: fieldPath(path, name), count: 1 },
        ...(expected === undefined ? {} : { expected: typesText(expected) }),
      });
    }
  }
}
