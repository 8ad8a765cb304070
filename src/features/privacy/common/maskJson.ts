import {
  ARRAY_TYPE,
  childEntries,
  type IndexedText,
  isNamed,
  lengthAt,
  NUMBER_TYPE,
  OBJECT_TYPE,
  offsetAt,
  sourceAt,
  STRING_TYPE,
  stringAt,
  typeAt,
} from "../../../platform/json/entryReading";
import { scanJson } from "../../../platform/json/scan";
import { ROW_STEP } from "../../../platform/base/masking";
import { classifiedPath, isEnvelope, isRecordOf } from "./memberNames";

/** How the values at a place are masked. */
interface ValueMasks {
  text(value: string): string;
  /** Gives a number lexeme. */
  number(lexeme: string): string;
}

/** How the parts of a JSON text are masked; `path` holds names, and "0" for items of arrays. */
interface JsonMasks {
  valuesAt(path: readonly string[]): ValueMasks;
  name(name: string): string;
}

/** A JSON text with masked values in their places: white space, order and duplicates stay. */
export function maskJsonText(text: string, of: "answer" | "row", masks: JsonMasks): string {
  const source = { text, entries: scanJson(text) };
  const writing = new Writing(source);
  writing.value(0, new Place(masks, of === "answer" && holdsList(source, 0) ? [] : [ROW_STEP]));
  return writing.finish();
}

/**
 * Whether a value is what a list comes in. One record alone is none, whatever arrays it has: its
 * members are a row's, and its total may be what a client owns. No envelope is specified.
 */
function holdsList(source: IndexedText, entry: number): boolean {
  if (typeAt(source.entries, entry) !== OBJECT_TYPE) {
    return false;
  }
  const names = childEntries(source.entries, entry);
  return (
    names.some(
      (name) =>
        typeAt(source.entries, name + 1) === ARRAY_TYPE ||
        (isEnvelope(stringAt(source, name)) && holdsList(source, name + 1)),
    ) && !isRecordOf(names.map((name) => stringAt(source, name)))
  );
}

/** A member of the objects that have the same names at the same place. */
interface Member {
  readonly name: string;
  readonly maskedName: string;
  readonly place: Place;
}

/** Sets of names that are remembered of one place; rows of a list have a few at most. */
const MOST_SHAPES = 100;

/** What the values at one place of the text mean: read from its names once, not for each row. */
class Place {
  private readonly shapes = new Map<string, readonly Member[]>();
  private latest: readonly Member[] = [];
  private itemPlace: Place | undefined;
  private valueMasks: ValueMasks | undefined;

  /** @param around names of all members beside those of the objects at this place */
  constructor(
    private readonly masks: JsonMasks,
    private readonly path: readonly string[],
    private readonly around: readonly string[] = [],
  ) {}

  get values(): ValueMasks {
    return (this.valueMasks ??= this.masks.valuesAt(this.path));
  }

  get items(): Place {
    return (this.itemPlace ??= new Place(this.masks, [...this.path, "0"]));
  }

  /** The members of an object at this place, given the entries of its names. */
  membersOf(source: IndexedText, names: readonly number[]): readonly Member[] {
    if (!hasNames(source, names, this.latest)) {
      const own = names.map((name) => stringAt(source, name));
      // Unlike a separator, JSON tells names with any characters apart.
      const key = JSON.stringify(own);
      const known = this.shapes.get(key);
      if (known === undefined && this.shapes.size >= MOST_SHAPES) {
        this.shapes.clear();
      }
      this.latest = known ?? this.shapeOf(own);
      this.shapes.set(key, this.latest);
    }
    return this.latest;
  }

  private shapeOf(own: readonly string[]): readonly Member[] {
    const names = isEnvelope(this.path.at(-1)) ? [...this.around, ...own] : own;
    return own.map((name) => ({
      name,
      maskedName: this.masks.name(name),
      place: new Place(this.masks, classifiedPath([...this.path, name], names), names),
    }));
  }
}

function hasNames(
  source: IndexedText,
  names: readonly number[],
  members: readonly Member[],
): boolean {
  return (
    names.length === members.length &&
    members.every(({ name }, index) => isNamed(source, names[index] ?? 0, name))
  );
}

/** What is written so far: slices of the text with masks between them. */
class Writing {
  private readonly parts: string[] = [];
  private done = 0;

  constructor(private readonly source: IndexedText) {}

  value(entry: number, place: Place): void {
    const { source } = this;
    switch (typeAt(source.entries, entry)) {
      case OBJECT_TYPE:
        this.members(childEntries(source.entries, entry), place);
        return;
      case ARRAY_TYPE:
        for (const item of childEntries(source.entries, entry)) {
          this.value(item, place.items);
        }
        return;
      case STRING_TYPE: {
        const text = stringAt(source, entry);
        this.text(entry, text, place.values.text(text));
        return;
      }
      case NUMBER_TYPE: {
        const lexeme = sourceAt(source, entry);
        const masked = place.values.number(lexeme);
        if (masked !== lexeme) {
          this.replace(entry, masked);
        }
        return;
      }
    }
  }

  finish(): string {
    return this.parts.join("") + this.source.text.slice(this.done);
  }

  private members(names: readonly number[], place: Place): void {
    const members = place.membersOf(this.source, names);
    names.forEach((entry, index) => {
      const member = members[index];
      if (member !== undefined) {
        this.text(entry, member.name, member.maskedName);
        // The entry after that of a name is its value.
        this.value(entry + 1, member.place);
      }
    });
  }

  /** What stays is not written anew: its escapes stay as they came. */
  private text(entry: number, text: string, masked: string): void {
    if (masked !== text) {
      this.replace(entry, JSON.stringify(masked));
    }
  }

  private replace(entry: number, text: string): void {
    const { entries } = this.source;
    const offset = offsetAt(entries, entry);
    this.parts.push(this.source.text.slice(this.done, offset), text);
    this.done = offset + lengthAt(entries, entry);
  }
}
