import { isAppError } from "../../../../platform/base/errors";
import { ENTRY_WIDTH, JSON_TYPES } from "../../../../platform/json/entries";
import {
  ARRAY_TYPE,
  childEntries,
  NUMBER_TYPE,
  OBJECT_TYPE,
  sourceAt,
  stringAt,
  typeAt,
  type IndexedText,
} from "../../../../platform/json/entryReading";
import { scanPrefix } from "../../../../platform/json/scan";
import { memberOf, type Schema, typesOf } from "../../../../platform/service/definition/schema";
import { includesType } from "../../../../platform/service/definition/schemaGraph";
import { valuesOf } from "../changes/valueChanges";
import { fieldPath, itemPath } from "../fieldPaths";
import { typesText } from "../schemaTypes";
import type { DriftFinding } from "./drift";
import { FindingList } from "./driftList";
import { schemaAlternatives } from "./schemaAlternatives";

/** Characters of an answer that are looked at. */
export const LONGEST_COMPARED = 1_048_576;

/**
 * Where a JSON answer is not as its schema says, each finding once with the number of its places.
 * Bounded: the first `LONGEST_COMPARED` characters, the first items of each list, so deep and so
 * many findings. `format`, listed values and limits are not looked at; what is no
 * JSON has no findings. Never throws. `isCut`: the text is a beginning.
 */
export function compareShape(
  schema: Schema,
  text: string,
  isCut = text.length > LONGEST_COMPARED,
): readonly DriftFinding[] {
  try {
    const answer = readBeginning(text, isCut);
    return answer === undefined ? [] : new AnswerWalk(answer).compare(schema);
  } catch (error) {
    // What is too deep or no JSON is reported where the answer is shown.
    if (isAppError(error) || error instanceof RangeError) {
      return [];
    }
    throw error;
  }
}

function readBeginning(text: string, isCut: boolean): AnswerText | undefined {
  const part = text.slice(0, LONGEST_COMPARED);
  // A number or word at the very end is only taken where something comes after it.
  const prefix = scanPrefix(isCut ? part : `${part}\n`);
  const isWhole = prefix?.open.length === 0;
  if (prefix === undefined || prefix.entries.length < ENTRY_WIDTH || (!isCut && !isWhole)) {
    return undefined;
  }
  return { text: part, entries: prefix.entries, open: new Set(prefix.open) };
}

/** An answer of which the end may be missing. */
interface AnswerText extends IndexedText {
  /** Numbers of the containers that go on after the text. */
  readonly open: ReadonlySet<number>;
}

/** Items of each list that are looked at. */
const MOST_ITEMS = 500;
/** Containers inside one another that are looked at. */
const DEEPEST = 64;
/** Values that are looked at, those of branches that did not fit included. */
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
class AnswerWalk {
  private readonly paths = new Map<string, Map<string, string>>();
  private readonly expected = new Map<Schema, string>();
  private readonly listed = new Map<Schema, ReadonlySet<string>>();
  private values = 0;

  constructor(private readonly answer: AnswerText) {}

  /** What is not as `schema` says. */
  compare(schema: Schema): readonly DriftFinding[] {
    const found = new FindingList();
    this.walk(schema, { entry: 0, path: "", depth: 0 }, found);
    return found.findings;
  }

  private walk(schema: Schema, place: Place, found: FindingList): void {
    if (++this.values > MOST_VALUES || place.depth > DEEPEST) {
      return;
    }
    const alternatives = schemaAlternatives(schema);
    const seen = this.typeOf(place.entry);
    const fitting = alternatives.filter((one) => allowsType(one, seen));
    const [only, ...more] = fitting;
    if (only === undefined) {
      if (alternatives.length === 0) {
        // Nothing but a choice between itself and itself.
        return;
      }
      const expected = this.expectedOf(schema, alternatives);
      found.add({ kind: "type", path: place.path, expected, seen, count: 1 });
    } else if (more.length === 0) {
      this.walkInto(only, place, found);
    } else {
      this.best(fitting, place).forEach((finding) => found.add(finding));
    }
  }

