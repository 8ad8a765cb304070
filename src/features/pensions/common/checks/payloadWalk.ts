import {
  ARRAY_TYPE,
  childEntries,
  type IndexedText,
  OBJECT_TYPE,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import type { PayloadArray, PayloadMember, PayloadObject, PayloadValue } from "./rule";

/** Who is told of a payload's values, each before what is inside it. */
interface Visitor {
  value(value: PayloadValue): void;
  object(object: PayloadObject): void;
  array(array: PayloadArray): void;
}

/** Goes through all values of a payload, with what the definition says of each. */
export function walkPayload(
  source: IndexedText,
  { place, known }: Pick<PayloadValue, "place" | "known">,
  unfinished: ReadonlySet<number>,
  visitor: Visitor,
): void {
  if (source.entries.length > 0) {
    new Walk(source, unfinished, visitor).visit({ entry: 0, name: undefined, place, known });
  }
}

/** Recursion is no danger: the index refuses texts that are deeper than its limit. */
class Walk {
  constructor(
    private readonly source: IndexedText,
    private readonly unfinished: ReadonlySet<number>,
    private readonly visitor: Visitor,
  ) {}

  visit(value: PayloadValue): void {
    this.visitor.value(value);
    const type = typeAt(this.source.entries, value.entry);
    if (type === OBJECT_TYPE) {
      this.visitObject(value);
    } else if (type === ARRAY_TYPE) {
      this.visitArray(value);
    }
  }

  private visitObject(value: PayloadValue): void {
    const { source, unfinished } = this;
    const members = childEntries(source.entries, value.entry).map((entry): PayloadMember => {
      const name = stringAt(source, entry);
      const known = value.known.flatMap((names) => names.member(name) ?? []);
      const inside = { entry: entry + 1, name, place: value.place?.member(name), known };
      return { name, nameEntry: entry, value: inside };
    });
    const isUnfinished = unfinished.has(value.entry);
    this.visitor.object({ ...value, members, isUnfinished });
    members.forEach((member) => this.visit(member.value));
  }

  private visitArray(value: PayloadValue): void {
    const { source, unfinished } = this;
    const { name, place } = value;
    const items = childEntries(source.entries, value.entry).map((entry, index): PayloadValue => {
      const known = value.known.flatMap((names) => names.item(index) ?? []);
      return { entry, name, place: place?.item(index), known };
    });
    this.visitor.array({ ...value, items, isUnfinished: unfinished.has(value.entry) });
    items.forEach((item) => this.visit(item));
  }
}
