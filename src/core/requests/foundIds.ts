import type { FoundId } from "./history";
import type { Action } from "./record";

interface KnownId extends Omit<FoundId, "action"> {
  readonly value: string;
}

/** Shorter beginnings would fit too much. */
const SHORTEST_BEGINNING = 8;

/** Every id by which an action can be found. */
export function idsOf({ id, traceId, attempts }: Action): readonly KnownId[] {
  return [
    { what: "actionId", value: id },
    ...(traceId === undefined ? [] : [{ what: "traceId" as const, value: traceId }]),
    ...attempts.flatMap(({ number: attempt, requestId, errorIds = [] }): readonly KnownId[] => [
      ...(requestId === undefined
        ? []
        : [{ what: "requestId" as const, value: requestId, attempt }]),
      ...errorIds.map(({ value }) => ({ what: "errorId" as const, value, attempt })),
    ]),
  ];
}

/** Where an id stands in an action, whole or its beginning; `wanted` in small letters. */
export function placesOf(action: Action, wanted: string): readonly FoundId[] {
  return idsOf(action).flatMap(({ value, ...place }) => {
    const known = value.toLowerCase();
    const isMeant =
      known === wanted || (wanted.length >= SHORTEST_BEGINNING && known.startsWith(wanted));
    return isMeant ? [{ action, ...place }] : [];
  });
}
