import { type JsonNode, parseJsonText, stringValue } from "../../../platform/json/jsonText";
import type { PensionIdentity } from "./target";

interface Readdressed {
  readonly text: string;
  /** Names of the members that hold another id now, each once. */
  readonly changed: readonly (keyof PensionIdentity)[];
}

interface Edit {
  readonly node: JsonNode;
  readonly name: keyof PensionIdentity;
}

/**
 * A payload for another pension: members that hold the ids of the one hold those of the other;
 * nothing else is touched. What is no JSON yet stays as it is.
 */
export function readdress(text: string, from: PensionIdentity, to: PensionIdentity): Readdressed {
  const edits = idsIn(text, from).sort((one, other) => other.node.offset - one.node.offset);
  const changes = edits.filter(({ name }) => from[name] !== to[name]);
  const readdressed = changes.reduce(
    (now, { node: { offset, length }, name }) =>
      `${now.slice(0, offset)}${JSON.stringify(to[name])}${now.slice(offset + length)}`,
    text,
  );
  return { text: readdressed, changed: [...new Set(changes.map(({ name }) => name))].sort() };
}

/** Where the ids stand, at whatever depth. */
function idsIn(text: string, { clientId, pensionId }: PensionIdentity): Edit[] {
  const found: Edit[] = [];
  const open = rootOf(text);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...(node.items ?? []));
    for (const { name, value } of node.members ?? []) {
      const held = value.type === "string" ? stringValue(text, value) : undefined;
      if (name === "clientId" && held?.toLowerCase() === clientId.toLowerCase()) {
        found.push({ node: value, name });
      } else if (name === "pensionId" && held === pensionId) {
        found.push({ node: value, name });
      } else {
        open.push(value);
      }
    }
  }
  return found;
}

function rootOf(text: string): JsonNode[] {
  try {
    return [parseJsonText(text)];
  } catch {
    return [];
  }
}
