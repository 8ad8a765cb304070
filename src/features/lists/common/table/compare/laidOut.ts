import {
  type JsonMember,
  type JsonNode,
  parseJsonText,
  sourceOf,
} from "../../../../../platform/json/jsonText";

const STEP = "  ";

/**
 * A JSON text with a line for each value: names and values keep their lexemes, names their order
 * unless they are to be sorted. White space alone is another one.
 */
export function layOutJson(
  text: string,
  { isSorted, indent = "" }: { readonly isSorted: boolean; readonly indent?: string },
): string {
  const lines: string[] = [];
  write(parseJsonText(text), indent);
  return lines.join("");

  function write(node: JsonNode, before: string): void {
    if (node.count === 0) {
      lines.push(node.type === "object" ? "{}" : node.type === "array" ? "[]" : whole(node));
    } else if (node.members === undefined) {
      writeAll("[]", before, node.items ?? [], (item, inside) => write(item, inside));
    } else {
      writeAll("{}", before, inOrder(node.members, isSorted), (member, inside) => {
        const { nameOffset, nameLength, value } = member;
        lines.push(text.slice(nameOffset, nameOffset + nameLength), ": ");
        write(value, inside);
      });
    }
  }

  function writeAll<Item>(
    brackets: "[]" | "{}",
    before: string,
    items: readonly Item[],
    writeItem: (item: Item, inside: string) => void,
  ): void {
    const inside = before + STEP;
    lines.push(brackets.charAt(0));
    for (const [index, item] of items.entries()) {
      lines.push(index === 0 ? "\n" : ",\n", inside);
      writeItem(item, inside);
    }
    lines.push("\n", before, brackets.charAt(1));
  }

  function whole(node: JsonNode): string {
    return sourceOf(text, node);
  }
}

/** By their characters, the same in every language; duplicates stay in their order. */
function inOrder(members: readonly JsonMember[], isSorted: boolean): readonly JsonMember[] {
  return isSorted
    ? members.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    : members;
}
