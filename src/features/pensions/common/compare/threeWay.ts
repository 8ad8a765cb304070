import type { Schema } from "../../../../platform/service/definition/schema";
import { type Place, walkFields } from "./fieldWalk";
import { sameValue, sourceOfValue, type Value, valueOf } from "./values";

/** What became of a field between the version last seen, the payload and the service now. */
export interface ComparedField {
  /** Like `contributions[0].amount`. */
  readonly path: string;
  /**
   * `mine`: the payload changes it. `theirs`: the service changed it since it was last seen, and the
   * payload would put it back. `both`: both changed it, to different values. `same`: both changed it
   * to the same value.
   */
  readonly side: "mine" | "theirs" | "both" | "same";
  /** Sources of the values, as they stand in the texts; undefined where a side has no such field. */
  readonly base: string | undefined;
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

/** Payload (mine), version last seen (base) and service now (theirs), field by field. */
export interface ThreeWay {
  /** Fields that differ between any two of them; without a base every difference is `mine`. */
  readonly fields: readonly ComparedField[];
  /** How many fields the write would change at the service: what differs between mine and theirs. */
  readonly changes: number;
  /** How many fields the service changed since it was last seen; undefined without a base. */
  readonly changedThere: number | undefined;
}

/** Three JSON texts, each an object; without a base there is nothing to tell the sides by. */
export interface ThreeTexts {
  readonly base?: string | undefined;
  readonly mine: string;
  readonly theirs: string;
  /** Schema of a payload: what it marks `readOnly` counts only where the payload has it. */
  readonly schema?: Schema | undefined;
}

/** A difference, and where it stands in the texts. */
interface FoundDifference {
  readonly side: ComparedField["side"];
  readonly place: Place;
}

/**
 * Compares field by field. Items of arrays by their index, as a whole where both sides changed one;
 * of duplicate names the last.
 * @throws AppError kind `payload` for a text that is not JSON
 */
export function compareThreeWay(texts: ThreeTexts): ThreeWay {
  const found = findDifferences(texts);
  const fields = found.map(({ side, place }) => ({
    ...{ path: place.path, side },
    ...{ base: sourceIf(place.base), mine: sourceIf(place.mine), theirs: sourceIf(place.theirs) },
  }));
  return {
    fields,
    changes: fields.filter(({ side }) => side !== "same").length,
    changedThere:
      texts.base === undefined ? undefined : fields.filter(({ side }) => side !== "mine").length,
  };
}

/** The same, with the places of the values: for who changes the texts. */
export function findDifferences({ base, mine, theirs, schema }: ThreeTexts): FoundDifference[] {
  const hasBase = base !== undefined;
  const found: FoundDifference[] = [];
  const baseValue = hasBase ? valueOf(base) : undefined;
  // Mostly the service was not read since, and both are one text.
  const theirsValue = theirs === base && baseValue !== undefined ? baseValue : valueOf(theirs);
  const sides = { base: baseValue, theirs: theirsValue, mine: valueOf(mine) };
  walkFields({ ...sides, schema }, (place) => {
    const side = hasBase ? sideOf(place) : isSame(place) ? undefined : "mine";
    if (side !== undefined) {
      found.push({ side, place });
    }
  });
  return found;
}

function sideOf(place: Place): ComparedField["side"] | undefined {
  const { base, mine, theirs, schema } = place;
  const isTheirsBase = place.isTheirsBase || sameValue(theirs, base, schema);
  if (isSame(place)) {
    return isTheirsBase ? undefined : "same";
  }
  if (isTheirsBase) {
    return "mine";
  }
  return place.isMineBase || sameValue(mine, base, schema) ? "theirs" : "both";
}

function isSame({ mine, theirs, schema }: Place): boolean {
  return sameValue(mine, theirs, schema, true);
}

function sourceIf(value: Value | undefined): string | undefined {
  return value && sourceOfValue(value);
}
