import { LIST_NAMES, type PanelContent, type PanelTexts } from "./listPanel";
import { isAmount, isStatus } from "./statusChecks";
import {
  isCount,
  isFlag,
  isIconName,
  isListOf,
  isNotice,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "./shapes";

/**
 * What a list panel lets in from the host. Whatever is let in can be rendered: a half-made view
 * would stop the panel in the middle of an update, and it would never come back.
 */
export function isPanelContent(value: unknown): value is PanelContent {
  return (
    isRecord(value) &&
    isView(value["view"]) &&
    (value["table"] === null || isOptional(value["table"], isTable))
  );
}

/** The answer to `start`: a content with the panel's words. */
export function isPanelStart(
  value: unknown,
): value is PanelContent & { readonly texts: PanelTexts } {
  return (
    isPanelContent(value) &&
    "texts" in value &&
    isRecord(value.texts) &&
    Object.values(value.texts).every(isText)
  );
}

function isView(value: unknown): boolean {
  return (
    isRecord(value) &&
    isQuery(value["query"]) &&
    isText(value["title"]) &&
    isText(value["connection"]) &&
    isEnvironment(value["environment"]) &&
    isFlag(value["isLoading"]) &&
    isOptional(value["paging"], isPaging) &&
    isOptional(value["status"], isStatus) &&
    isOptional(value["error"], isNotice) &&
    isOptional(value["empty"], isNotice) &&
    isListOf(value["notes"], isText)
  );
}

function isQuery(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["connectionId"]) &&
    oneOf(value["list"], LIST_NAMES) &&
    isOptional(value["clientId"], isText) &&
    isOptional(value["clientLabel"], isText) &&
    isCount(value["pageNumber"], Number.MAX_SAFE_INTEGER) &&
    isCount(value["pageSize"], Number.MAX_SAFE_INTEGER)
  );
}

function isEnvironment(value: unknown): boolean {
  return isRecord(value) && isText(value["word"]) && isIconName(value["icon"]);
}

function isPaging(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["pageNumber", "pageSize", "rows", "firstRow", "lastRow"].every((name) =>
      isAmount(value[name]),
    ) &&
    isOptional(value["total"], isAmount) &&
    isOptional(value["lastPage"], isAmount) &&
    isFlag(value["hasPrevious"]) &&
    isFlag(value["hasNext"]) &&
    oneOf(value["end"], ["known", "mayFollow", "probablyLast"])
  );
}

function isTable(value: unknown): boolean {
  if (!isRecord(value) || !isListOf(value["columns"], isColumn)) {
    return false;
  }
  const width = value["columns"].length;
  return (
    isAmount(value["omittedColumns"]) &&
    isListOf(value["rows"], (row) => isListOf(row, isCell) && row.length === width)
  );
}

function isColumn(value: unknown): boolean {
  return (
    isRecord(value) && isText(value["key"]) && isText(value["label"]) && isFlag(value["isNumeric"])
  );
}

function isCell(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  switch (value["kind"]) {
    case "missing":
    case "null":
      return true;
    case "text":
    case "number":
    case "boolean":
      return isText(value["text"]) && isOptional(value["isCut"], (isCut) => isCut === true);
    case "items":
    case "members":
      return isAmount(value["count"]);
    default:
      return false;
  }
}
