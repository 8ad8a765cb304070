import { getLocation } from "jsonc-parser";
import { isUuid } from "../../../../platform/base/uuid";

/** A string value of a payload, and where it stands; offset and length in UTF-16 units. */
interface StringPlace {
  /** Name of the nearest member that it belongs to; undefined for an item of the outermost array. */
  readonly name: string | undefined;
  readonly value: string;
  readonly offset: number;
  /** With its quotes. */
  readonly length: number;
}

/** The string value at an offset, also in a text that is half typed; never the name of a member. */
export function stringAt(text: string, offset: number): StringPlace | undefined {
  const { previousNode: node, path } = getLocation(text, offset);
  // The name of a member is a "property".
  if (node?.type !== "string") {
    return undefined;
  }
  const { offset: start, length } = node;
  // It may have ended before the place, but it never begins after it.
  if (offset > start + length) {
    return undefined;
  }
  const name = path.findLast((step) => typeof step === "string");
  return { name, value: String(node.value), offset: start, length };
}

/** What a string value of a payload may name. */
export type NamedId =
  | { readonly kind: "client"; readonly clientId: string }
  | { readonly kind: "pension"; readonly pensionId: string };

/**
 * A client by its UUID; a pension by its member's name, or as one of those that are known of the
 * client that the payload is for.
 */
export function namedId(
  { name, value }: StringPlace,
  isKnownPension: (id: string) => boolean,
): NamedId | undefined {
  if (name === "pensionId" ? value !== "" : isKnownPension(value)) {
    return { kind: "pension", pensionId: value };
  }
  return isUuid(value) ? { kind: "client", clientId: value } : undefined;
}