  /** Findings of the closest `oneOf` branch; none where a branch matches. */
  private best(branches: readonly Schema[], place: Place): readonly DriftFinding[] {
    let least: readonly DriftFinding[] | undefined;
    for (const branch of this.named(branches, place.entry)) {
      const found = new FindingList();
      this.walkInto(branch, place, found);
      if (found.size === 0) {
        return [];
      }
      if (least === undefined || found.size < least.length) {
        least = found.findings;
      }
    }
    return least ?? [];
  }

  /** Branches that list the values that came for their members; all where none does. */
  private named(branches: readonly Schema[], entry: number): readonly Schema[] {
    if (typeAt(this.answer.entries, entry) !== OBJECT_TYPE) {
      return branches;
    }
    const sources = new Map(
      this.members(entry).map(({ name, value }) => [name, sourceAt(this.answer, value)]),
    );
    const isNamed = ({ properties = {} }: Schema): boolean =>
      [...sources].every(([name, source]) => {
        const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
        const listed = member === undefined ? undefined : this.listedBy(member);
        return listed === undefined || listed.has(source);
      });
    const named = branches.filter(isNamed);
    return named.length === 0 ? branches : named;
  }

  /** JSON texts of the values that a schema lists, null left out. */
  private listedBy(schema: Schema): ReadonlySet<string> | undefined {
    if (schema.enum === undefined) {
      return undefined;
    }
    const known = this.listed.get(schema) ?? new Set(valuesOf(schema));
    this.listed.set(schema, known);
    return known;
  }

  private walkInto(schema: Schema, place: Place, found: FindingList): void {
    const type = typeAt(this.answer.entries, place.entry);
    if (type === ARRAY_TYPE) {
      this.walkItems(schema, place, found);
    } else if (type === OBJECT_TYPE) {
      this.walkMembers(schema, place, found);
    }
  }

  private walkItems({ items }: Schema, { entry, path, depth }: Place, found: FindingList): void {
    if (items === undefined) {
      return;
    }
    for (const item of childEntries(this.answer.entries, entry, MOST_ITEMS)) {
      this.walk(items, { entry: item, path: itemPath(path), depth: depth + 1 }, found);
    }
  }

  private walkMembers(schema: Schema, place: Place, found: FindingList): void {
    const members = this.members(place.entry);
    const { properties = {}, additionalProperties: others, hasPatternProperties = false } = schema;
    const isOpen =
      others === true || hasPatternProperties || (others !== false && !hasMembers(properties));
    const fresh: { readonly name: string; readonly type: string }[] = [];
    for (const { name, value } of members) {
      const isNamed = Object.hasOwn(properties, name);
      const known = isNamed ? properties[name] : others;
      if (typeof known === "object") {
        const path = this.pathOf(place.path, isNamed ? name : "*");
        this.walk(known, { entry: value, path, depth: place.depth + 1 }, found);
      } else if (!isOpen) {
        fresh.push({ name, type: this.typeOf(value) });
      }
    }
    addNew(fresh, place.path, found);
    if (!this.answer.open.has(place.entry)) {
      addMissing(schema, new Set(members.map(({ name }) => name)), place.path, found);
    }
  }

  private expectedOf(schema: Schema, alternatives: readonly Schema[]): string {
    const known = this.expected.get(schema);
    const types = new Set(known === undefined ? alternatives.flatMap(typesOf) : []);
    const expected = known ?? typesText([...types]);
    this.expected.set(schema, expected);
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
    return childEntries(this.answer.entries, entry).map((name) => ({
      name: stringAt(this.answer, name),
      value: name + 1,
    }));
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

/** Whether a value of a type fits; any does where none is told. */
function allowsType(schema: Schema, type: string): boolean {
  return schema.type === undefined || includesType(typesOf(schema), type);
}

function hasMembers(properties: object): boolean {
  for (const name in properties) {
    if (Object.hasOwn(properties, name)) {
      return true;
    }
  }
  return false;
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
  schema: Schema,
  names: ReadonlySet<string>,
  path: string,
  found: FindingList,
): void {
  for (const name of schema.required ?? []) {
    const member = memberOf(schema, name);
    if (!names.has(name) && member?.writeOnly !== true) {
      found.add({
        ...{ kind: "missing", path: fieldPath(path, name), count: 1 },
        ...(member?.type === undefined ? {} : { expected: typesText(typesOf(member)) }),
      });
    }
  }
}
