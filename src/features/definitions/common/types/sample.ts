import type { JsonNode } from "../../../../platform/json/jsonText";
import { MOST_ITEMS } from "./types";

interface Sample {
  /** The JSON text without the items beyond. */
  readonly text: string;
  readonly isCut: boolean;
  /** Only objects have types with names. */
  readonly hasObject: boolean;
}

/** A JSON text with at most so many items of each list, whatever else is in it. */
export function sampleOf(text: string, root: JsonNode): Sample {
  const cuts: { readonly from: number; readonly to: number }[] = [];
  let hasObject = false;
  const open: JsonNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "object") {
      hasObject = true;
      node.members?.forEach(({ value }) => open.push(value));
    } else if (node.type === "array") {
      const items = node.firstItems(MOST_ITEMS);
      const last = items.at(-1);
      if (last !== undefined && node.count > items.length) {
        cuts.push({ from: last.offset + last.length, to: node.offset + node.length - 1 });
      }
      open.push(...items);
    }
  }
  cuts.sort((one, other) => one.from - other.from);
  let kept = "";
  let done = 0;
  for (const { from, to } of cuts) {
    kept += text.slice(done, from);
    done = to;
  }
  return { text: kept + text.slice(done), isCut: cuts.length > 0, hasObject };
}
