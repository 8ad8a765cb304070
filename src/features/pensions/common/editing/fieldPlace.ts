import { type JsonNode, parseJsonText } from "../../../../platform/json/jsonText";

/** Items of a list in which a field is looked for. */
const ITEMS_LOOKED_AT = 50;

/**
 * Finds fields in the text of a payload by their paths, as drift names them (`funds[].value`):
 * offset and length of the first name that stands there, in UTF-16 units. Undefined where the
 * payload has none; of a text that is no JSON none is found.
 */
export function fieldPlaces(
  text: string,
): (path: string) => { readonly offset: number; readonly length: number } | undefined {
  const root = rootOf(text);
  return (path) => root && find(root, path === "" ? [] : path.split("."));
}

function rootOf(text: string): JsonNode | undefined {
  try {
    return parseJsonText(text);
  } catch {
    // While it is typed it is often none.
    return undefined;
  }
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

function find(node: JsonNode, [step, ...rest]: readonly string[]): Place | undefined {
  if (step === undefined) {
    return undefined;
  }
  const [name = "", ...lists] = step.split("[]");
  const found = node.members?.findLast((member) => member.name === name);
  // A list may stand outermost: its step has no name of its own.
  const values = name === "" ? [node] : found === undefined ? [] : [found.value];
  if (rest.length === 0 && found !== undefined) {
    return { offset: found.nameOffset, length: found.nameLength };
  }
  const items = lists.reduce<readonly JsonNode[]>(
    (all) => all.flatMap((one) => one.firstItems(ITEMS_LOOKED_AT)).slice(0, ITEMS_LOOKED_AT),
    values,
  );
  for (const item of items) {
    const place = find(item, rest);
    if (place !== undefined) {
      return place;
    }
  }
  return undefined;
}
