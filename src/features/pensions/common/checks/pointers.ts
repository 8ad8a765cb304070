import type { JsonNode } from "../../../../platform/json/jsonText";

/** Names and numbers of a JSON Pointer (RFC 6901), decoded, from the outermost value on. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** One step of a JSON Pointer, with the slash before it. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value that a pointer leads to; where it leads nowhere, the last one on the way. */
export function valueAtPointer(root: JsonNode, pointer: string): JsonNode {
  let node = root;
  for (const step of pointerSteps(pointer)) {
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
