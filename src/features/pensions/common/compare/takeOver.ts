import type { Schema } from "../../../../platform/service/definition/schema";
import type { TextEdit } from "../checks/findings";
import { ContainerEdits } from "./containerEdits";
import type { Place } from "./fieldWalk";
import { applied } from "./textEdits";
import { findDifferences, type ThreeTexts } from "./threeWay";

/** A payload with what only the service changed. */
interface TakenOver {
  readonly text: string;
  /** What makes that text of the payload, in the order of the text; they do not touch each other. */
  readonly edits: readonly TextEdit[];
  /** Paths of the fields that were taken over. */
  readonly taken: readonly string[];
  /** Paths that both sides changed, to different values: left as the payload has them. */
  readonly conflicts: readonly string[];
}

/**
 * Brings what only the service changed since the base into the payload. Everything else of it stays
 * as it is, to the character; what comes is laid out as the payload is. Without a base nothing is
 * known to be the service's alone.
 * @throws AppError kind `payload` for a text that is not JSON
 */
export function takeOver(texts: ThreeTexts): TakenOver {
  const found = findDifferences(texts);
  const theirs = found.filter(({ side }) => side === "theirs").map(({ place }) => place);
  const edits = editsOf(texts.mine, theirs);
  return {
    ...{ text: applied(texts.mine, edits), edits },
    taken: theirs.map(({ path }) => path),
    conflicts: found.filter(({ side }) => side === "both").map(({ place }) => place.path),
  };
}

/**
 * A version written as the payload is, member by member where both have them, so that only real
 * differences show. By a schema the service's own fields stay away unless the payload has them.
 * @throws AppError kind `payload` for a text that is not JSON
 */
export function laidOutAs(payload: string, version: string, schema?: Schema): string {
  return takeOver({ base: payload, mine: payload, theirs: version, schema }).text;
}

/** By the object or array of the payload that they are in: removing and adding share its commas. */
function editsOf(mine: string, places: readonly Place[]): readonly TextEdit[] {
  const containers = new Map<number, ContainerEdits>();
  for (const { parent, key, theirs } of places) {
    const container = parent?.mine;
    if (container === undefined || key === undefined) {
      continue;
    }
    const { offset } = container.node;
    const known = containers.get(offset) ?? new ContainerEdits(mine, container.node);
    containers.set(offset, known);
    known.set(key, theirs);
  }
  return [...containers.values()]
    .flatMap((container) => container.edits())
    .sort((one, other) => one.offset - other.offset);
}
