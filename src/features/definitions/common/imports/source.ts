import { AppError } from "../../../../platform/base/errors";
import type { DocumentPosition, ReadDocument } from "./document";

/** Characters of a text that is read; the largest documents in use have a third of that. */
export const LONGEST_TEXT = 32 * 1024 * 1024;

/** Objects and lists inside one another; more is refused, so that no reader can overflow. */
export const DEPTH_LIMIT = 512;

/** A text that was read as JSON or YAML, before anybody asked what it says. */
export interface SourceDocument {
  readonly syntax: ReadDocument["syntax"];
  /** Plain objects, lists and scalars; a tree, nothing in it is shared. */
  readonly value: unknown;
  /** A scalar as it is written, decoded but not converted: "2.0" and not 2. */
  textAt(...names: readonly string[]): string | undefined;
  /** Where a value or the name before it begins; the nearest that there is around it. */
  positionOf(steps: readonly string[]): DocumentPosition;
}

/** A document that is refused, and why; `values` go into the sentence that the user reads. */
export function refusal(
  code: `definition/${string}`,
  values: Readonly<Record<string, string | number>> = {},
): AppError {
  return new AppError("input", code, { values });
}

/** Takes a value into an object whatever its name is: `__proto__` would set the prototype. */
export function isHarmlessName(name: string): boolean {
  return name !== "__proto__";
}
