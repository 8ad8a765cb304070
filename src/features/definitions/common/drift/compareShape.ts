import { isAppError } from "../../../../platform/base/errors";
import { ENTRY_WIDTH } from "../../../../platform/json/entries";
import { scanPrefix } from "../../../../platform/json/scan";
import type { SchemaView } from "../schemas/shape";
import type { DriftFinding } from "./drift";
import { ShapeWalk, type AnswerText } from "./shapeWalk";

/** Characters of an answer that are looked at. */
export const LONGEST_COMPARED = 1_048_576;

/**
 * Where a JSON answer is not as its schema says, each finding once with the number of its places.
 * Bounded: the first `LONGEST_COMPARED` characters, the first items of each list, so deep and so
 * many findings (`shapeWalk.ts`). `format`, listed values and limits are not looked at; what is no
 * JSON has no findings. Never throws. `isCut`: the text is a beginning.
 */
export function compareView(
  view: SchemaView,
  text: string,
  isCut = text.length > LONGEST_COMPARED,
): readonly DriftFinding[] {
  try {
    const answer = readBeginning(text, isCut);
    return answer === undefined ? [] : new ShapeWalk(answer).compare(view);
  } catch (error) {
    // What is too deep or no JSON is told elsewhere; nobody waits for this.
    if (isAppError(error) || error instanceof RangeError) {
      return [];
    }
    throw error;
  }
}

function readBeginning(text: string, isCut: boolean): AnswerText | undefined {
  const part = text.slice(0, LONGEST_COMPARED);
  // A number or word at the very end is only taken where something comes after it.
  const prefix = scanPrefix(isCut ? part : `${part}\n`);
  const isWhole = prefix?.open.length === 0;
  if (prefix === undefined || prefix.entries.length < ENTRY_WIDTH || (!isCut && !isWhole)) {
    return undefined;
  }
  return { text: part, entries: prefix.entries, open: new Set(prefix.open) };
}
