import {
  DEFINITION_ACTIONS,
  DEFINITION_DOMAINS,
  DEFINITION_TEXTS,
  type DefinitionAct,
  type DefinitionDomain,
  type DefinitionsContent,
  type DefinitionsToHost,
  type DefinitionTexts,
  type HostToDefinitions,
} from "./definitionsPanel";
import type { Checks } from "../../../platform/base/rpc";
import {
  hasExactly,
  hasOnly,
  hasTexts,
  isFlag,
  isListOf,
  isMoment,
  isOptional,
  isRecord,
  isText,
  isTexts,
  oneOf,
} from "../../../platform/base/shapes";

const isDomain = (value: unknown): value is DefinitionDomain => oneOf(value, DEFINITION_DOMAINS);

/** What the host lets in from the view of definitions. */
export const DEFINITIONS_CHECKS: Checks<DefinitionsToHost> = {
  start: (value): value is Readonly<Record<string, never>> => hasExactly(value, {}),
  act: (value): value is DefinitionAct =>
    hasOnly(
      value,
      { id: (id) => oneOf(id, DEFINITION_ACTIONS) },
      { domain: isDomain, target: isText },
    ),
};

/** What the view lets in from the host. */
export const HOST_TO_DEFINITIONS_CHECKS: Checks<HostToDefinitions> = {
  show: isContent,
  reveal: (value): value is { place: DefinitionDomain | "changes" } =>
    hasExactly(value, { place: (place) => place === "changes" || isDomain(place) }),
};

/** The answer to `start`. Whatever is let in can be rendered. */
export function isDefinitionsStart(
  value: unknown,
): value is { readonly texts: DefinitionTexts; readonly content: DefinitionsContent } {
  return (
    isRecord(value) && isTexts(value["texts"], DEFINITION_TEXTS) && isContent(value["content"])
  );
}

function isContent(value: unknown): value is DefinitionsContent {
  return (
    isRecord(value) &&
    isFlag(value["isEmpty"]) &&
    isText(value["problem"]) &&
    isListOf(value["domains"], isSection) &&
    isOptional(value["changes"], isChanges)
  );
}

function isSection(value: unknown): boolean {
  return (
    isRecord(value) &&
    isDomain(value["domain"]) &&
    hasTexts(value, "heading", "title") &&
    isFlag(value["isDescription"]) &&
    isListOf(value["facts"], isFact) &&
    isListOf(value["endpoints"], isEndpoint) &&
    isListOf(value["versions"], isVersion) &&
    isListOf(value["drift"], isDrift) &&
    isListOf(value["notes"], isText)
  );
}

function isFact(value: unknown): boolean {
  return isRecord(value) && hasTexts(value, "label", "text") && isOptional(value["at"], isMoment);
}

function isEndpoint(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, "method", "path", "summary", "places", "limits", "known") &&
    isFlag(value["deprecated"])
  );
}

function isVersion(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, "id", "name", "details", "chosenBy") &&
    isOptional(value["at"], isMoment) &&
    isFlag(value["isActive"]) &&
    isFlag(value["canUse"])
  );
}

function isDrift(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, "operation", "connection", "summary", "actionId") &&
    isListOf(value["findings"], isText) &&
    isMoment(value["at"])
  );
}

function isChanges(value: unknown): boolean {
  return (
    isRecord(value) &&
    isDomain(value["domain"]) &&
    hasTexts(value, "title", "summary") &&
    isListOf(value["groups"], isGroup)
  );
}

function isGroup(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasTexts(value, "operation") &&
    isListOf(
      value["changes"],
      (change) => isRecord(change) && isFlag(change["breaking"]) && hasTexts(change, "text"),
    )
  );
}
