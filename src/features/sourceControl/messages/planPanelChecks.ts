import {
  PLAN_ACTIONS,
  type HostToPlan,
  PLAN_ICONS,
  PLAN_TEXTS,
  PLAN_TONES,
  type PlanAct,
  type PlanContent,
  type PlanHead,
  type PlanLine,
  type PlanPanelState,
  type PlanTexts,
  type PlanToHost,
} from "./planPanel";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  hasOnly,
  hasTexts,
  isAmount,
  isListOf,
  isOptional,
  isRecord,
  isText,
  isTexts,
  oneOf,
} from "../../../platform/base/shapes";

/** Ids of batches and keys of lines are short; what is longer is none. */
const LONGEST_KEY = 100;

const isKey = (value: unknown): value is string =>
  isText(value) && value !== "" && value.length <= LONGEST_KEY;

/** What the host lets in from a plan. */
export const PLAN_CHECKS: Checks<PlanToHost> = {
  start: (value): value is Readonly<Record<string, never>> => hasExactly(value, {}),
  act: (value): value is PlanAct =>
    hasOnly(value, { id: (id) => oneOf(id, PLAN_ACTIONS) }, { key: isKey }),
};

/** What a plan lets in from the host. */
export const HOST_TO_PLAN_CHECKS: Checks<HostToPlan> = {
  show: isContent,
  update: (value): value is { readonly head: PlanHead; readonly lines: readonly PlanLine[] } =>
    isContent(value),
};

/** The answer to `start`. Whatever is let in can be rendered. */
export function isPlanStart(value: unknown): value is {
  readonly texts: PlanTexts;
  readonly batchId: string;
  readonly content: PlanContent;
} {
  return (
    isRecord(value) &&
    isTexts(value["texts"], PLAN_TEXTS) &&
    isKey(value["batchId"]) &&
    isContent(value["content"])
  );
}

/** The batch of a panel that comes back; undefined for anything else. */
export function decodePlanState(value: unknown): PlanPanelState | undefined {
  return hasExactly(value, { version: (version) => version === 1, batchId: isKey })
    ? { version: 1, batchId: String(value["batchId"]) }
    : undefined;
}

function isContent(value: unknown): value is PlanContent {
  return isRecord(value) && isHead(value["head"]) && isListOf(value["lines"], isLine);
}

function isHead(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, "title", "summary", "traceId") &&
    isListOf(value["targets"], isMark) &&
    isListOf(value["counts"], isCountMark) &&
    isOptional(value["progress"], isProgress) &&
    isListOf(value["actions"], isPlanAction)
  );
}

function isLine(value: unknown): boolean {
  return (
    isRecord(value) &&
    isKey(value["key"]) &&
    hasTexts(value, "place", "pension", "client", "connection", "requestId") &&
    hasTexts(value, "changes", "reason", "note") &&
    isMark(value["environment"]) &&
    isMark(value["effect"]) &&
    isMark(value["outcome"])
  );
}

function isMark(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["word"]) &&
    oneOf(value["icon"], PLAN_ICONS) &&
    oneOf(value["tone"], PLAN_TONES)
  );
}

function isCountMark(value: unknown): boolean {
  return (
    isMark(value) &&
    isRecord(value) &&
    isAmount(value["count"]) &&
    oneOf(value["of"], ["effect", "outcome"])
  );
}

function isProgress(value: unknown): boolean {
  return (
    isRecord(value) && isAmount(value["done"]) && isAmount(value["of"]) && isText(value["text"])
  );
}

function isPlanAction(value: unknown): boolean {
  return isRecord(value) && oneOf(value["id"], PLAN_ACTIONS) && isText(value["label"]);
}
