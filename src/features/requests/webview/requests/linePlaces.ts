import type { LinePlace, LinesAnswer, RequestLine } from "../../messages/requestsView";

/** A line as messages name it. */
export function placeOf(line: RequestLine): LinePlace {
  return line.kind === "action"
    ? { actionId: line.actionId }
    : { actionId: line.actionId, attempt: line.attempt };
}

/** The same for the same line, wherever it stands. */
export function keyOf(line: RequestLine | undefined, index: number): string {
  return line === undefined ? `#${index}` : keyOfPlace(placeOf(line));
}

/** Where a line stands in an answer: among its rows, else where it was asked for; -1 if not. */
export function placeIn(
  answer: LinesAnswer,
  find: readonly LinePlace[],
  line: RequestLine | undefined,
): number {
  if (line === undefined) {
    return -1;
  }
  const key = keyOfPlace(placeOf(line));
  const row = answer.rows.findIndex((found) => keyOfPlace(placeOf(found)) === key);
  return row !== -1
    ? answer.from + row
    : (answer.places[find.findIndex((place) => keyOfPlace(place) === key)] ?? -1);
}

function keyOfPlace({ actionId, attempt }: LinePlace): string {
  return `${actionId} ${attempt ?? ""}`;
}
