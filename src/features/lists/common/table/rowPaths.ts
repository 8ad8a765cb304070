import { formatPointer } from "../../../../platform/json/jsonPointer";
import {
  ARRAY_TYPE,
  BOOLEAN_TYPE,
  type IndexedText,
  isNamed,
  lengthAt,
  nextEntry,
  NULL_TYPE,
  NUMBER_TYPE,
  OBJECT_TYPE,
  offsetAt,
  stringAt,
  typeAt,
} from "../../../../platform/json/entryReading";
import { opens } from "./cells";
import { SEEN, type ValueFacts } from "./columnKinds";
import { decimalsIn, isBlankText, isDateText, isUuidText } from "./valueShapes";

/** Paths that are told apart; an answer may give each of its values a name of its own. */
const PATH_LIMIT = 10_000;

/** A place that values of rows have, and what the values have in common. */
export interface RowPath extends ValueFacts {
  /** Names of the members that lead to it from the row. */
  readonly path: readonly string[];
  readonly key: string;
  /** Some row has a value here that is shown, null apart. */
  readonly hasValue: boolean;
  /** Some row has an object here that opens into paths of its own. */
  readonly hasMembers: boolean;
}

/** Every path of the rows, in the order in which they appear first. */
export class RowPaths {
  private readonly root = new PathNode([], "", 0);
  private readonly nodes: PathNode[] = [this.root];

  private isEmpty = true;

  /** None where there was no row. */
  get all(): readonly RowPath[] {
    return this.isEmpty ? [] : this.nodes;
  }

  /** Takes in what a row has. */
  add(page: IndexedText, row: number): void {
    this.isEmpty = false;
    this.collect(page, row, this.root);
  }

  /** Takes in what other rows have, as if they followed these. */
  merge(other: RowPaths): void {
    this.isEmpty &&= other.isEmpty;
    const own = new Map<PathNode, PathNode>([[other.root, this.root]]);
    for (const node of other.nodes) {
      const parent = node.parent === undefined ? undefined : own.get(node.parent);
      const name = node.path.at(-1) ?? "";
      const here = node === other.root ? this.root : parent && this.childOf(parent, name);
      if (here !== undefined) {
        own.set(node, here);
        here.merge(node);
      }
    }
  }

  private collect(page: IndexedText, entry: number, node: PathNode): void {
    if (!opens(page, entry, node.path.length)) {
      node.see(page, entry);
      return;
    }
    node.hasMembers = true;
    const { entries } = page;
    const end = nextEntry(entries, entry);
    let expected = 0;
    for (let name = entry + 1; name < end; name = nextEntry(entries, name + 1)) {
      // Rows mostly have the same members in the same order: then no name is made or looked up.
      const guess = node.children[expected];
      const child =
        guess !== undefined && isNamed(page, name, guess.name)
          ? guess
          : this.childOf(node, stringAt(page, name));
      if (child !== undefined) {
        expected = child.place + 1;
        this.collect(page, name + 1, child);
      }
    }
  }

  private childOf(node: PathNode, name: string): PathNode | undefined {
    const known = node.byName.get(name);
    if (known !== undefined || this.nodes.length >= PATH_LIMIT) {
      return known;
    }
    const key = node.key + formatPointer([name]);
    const child = new PathNode([...node.path, name], key, node.children.length, node);
    node.children.push(child);
    node.byName.set(name, child);
    this.nodes.push(child);
    return child;
  }
}

class PathNode implements RowPath {
  readonly children: PathNode[] = [];
  readonly byName = new Map<string, PathNode>();
  hasValue = false;
  hasMembers = false;
  seen = 0;
  hasText = false;
  isDates = true;
  isIds = true;
  decimals = 0;

  constructor(
    readonly path: readonly string[],
    readonly key: string,
    /** Among the children of its parent. */
    readonly place: number,
    readonly parent?: PathNode,
  ) {}

  get name(): string {
    return this.path.at(-1) ?? "";
  }

  see(page: IndexedText, entry: number): void {
    switch (typeAt(page.entries, entry)) {
      case NULL_TYPE:
        return;
      case OBJECT_TYPE:
        // A row without members needs no column of its own.
        this.hasValue ||= this.path.length > 0;
        this.seen |= SEEN.members;
        return;
      case ARRAY_TYPE:
        this.seen |= SEEN.items;
        break;
      case BOOLEAN_TYPE:
        this.seen |= SEEN.boolean;
        break;
      case NUMBER_TYPE:
        this.seeNumber(page, entry);
        break;
      default:
        this.seeText(page, entry);
    }
    this.hasValue = true;
  }

  merge(other: PathNode): void {
    this.hasValue ||= other.hasValue;
    this.hasMembers ||= other.hasMembers;
    this.seen |= other.seen;
    this.hasText ||= other.hasText;
    this.isDates &&= other.isDates;
    this.isIds &&= other.isIds;
    this.decimals = Math.max(this.decimals, other.decimals);
  }

  private seeNumber({ text, entries }: IndexedText, entry: number): void {
    this.seen |= SEEN.number;
    const from = offsetAt(entries, entry);
    const decimals = decimalsIn(text, from, from + lengthAt(entries, entry));
    this.decimals = Math.max(this.decimals, decimals);
  }

  private seeText({ text, entries }: IndexedText, entry: number): void {
    this.seen |= SEEN.text;
    if (!this.isDates && !this.isIds) {
      return;
    }
    const from = offsetAt(entries, entry) + 1;
    const to = from + lengthAt(entries, entry) - 2;
    if (!isBlankText(text, from, to)) {
      this.hasText = true;
      this.isDates &&= isDateText(text, from, to);
      this.isIds &&= isUuidText(text, from, to);
    }
  }
}
