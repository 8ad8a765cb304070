import { walkFields } from "./fieldWalk";
import { objectOf, sameValue, sourceOfValue } from "./values";

/** What became of each field that was sent, told from what the service answered. */
export interface Landing {
  /** Paths of values that are as they were sent. */
  readonly kept: readonly string[];
  readonly changed: readonly FieldChange[];
  /** Paths that were sent and are not in the answer. */
  readonly ignored: readonly string[];
  /** Paths that are in the answer and were not sent. */
  readonly added: readonly string[];
}

/** Both values as the texts that were sent and came. */
interface FieldChange {
  readonly path: string;
  readonly sent: string;
  readonly answered: string;
}

/**
 * Compares a payload with the pension that the service answered, field by field. Numbers are
 * equal when their decimal values are, however they are written. Undefined when the answer
 * is not a JSON object: then nothing can be told from it.
 */
export function checkLanding(sentText: string, answeredText: string): Landing | undefined {
  const [mine, theirs] = [objectOf(sentText), objectOf(answeredText)];
  if (mine === undefined || theirs === undefined) {
    return undefined;
  }
  const kept: string[] = [];
  const changed: FieldChange[] = [];
  const ignored: string[] = [];
  const added: string[] = [];
  walkFields({ mine, theirs }, ({ path, mine: sent, theirs: answered }) => {
    if (sent === undefined) {
      added.push(path);
    } else if (answered === undefined) {
      ignored.push(path);
    } else if (sameValue(sent, answered, undefined)) {
      kept.push(path);
    } else {
      changed.push({ path, sent: sourceOfValue(sent), answered: sourceOfValue(answered) });
    }
  });
  return { kept, changed, ignored, added: added.sort() };
}
