import {
  ATTEMPT_PARTS,
  type HostToRequest,
  REQUEST_ACTIONS,
  REQUEST_TEXTS,
  type RequestAction,
  type RequestContent,
  type RequestPanelState,
  type RequestTexts,
  type RequestToHost,
  STATUS_TEXTS,
  type StatusLineWords,
  TONES,
} from "./requestPanel";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  isCount,
  isFlag,
  isIconName,
  isListOf,
  isMoment,
  isOptional,
  isRecord,
  isText,
  isTexts,
  oneOf,
} from "../../../platform/base/shapes";
import { isStatus } from "../../../platform/base/statusChecks";

const ID_LIMIT = 200;

/** What the host lets in from a request panel. */
export const REQUEST_CHECKS: Checks<RequestToHost> = {
  start: (value): value is Readonly<Record<string, never>> => hasExactly(value, {}),
  act: (value): value is { id: RequestAction } =>
    hasExactly(value, { id: (id) => oneOf(id, REQUEST_ACTIONS) }),
  copyFact: (value): value is { attempt: number; fact: number } =>
    hasExactly(value, {
      attempt: (attempt) => isCount(attempt, Number.MAX_SAFE_INTEGER),
      fact: (fact) => fact === 0 || isCount(fact, Number.MAX_SAFE_INTEGER),
    }),
};

/** What a request panel lets in from the host. */
export const HOST_TO_REQUEST_CHECKS: Checks<HostToRequest> = { show: isRequestContent };

/** The answer to `start`. Whatever is let in can be rendered. */
export function isRequestStart(value: unknown): value is {
  readonly texts: RequestTexts;
  readonly statusTexts: StatusLineWords;
  readonly content: RequestContent;
} {
  return (
    isRecord(value) &&
    isTexts(value["texts"], REQUEST_TEXTS) &&
    isTexts(value["statusTexts"], STATUS_TEXTS) &&
    isRequestContent(value["content"])
  );
}

/** Reads the state that the editor kept of a panel; undefined when it is not ours to read. */
export function decodeRequestState(value: unknown): RequestPanelState | undefined {
  if (!isRecord(value) || value["version"] !== 1) {
    return undefined;
  }
  const { actionId } = value as { readonly actionId: unknown };
  return isText(actionId) && actionId.length > 0 && actionId.length <= ID_LIMIT
    ? { version: 1, actionId }
    : undefined;
}

function isRequestContent(value: unknown): value is RequestContent {
  if (!isRecord(value)) {
    return false;
  }
  const { gone } = value as { readonly gone: unknown };
  return gone === undefined
    ? isRequest(value["request"])
    : isRecord(gone) && isText(gone["what"]) && isText(gone["advice"]);
}

function isRequest(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["actionId", "title", "method", "pathTemplate", "connection"].every((name) =>
      isText(value[name]),
    ) &&
    isRecord(value["environment"]) &&
    isText(value["environment"]["word"]) &&
    isIconName(value["environment"]["icon"]) &&
    isMoment(value["startedAt"]) &&
    isOptional(value["status"], isStatus) &&
    isListOf(value["attempts"], isAttempt) &&
    isOptional(value["letGo"], isText) &&
    isListOf(value["waits"], isWait) &&
    isOptional(
      value["now"],
      (now) => isRecord(now) && isText(now["text"]) && isMoment(now["since"]),
    ) &&
    isListOf(
      value["actions"],
      (action) =>
        isRecord(action) && oneOf(action["id"], REQUEST_ACTIONS) && isText(action["label"]),
    ) &&
    isOptional(value["explanation"], (sections) => isListOf(sections, isSection))
  );
}

function isAttempt(value: unknown): boolean {
  return (
    isRecord(value) &&
    isAmount(value["number"]) &&
    ["heading", "request", "status", "decision"].every((name) => isText(value[name])) &&
    oneOf(value["tone"], TONES) &&
    isMoment(value["startedAt"]) &&
    isAmount(value["total"]) &&
    isListOf(
      value["parts"],
      (part) =>
        isRecord(part) && oneOf(part["part"], ATTEMPT_PARTS) && isAmount(part["milliseconds"]),
    ) &&
    isListOf(value["facts"], isFact) &&
    isListOf(value["requestHeaders"], isHeader) &&
    isListOf(value["responseHeaders"], isHeader)
  );
}

function isFact(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["label"]) &&
    isText(value["text"]) &&
    isOptional(value["isId"], isFlag)
  );
}

function isHeader(value: unknown): boolean {
  return isListOf(value, isText) && value.length === 2;
}

function isWait(value: unknown): boolean {
  return (
    isRecord(value) &&
    isAmount(value["after"]) &&
    isMoment(value["since"]) &&
    isMoment(value["until"]) &&
    isText(value["why"]) &&
    isFlag(value["isNow"])
  );
}

function isSection(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["heading"]) &&
    isListOf(
      value["lines"],
      (line) => isRecord(line) && isIconName(line["icon"]) && isText(line["text"]),
    )
  );
}

function isAmount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
