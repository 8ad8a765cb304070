import {
  isListOf,
  isMoment,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import type { Attempt, Action } from "../../../platform/base/action";

type Checks<Type> = Readonly<Record<keyof Type, (value: unknown) => boolean>>;

/** True for an action as it was stored: all but its progress, which belongs to its window. */
export function isStoredAction(value: unknown): value is Omit<Action, "progress"> {
  return fits<Omit<Action, "progress">>(value, {
    id: isId,
    title: isText,
    connectionId: isText,
    connectionLabel: isText,
    environment: (found) => oneOf(found, ["sandbox", "development", "production"]),
    traceId: optional(isText),
    startedAt: isMoment,
    attempts: (found) => isListOf(found, isAttempt),
  });
}

function isAttempt(value: unknown): boolean {
  return fits<Attempt>(value, {
    number: (found) => Number.isSafeInteger(found) && Number(found) > 0,
    reason: (found) => oneOf(found, ["first", "renewal", "retry"]),
    operationId: optional(isText),
    method: isText,
    pathTemplate: isText,
    url: isText,
    requestHeaders: isHeaderList,
    responseHeaders: isHeaderList,
    startedAt: isMoment,
    times: isTimes,
    requestBytes: isNumber,
    responseBytes: isNumber,
    requestHash: optional(isText),
    responseHash: optional(isText),
    errorIds: optional((found) => isListOf(found, isErrorId)),
    status: optional(isNumber),
    statusText: optional(isText),
    requestId: optional(isText),
    echo: (found) => oneOf(found, ["equal", "missing", "changed", "notSent"]),
    failure: optional(isText),
    retry: isDecision,
  });
}

function isTimes(value: unknown): boolean {
  const checks = { queue: isSpan, total: isSpan };
  return fits(value, { ...checks, connect: optional(isSpan), firstByte: optional(isSpan) });
}

function isDecision(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  return value["retry"] === true
    ? isSpan(value["milliseconds"]) && oneOf(value["why"], ["retryAfter", "backOff"])
    : value["retry"] === false &&
        oneOf(value["why"], ["answered", "status", "method", "network", "tries", "deadline"]) &&
        isOptional(value["waitMilliseconds"], isNumber);
}

function isErrorId(value: unknown): boolean {
  return fits(value, { field: isText, value: isText });
}

function isHeaderList(value: unknown): boolean {
  return isListOf(value, (header) => isListOf(header, isText) && header.length === 2);
}

function fits<Type>(value: unknown, checks: Checks<Type>): value is Type {
  return (
    isRecord(value) &&
    Object.entries<(member: unknown) => boolean>(checks).every(([name, isRight]) =>
      isRight(value[name]),
    )
  );
}

function optional(isRight: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => isOptional(value, isRight);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

/** So that sums of moments and spans are moments: what is no moment cannot be shown. */
function isSpan(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1e12;
}

function isId(value: unknown): boolean {
  return isText(value) && /^[A-Za-z0-9-]{1,64}$/.test(value);
}
