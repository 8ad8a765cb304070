import {
  EMPTY_ACTIONS,
  EXPANDED_LIMIT,
  FILTER_TEXT_LIMIT,
  FIND_LIMIT,
  type EmptyAction,
  type HostToRequests,
  LINE_LIMIT,
  type LinePlace,
  type LinesAnswer,
  type LinesQuery,
  NO_FILTER,
  OUTCOMES,
  REQUESTS_TEXTS,
  type RequestsState,
  type RequestsTexts,
  type RequestsToHost,
  TIME_RANGES,
  type ViewFilter,
} from "./requestsView";
import type { PanelNotice } from "../../../platform/base/panelNotice";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  isAmount,
  isCount,
  isFlag,
  isIconName,
  isListOf,
  isMoment,
  isNotice,
  isOptional,
  isRecord,
  isText,
  isTexts,
  oneOf,
} from "../../../platform/base/shapes";

const ID_LIMIT = 200;

/** What the host lets in from the requests view. */
export const REQUESTS_CHECKS: Checks<RequestsToHost> = {
  start: (value): value is Readonly<Record<string, never>> => hasExactly(value, {}),
  query: (value): value is LinesQuery =>
    hasExactly(value, {
      filter: isFilter,
      expanded: (ids) => isListOf(ids, isId) && ids.length <= EXPANDED_LIMIT,
      from: isAmount,
      count: (count) => isCount(count, LINE_LIMIT),
      find: (places) => isListOf(places, isLinePlace) && places.length <= FIND_LIMIT,
    }),
  open: isLinePlace,
  copyTraceId: isLinePlace,
  act: (value): value is { id: EmptyAction } =>
    hasExactly(value, { id: (id) => oneOf(id, EMPTY_ACTIONS) }),
};

/** What the requests view lets in from the host. */
export const HOST_TO_REQUESTS_CHECKS: Checks<HostToRequests> = {
  changed: (value): value is { version: number } => hasExactly(value, { version: isAmount }),
};

/** The answer to `start`. */
export function isRequestsStart(
  value: unknown,
): value is { readonly texts: RequestsTexts; readonly empty: PanelNotice } {
  return isRecord(value) && isTexts(value["texts"], REQUESTS_TEXTS) && isNotice(value["empty"]);
}

/** The answer to `query`. Whatever is let in can be rendered. */
export function isLinesAnswer(value: unknown): value is LinesAnswer {
  return (
    isRecord(value) &&
    ["total", "actions", "all", "from", "version"].every((name) => isAmount(value[name])) &&
    isListOf(value["rows"], isLine) &&
    isListOf(value["places"], (place) => place === -1 || isAmount(place)) &&
    isListOf(
      value["connections"],
      (connection) =>
        isRecord(connection) && isText(connection["id"]) && isText(connection["label"]),
    )
  );
}

/** Reads the state that the editor kept of the view; undefined when it is not ours to read. */
export function decodeRequestsState(value: unknown): RequestsState | undefined {
  return isRecord(value) && value["version"] === 1 && isFilter(value["filter"])
    ? { version: 1, filter: { ...NO_FILTER, ...value["filter"] } }
    : undefined;
}

/** A line named from the webview. */
function isLinePlace(value: unknown): value is LinePlace {
  return (
    isRecord(value) &&
    (Object.hasOwn(value, "attempt")
      ? hasExactly(value, {
          actionId: isId,
          attempt: (number) => isCount(number, Number.MAX_SAFE_INTEGER),
        })
      : hasExactly(value, { actionId: isId }))
  );
}

function isFilter(value: unknown): value is ViewFilter {
  return hasExactly(value, {
    text: (text) => isText(text) && text.length <= FILTER_TEXT_LIMIT,
    outcome: (outcome) => oneOf(outcome, ["", ...OUTCOMES]),
    connectionId: (id) => isText(id) && id.length <= ID_LIMIT,
    time: (time) => oneOf(time, TIME_RANGES),
  });
}

function isLine(value: unknown): boolean {
  if (
    !isRecord(value) ||
    !isText(value["actionId"]) ||
    !isMoment(value["startedAt"]) ||
    !isText(value["method"]) ||
    !isText(value["status"]) ||
    !oneOf(value["outcome"], OUTCOMES) ||
    !isOptional(value["milliseconds"], Number.isFinite)
  ) {
    return false;
  }
  return value["kind"] === "action" ? isActionLine(value) : isAttemptLine(value);
}

function isActionLine(value: Readonly<Record<string, unknown>>): boolean {
  const { environment } = value as { readonly environment: unknown };
  return (
    isText(value["title"]) &&
    isRecord(environment) &&
    isText(environment["word"]) &&
    isIconName(environment["icon"]) &&
    isText(value["connection"]) &&
    isOptional(value["traceId"], isText) &&
    isAmount(value["attempts"]) &&
    isFlag(value["isExpanded"]) &&
    isAmount(value["waits"]) &&
    isOptional(value["waitsUntil"], isMoment)
  );
}

function isAttemptLine(value: Readonly<Record<string, unknown>>): boolean {
  return (
    value["kind"] === "attempt" &&
    isCount(value["attempt"], Number.MAX_SAFE_INTEGER) &&
    isText(value["pathTemplate"]) &&
    isText(value["decision"]) &&
    isOptional(value["requestId"], isText)
  );
}

function isId(value: unknown): value is string {
  return isText(value) && value.length > 0 && value.length <= ID_LIMIT;
}
