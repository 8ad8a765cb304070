import { LIST_NAMES, type PanelQuery, type PanelState, type PanelToHost } from "./listPanel";
import type { Checks } from "./rpc";
import { isCount, isRecord, oneOf } from "./shapes";

const ID_LIMIT = 200;
export const PAGE_SIZE_LIMIT = 1000;

/** What the host lets in from a list panel. */
export const PANEL_CHECKS: Checks<PanelToHost> = {
  start: isEmptyRecord,
  openAsJson: isEmptyRecord,
  openRequest: isEmptyRecord,
  turn: (value): value is { step: "first" | "previous" | "next" | "reload" } =>
    hasOnly(value, "step") && oneOf(value["step"], ["first", "previous", "next", "reload"]),
  resize: (value): value is { pageSize: number } =>
    hasOnly(value, "pageSize") && isCount(value["pageSize"], PAGE_SIZE_LIMIT),
  act: (value): value is { id: string } => hasOnly(value, "id") && isId(value["id"]),
  copy: (value): value is { what: "requestId" | "traceId" } =>
    hasOnly(value, "what") && oneOf(value["what"], ["requestId", "traceId"]),
};

/** Reads the state that the editor kept of a panel; undefined when it is not ours to read. */
export function decodePanelState(value: unknown): PanelState | undefined {
  if (!isRecord(value) || value["version"] !== 1) {
    return undefined;
  }
  const query = decodeQuery(value["query"]);
  if (query === undefined) {
    return undefined;
  }
  const place = isRecord(value["place"]) ? value["place"] : {};
  const part = (name: string): number => {
    const number = place[name];
    return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : 0;
  };
  return {
    version: 1,
    query,
    place: { top: part("top"), left: part("left"), row: part("row"), column: part("column") },
  };
}

function decodeQuery(value: unknown): PanelQuery | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { connectionId, list, clientId, clientLabel, pageNumber, pageSize } = value as {
    readonly [K in keyof PanelQuery]: unknown;
  };
  const isWhole =
    isId(connectionId) &&
    oneOf(list, LIST_NAMES) &&
    isCount(pageNumber, Number.MAX_SAFE_INTEGER) &&
    isCount(pageSize, PAGE_SIZE_LIMIT) &&
    (clientId === undefined ? list === "clients" : isId(clientId));
  if (!isWhole) {
    return undefined;
  }
  return {
    connectionId,
    list,
    ...(isId(clientId) ? { clientId } : {}),
    ...(isId(clientLabel) ? { clientLabel } : {}),
    pageNumber,
    pageSize,
  };
}

function isEmptyRecord(value: unknown): value is Readonly<Record<string, never>> {
  return isRecord(value) && Object.keys(value).length === 0;
}

function hasOnly(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.keys(value).length === 1 && Object.hasOwn(value, name);
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= ID_LIMIT;
}
