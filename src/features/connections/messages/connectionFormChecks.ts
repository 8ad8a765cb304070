import type { ConnectionDraft, DraftField, SecretName } from "./connectionDraft";
import {
  ACCESS_MODELS,
  FORM_TEXTS,
  type FormStart,
  type FormState,
  type FormToHost,
  type FormView,
  type HostToForm,
  SECRET_NAMES,
  SECRET_STATES,
  TEST_STATES,
} from "./connectionForm";
import { FORM_FIELD_KINDS } from "../../../platform/base/formFields";
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

/** Longer texts are no typing; nothing of a connection comes near. */
const TEXT_LIMIT = 20_000;
const ID_LIMIT = 200;

const isTyped = (value: unknown): boolean => isText(value) && value.length <= TEXT_LIMIT;
const among =
  (...choices: readonly string[]) =>
  (value: unknown): boolean =>
    oneOf(value, choices);

/** A forgotten field does not compile. */
const DRAFT_MEMBERS: Readonly<Record<DraftField, (value: unknown) => boolean>> = {
  label: isTyped,
  environment: among("sandbox", "development", "production"),
  baseUrl: isTyped,
  crmPrefix: isTyped,
  financesPrefix: isTyped,
  profilingPrefix: isTyped,
  authUrl: isTyped,
  accessModel: among(...ACCESS_MODELS),
  clientId: isTyped,
  clientAuthentication: among("post", "basic"),
  scopes: isTyped,
  tokenParameters: isTyped,
  callbackUrl: isTyped,
  responseType: among("code", "code id_token"),
  proofKey: among("auto", "required", "off"),
  consentEndClaim: isTyped,
  pageSize: isTyped,
  colour: isTyped,
  networking: among("own", "editor"),
  authenticationStatuses: isTyped,
};

export const DRAFT_FIELDS = Object.keys(DRAFT_MEMBERS) as readonly DraftField[];

/** A draft with all of its fields and nothing else. */
export function isDraft(value: unknown): value is ConnectionDraft {
  return hasExactly(value, DRAFT_MEMBERS);
}

const isNothing = (value: unknown): value is Readonly<Record<string, never>> =>
  hasExactly(value, {});
const hasDraft = (value: unknown): value is { draft: ConnectionDraft } =>
  hasExactly(value, { draft: isDraft });

/** What the host lets in from a connection form. */
export const FORM_CHECKS: Checks<FormToHost> = {
  start: isNothing,
  edit: hasDraft,
  save: hasDraft,
  test: hasDraft,
  stopTest: isNothing,
  paste: isNothing,
  enterSecret: (value): value is { name: SecretName; draft: ConnectionDraft } =>
    hasExactly(value, { name: among(...SECRET_NAMES), draft: isDraft }),
  cancel: isNothing,
  act: (value): value is { id: string } =>
    hasExactly(value, {
      id: (id) => isText(id) && id.length > 0 && id.length <= ID_LIMIT,
    }),
};

/** What the form lets in from the host. */
export const HOST_TO_FORM_CHECKS: Checks<HostToForm> = {
  show: isFormView,
  fill: (value): value is { draft: Partial<ConnectionDraft> } =>
    hasExactly(value, { draft: isPartialDraft }),
  point: isNothing,
};

/** The answer to `start`. Whatever is let in can be rendered. */
export function isFormStart(value: unknown): value is FormStart {
  return (
    isRecord(value) &&
    isTexts(value["texts"], FORM_TEXTS) &&
    isLayout(value["layout"]) &&
    isFormView(value["view"]) &&
    isDraft(value["draft"])
  );
}

/** Reads the state that the editor kept of a form; undefined when it is not ours to read. */
export function decodeFormState(value: unknown): FormState | undefined {
  if (!isRecord(value) || value["version"] !== 1 || !isDraft(value["draft"])) {
    return undefined;
  }
  const { top } = value;
  const isPlace = typeof top === "number" && Number.isFinite(top) && top >= 0;
  return { version: 1, draft: value["draft"], top: isPlace ? top : 0 };
}

function isPartialDraft(value: unknown): value is Partial<ConnectionDraft> {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, member]) => oneOf(name, DRAFT_FIELDS) && DRAFT_MEMBERS[name](member),
    )
  );
}

function isFormView(value: unknown): value is FormView {
  return (
    isRecord(value) &&
    isText(value["title"]) &&
    isFlag(value["isChanged"]) &&
    isListOf(value["problems"], isProblem) &&
    isListOf(value["secrets"], isSecretView) &&
    isText(value["status"]) &&
    isOptional(value["extra"], isAction) &&
    isOptional(value["notice"], isNotice) &&
    isOptional(value["test"], isTest)
  );
}

function isProblem(value: unknown): boolean {
  return isRecord(value) && oneOf(value["field"], DRAFT_FIELDS) && isText(value["text"]);
}

function isSecretView(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["name"], SECRET_NAMES) &&
    oneOf(value["state"], SECRET_STATES) &&
    [value["label"], value["word"], value["button"]].every(isText)
  );
}

function isTest(value: unknown): boolean {
  return (
    isRecord(value) &&
    isFlag(value["isRunning"]) &&
    isText(value["summary"]) &&
    isListOf(
      value["steps"],
      (step) =>
        isRecord(step) &&
        oneOf(step["state"], TEST_STATES) &&
        [step["label"], step["text"], step["word"]].every(isText),
    )
  );
}

function isLayout(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value["where"], value["identity"], value["credentials"], value["more"]].every(isSection) &&
    isListOf(
      value["callbackHints"],
      (hint) =>
        isRecord(hint) &&
        [hint["way"], hint["address"], hint["note"]].every(isText) &&
        isFlag(hint["isUsable"]),
    )
  );
}

function isSection(value: unknown): boolean {
  return isRecord(value) && isText(value["title"]) && isListOf(value["fields"], isField);
}

function isField(value: unknown): boolean {
  return (
    isRecord(value) &&
    oneOf(value["name"], DRAFT_FIELDS) &&
    oneOf(value["kind"], FORM_FIELD_KINDS) &&
    isText(value["label"]) &&
    isText(value["help"]) &&
    isFlag(value["isOptional"]) &&
    isListOf(value["models"], among(...ACCESS_MODELS)) &&
    isListOf(
      value["choices"],
      (choice) =>
        isRecord(choice) &&
        [choice["value"], choice["label"], choice["help"]].every(isText) &&
        isOptional(choice["icon"], isIconName),
    )
  );
}
