import type { FoundId } from "./history";
import type { Action, Attempt } from "../../../platform/base/action";

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
    ...attempts.flatMap(idsOfAttempt),
  ];
}

/** Those of one attempt. */
export function idsOfAttempt(attempt: Attempt): readonly KnownId[] {
  const { number, requestId, errorIds = [] } = attempt;
  return [
    ...(requestId === undefined
      ? []
      : [{ what: "requestId" as const, value: requestId, attempt: number }]),
    ...errorIds.map(({ value }) => ({ what: "errorId" as const, value, attempt: number })),
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
