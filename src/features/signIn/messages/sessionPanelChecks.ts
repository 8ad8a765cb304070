import type { Checks } from "../../../platform/base/rpc";
import {
  type HostToSession,
  SCOPE_STATES,
  SESSION_ACTIONS,
  SESSION_TEXTS,
  type SessionAction,
  type SessionTexts,
  type SessionToHost,
  type SessionViewFacts,
} from "./sessionPanel";
import {
  hasExactly,
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

/** What the host lets in from a session view. */
export const SESSION_CHECKS: Checks<SessionToHost> = {
  start: (value): value is Readonly<Record<string, never>> => hasExactly(value, {}),
  act: (value): value is { id: SessionAction } =>
    hasExactly(value, { id: (id) => oneOf(id, SESSION_ACTIONS) }),
};

/** What the session view lets in from the host. */
export const HOST_TO_SESSION_CHECKS: Checks<HostToSession> = { show: isSessionView };

/** The answer to `start`. Whatever is let in can be rendered. */
export function isSessionStart(
  value: unknown,
): value is { readonly texts: SessionTexts; readonly view: SessionViewFacts } {
  return isRecord(value) && isTexts(value["texts"], SESSION_TEXTS) && isSessionView(value["view"]);
}

function isSessionView(value: unknown): value is SessionViewFacts {
  return (
    isRecord(value) &&
    isText(value["title"]) &&
    isText(value["state"]) &&
    isRecord(value["environment"]) &&
    isText(value["environment"]["word"]) &&
    isIconName(value["environment"]["icon"]) &&
    isListOf(value["facts"], isFact) &&
    isOptional(value["consent"], isFact) &&
    isListOf(value["scopes"], isScope) &&
    isListOf(value["claims"], isClaim) &&
    isListOf(value["actions"], isAction)
  );
}

function isFact(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["label"]) &&
    isText(value["text"]) &&
    isOptional(value["at"], isMoment) &&
    isOptional(value["countsDown"], isFlag)
  );
}

function isScope(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["name"]) &&
    isText(value["word"]) &&
    oneOf(value["state"], SCOPE_STATES)
  );
}

function isClaim(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value["name"]) &&
    isText(value["text"]) &&
    isOptional(value["at"], isMoment)
  );
}

function isAction(value: unknown): boolean {
  return isRecord(value) && oneOf(value["id"], SESSION_ACTIONS) && isText(value["label"]);
}
