import type { JsonNode } from "./jsonText";

/** Names and indexes from the outermost value inwards. */
export type JsonPath = readonly (string | number)[];

/** A place as a JSON Pointer (RFC 6901); "" is the whole. */
export function formatPointer(path: JsonPath): string {
  return path
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** The steps of a JSON Pointer; what stands before its first slash is left out. */
export function parsePointer(pointer: string): readonly string[] {
  return pointer.split("/").slice(1).map(unescaped);
}

/** The steps of one that is the fragment of a URI, where they may be percent-encoded. */
export function parseFragmentPointer(fragment: string): readonly string[] {
  return fragment
    .split("/")
    .slice(1)
    .map((step) => unescaped(decodeFragment(step)));
}

/** The value that a pointer leads to; where it leads nowhere, the last one on the way. */
export function nodeAtPointer(root: JsonNode, pointer: string): JsonNode {
  let node = root;
  for (const step of parsePointer(pointer)) {
    const next = node.type === "array" ? itemAt(node, step) : node.find(step);
    if (next === undefined) {
      return node;
    }
    node = next;
  }
  return node;
}

function itemAt(node: JsonNode, step: string): JsonNode | undefined {
  const index = /^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : -1;
  const items = node.firstItems(index + 1);
  return items.length === index + 1 ? items[index] : undefined;
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A part of a fragment without its percent-encoding; as it stands where that is not valid. */
export function decodeFragment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
