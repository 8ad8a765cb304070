import type { Checks } from "../../../platform/base/rpc";
import {
  type HostToSend,
  SEND_DOMAINS,
  SEND_FIELD_KINDS,
  SEND_STATUS_TEXTS,
  SEND_TEXTS,
  type SendDraft,
  type SendStart,
  type SendState,
  type SendToHost,
  type SendView,
} from "./sendPanel";
import {
  hasExactly,
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

/** Longer values are no typing; a URL does not come near. */
const VALUE_LIMIT = 20_000;
const VALUES_LIMIT = 200;
/** Longer bodies are written in an editor, which does not send them here. */
const BODY_LIMIT = 5_000_000;
const ID_LIMIT = 200;

const isValue = (value: unknown): boolean => isText(value) && value.length <= VALUE_LIMIT;

const DRAFT_MEMBERS: Readonly<Record<keyof SendDraft, (value: unknown) => boolean>> = {
  connectionId: isValue,
  operationId: isValue,
  values: isValues,
  method: isValue,
  domain: (value) => oneOf(value, SEND_DOMAINS),
  typedPath: isValue,
  queryString: isValue,
  body: (value) => isText(value) && value.length <= BODY_LIMIT,
};

/** A draft with all of its members and nothing else. */
export function isSendDraft(value: unknown): value is SendDraft {
  return hasExactly(value, DRAFT_MEMBERS);
}

const isNothing = (value: unknown): value is Readonly<Record<string, never>> =>
  hasExactly(value, {});
const hasDraft = (value: unknown): value is { draft: SendDraft } =>
  hasExactly(value, { draft: isSendDraft });

/** What the host lets in from the form "Send request". */
export const SEND_CHECKS: Checks<SendToHost> = {
  start: isNothing,
  edit: hasDraft,
  send: hasDraft,
  stop: isNothing,
  showDryRun: hasDraft,
  hideDryRun: isNothing,
  openBody: hasDraft,
  takeBody: isNothing,
  fill: hasDraft,
  openAnswer: isNothing,
  details: isNothing,
  copy: (value): value is { what: "requestId" | "traceId" } =>
    hasExactly(value, { what: (what) => oneOf(what, ["requestId", "traceId"]) }),
  act: (value): value is { id: string } =>
    hasExactly(value, { id: (id) => isText(id) && id.length <= ID_LIMIT }),
};

/** What the form lets in from the host. */
export const HOST_TO_SEND_CHECKS: Checks<HostToSend> = {
  show: isView,
  fill: (value): value is { draft: Partial<SendDraft> } =>
    hasExactly(value, { draft: isPartOfDraft }),
  point: isNothing,
};

/** True for the host's first answer. */
export function isSendStart(value: unknown): value is SendStart {
  return (
    isRecord(value) &&
    isTexts(value["texts"], SEND_TEXTS) &&
    isTexts(value["statusTexts"], SEND_STATUS_TEXTS) &&
    isView(value["view"]) &&
    isSendDraft(value["draft"])
  );
}

/** Reads what the editor kept of the panel; undefined when it is not ours to read. */
export function decodeSendState(value: unknown): SendState | undefined {
  if (!isRecord(value) || value["version"] !== 1 || !isRecord(value["draft"])) {
    return undefined;
  }
  const { draft, top } = value as { draft: Readonly<Record<string, unknown>>; top: unknown };
  const isWhole = isSendDraft({ body: "", ...draft });
  const isPlace = typeof top === "number" && Number.isFinite(top) && top >= 0;
  return isWhole
    ? { version: 1, draft: draft as SendState["draft"], top: isPlace ? top : 0 }
    : undefined;
}

function isValues(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.keys(value).length <= VALUES_LIMIT &&
    Object.entries(value).every(([name, text]) => isValue(name) && isValue(text))
  );
}

function isPartOfDraft(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, member]) =>
        Object.hasOwn(DRAFT_MEMBERS, name) && DRAFT_MEMBERS[name as keyof SendDraft](member),
    )
  );
}

function isView(value: unknown): value is SendView {
  return (
    isRecord(value) &&
    isRecord(value["environment"]) &&
    isText(value["environment"]["word"]) &&
    isIconName(value["environment"]["icon"]) &&
    isListOf(value["where"], isField) &&
    isListOf(value["parameters"], isField) &&
    isOptional(value["endpoints"], (groups) => isListOf(groups, isGroup)) &&
    isOptional(value["body"], isBody) &&
    isListOf(value["problems"], isProblem) &&
    ["request", "status"].every((name) => isText(value[name])) &&
    isListOf(value["headers"], isLine) &&
    isOptional(value["dryRun"], (lines) => isListOf(lines, isLine)) &&
    ["notice", "error"].every((name) => isOptional(value[name], isNotice)) &&
    isOptional(value["answer"], isRecord) &&
    ["hasBody", "isSending"].every((name) => isFlag(value[name]))
  );
}

function isField(value: unknown): boolean {
  return (
    isRecord(value) &&
    ["name", "key", "label", "help"].every((name) => isText(value[name])) &&
    oneOf(value["kind"], SEND_FIELD_KINDS) &&
    ["isOptional", "isCode"].every((name) => isFlag(value[name])) &&
    isListOf(value["groups"], isGroup)
  );
}

function isGroup(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["label"]) &&
    isListOf(
      value["choices"],
      (choice) =>
        isRecord(choice) &&
        isText(choice["value"]) &&
        isText(choice["label"]) &&
        isOptional(choice["words"], isText),
    )
  );
}

function isBody(value: unknown): boolean {
  return (
    isRecord(value) &&
    isField(value["field"]) &&
    isOptional(value["editor"], isText) &&
    isFlag(value["hasTemplate"])
  );
}

function isProblem(value: unknown): boolean {
  return isRecord(value) && isText(value["field"]) && isText(value["text"]);
}

function isLine(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isText);
}
