import { isRowsAnswer, isTableFacts } from "./listAnswerChecks";
import { isComparison } from "./listCompareChecks";
import { COMPARE_TEXTS } from "./compareTexts";
import { isFieldsView } from "./listFieldsChecks";
import { isListLayout } from "./listLayoutChecks";
import {
  PANEL_COMMANDS,
  type HostToList,
  type ListContent,
  type ListStart,
  type ListTexts,
  type PanelCommand,
} from "./listMessages";
import { FINDINGS } from "./listQuery";
import { decodeQuery } from "./listQueryChecks";
import { FRAME_TEXTS } from "./listTexts";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  isAction,
  isFlag,
  isIconName,
  isListOf,
  isNotice,
  isOptional,
  isRecord,
  isText,
  isTexts,
  oneOf,
} from "../../../platform/base/shapes";
import { isAmount, isStatus } from "../../../platform/base/statusChecks";

/** What a list panel lets in from the host. */
export const HOST_TO_LIST_CHECKS: Checks<HostToList> = {
  show: isListContent,
  wish: (value): value is { wish: PanelCommand } =>
    hasExactly(value, { wish: (wish) => oneOf(wish, PANEL_COMMANDS) }),
};

/**
 * Whatever is let in can be rendered: a half-made view would stop the panel in the middle of an
 * update, and it would never come back.
 */
function isListContent(value: unknown): value is ListContent {
  return (
    isRecord(value) &&
    isOptional(value["number"], isAmount) &&
    isView(value["view"]) &&
    (value["table"] === null || isOptional(value["table"], isTableFacts)) &&
    isOptional(value["rows"], isRowsAnswer)
  );
}

/** The answer to `start`: a content with the panel's words and its layout. */
export function isListStart(value: unknown): value is ListStart {
  return (
    isListContent(value) &&
    "texts" in value &&
    isListTexts(value.texts) &&
    "layout" in value &&
    isListLayout(value.layout)
  );
}

function isListTexts(value: unknown): value is ListTexts {
  return (
    isRecord(value) &&
    isTexts(value["frame"], FRAME_TEXTS) &&
    ["grid", "chart"].every((tab) => isWords(value[tab])) &&
    isTexts(value["compare"], COMPARE_TEXTS)
  );
}

function isWords(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText);
}

function isView(value: unknown): boolean {
  return (
    isRecord(value) &&
    decodeQuery(value["query"]) !== undefined &&
    ["title", "connection"].every((name) => isText(value[name])) &&
    isEnvironment(value["environment"]) &&
    isAddress(value["address"]) &&
    ["isLoading", "isMasked"].every((name) => isFlag(value[name])) &&
    isListOf(value["parameters"], isField) &&
    isOptional(value["paging"], isPaging) &&
    isOptional(value["walk"], isWalk) &&
    isListOf(value["findings"], isFinding) &&
    isOptional(value["status"], isStatus) &&
    ["error", "warning", "empty"].every((name) => isOptional(value[name], isNotice)) &&
    isListOf(value["notes"], isText) &&
    isOptional(value["comparison"], isComparison) &&
    isOptional(value["fields"], isFieldsView)
  );
}

function isEnvironment(value: unknown): boolean {
  return isRecord(value) && isText(value["word"]) && isIconName(value["icon"]);
}

function isAddress(value: unknown): boolean {
  return isRecord(value) && isText(value["method"]) && isText(value["url"]);
}

function isField(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["name"]) &&
    oneOf(value["kind"], ["text", "choice", "list"]) &&
    isListOf(value["options"], isText) &&
    isText(value["description"]) &&
    isOptional(value["isRequired"], isFlag) &&
    (value["kind"] === "list" ? isListOf(value["value"], isText) : isText(value["value"]))
  );
}

function isPaging(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["pageNumber", "pageSize", "rows", "firstRow", "lastRow"].every((name) =>
      isAmount(value[name]),
    ) &&
    ["total", "lastPage"].every((name) => isOptional(value[name], isAmount)) &&
    ["hasPrevious", "hasNext"].every((name) => isFlag(value[name])) &&
    oneOf(value["end"], ["known", "mayFollow", "probablyLast"])
  );
}

function isWalk(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["state"], ["running", "paused", "stopped", "failed", "finished"]) &&
    ["pages", "rows"].every((name) => isAmount(value[name])) &&
    isOptional(value["claimed"], isAmount) &&
    isOptional(value["isAtLimit"], isFlag)
  );
}

function isFinding(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["kind"], FINDINGS) &&
    isText(value["text"]) &&
    ["action", "dismissal"].every((name) => isOptional(value[name], isAction))
  );
}
