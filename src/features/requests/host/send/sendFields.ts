import type {
  Operation,
  ServiceDefinition,
} from "../../../../platform/service/definition/definition";
import type { Parameter } from "../../../../platform/service/definition/parameter";
import type { Schema } from "../../../../platform/service/definition/schema";
import type { Translate } from "../../../../platform/texts/words";
import {
  givenParameters,
  keyOfParameter,
  offeredParameters,
  operationOf,
} from "../../common/requestDraft";
import { isRead } from "../../common/sendRequest";
import { TYPED_METHODS } from "../../../../platform/service/typedAddress";
import {
  SEND_DOMAINS,
  type SendBody,
  type SendChoice,
  type SendChoiceGroup,
  type SendDomain,
  type SendDraft,
  type SendField,
} from "../../messages/sendPanel";
import type { ShownConnection } from "./services";

/** More choices are typed instead, and checked against the definition all the same. */
const MOST_CHOICES = 1_000;
/** Values that a sentence names. */
const MOST_NAMED = 20;
/** Characters of a text from a definition: each key sends all that the form shows. */
const LONGEST_TEXT = 1_000;

/** What fields are made of. */
export interface FieldSources {
  readonly t: Translate;
  readonly definition: ServiceDefinition;
  readonly connections: readonly ShownConnection[];
}

/** Connection and endpoint; of a typed path its parts. */
export function whereFields(sources: FieldSources, draft: SendDraft): readonly SendField[] {
  const { t, connections } = sources;
  const common = [
    field("connectionId", t("Connection"), {
      kind: "select",
      groups: plainGroup(connections.map(({ id, name }) => ({ value: id, label: name }))),
    }),
    field("operationId", t("Endpoint"), { kind: "select", help: endpointHelp(sources, draft) }),
  ];
  return draft.operationId === "" ? [...common, ...typedFields(t)] : common;
}

/** What the endpoint is chosen from: may be very much, and is sent only when it changed. */
export function endpointGroups({
  t,
  definition,
}: Pick<FieldSources, "t" | "definition">): readonly SendChoiceGroup[] {
  const groups = SEND_DOMAINS.map((domain) => ({
    label: domainWord(domain, t),
    choices: definition.operations
      .filter((operation) => operation.domain === domain)
      .map((operation) => endpointChoice(operation, t)),
  })).filter(({ choices }) => choices.length > 0);
  return [...groups, { label: "", choices: [{ value: "", label: t("Other path…") }] }];
}

function endpointChoice(operation: Operation, t: Translate): SendChoice {
  const { id, method, path, summary, illustrative, deprecated } = operation;
  const label = deprecated
    ? t("{0} {1} (deprecated)", method, path)
    : illustrative
      ? t("{0} {1} (illustrative)", method, path)
      : t("{0} {1}", method, path);
  return { value: id, label, ...(summary === "" ? {} : { words: shortened(summary) }) };
}

/** A field for each parameter of the chosen operation. */
export function parameterFields(
  { t, definition }: FieldSources,
  draft: SendDraft,
): readonly SendField[] {
  const operation = operationOf(definition, draft.operationId);
  if (operation === undefined) {
    return [];
  }
  // Numbered: names are the definition's, and not all are fit to be an id in a document.
  const own = givenParameters(operation).map((parameter, index) =>
    parameterField(t, parameter, index),
  );
  return isRead(operation.method) ? [...own, ...freeFields(t, operation)] : own;
}

/** What the definition does not have: named by the specification, or by the user. */
function freeFields(t: Translate, operation: Operation): readonly SendField[] {
  const offered = offeredParameters(operation).map((name) =>
    field(`values.query.${name}`, name, {
      isOptional: true,
      help: t("In the query. Not in the interface definition of this endpoint: sent as typed."),
    }),
  );
  const others = field("queryString", t("Other query parameters"), {
    isCode: true,
    isOptional: true,
    help: t("As in name=value&other=value. Not in the interface definition: sent as typed."),
  });
  return [...offered, others].map((one, index) => ({ ...one, name: `free${index}` }));
}

/** The body, where the chosen call has one. */
export function bodyField({ t, definition }: FieldSources, draft: SendDraft): SendBody | undefined {
  const operation = operationOf(definition, draft.operationId);
  const isTyped = draft.operationId === "";
  if (isTyped ? isRead(draft.method) : operation?.body === undefined) {
    return undefined;
  }
  return {
    field: field("body", t("JSON"), {
      kind: "lines",
      isCode: true,
      isOptional: operation?.body?.required !== true,
      help: t("Sent byte for byte as it is written here."),
    }),
    hasTemplate: operation?.body !== undefined,
  };
}

/** How a domain is called. */
function domainWord(domain: SendDomain, t: Translate): string {
  return {
    crm: t("Client records"),
    finances: t("Finances"),
    profiling: t("Risk profiling"),
  }[domain];
}

function typedFields(t: Translate): readonly SendField[] {
  const methods = TYPED_METHODS.map((method) => ({ value: method, label: method }));
  const domains = SEND_DOMAINS.map((domain) => ({ value: domain, label: domainWord(domain, t) }));
  return [
    field("method", t("Method"), { kind: "select", groups: plainGroup(methods) }),
    field("domain", t("Domain"), { kind: "select", groups: plainGroup(domains) }),
    field("typedPath", t("Path"), {
      isCode: true,
      help: t("Below the domain's prefix, such as /clients."),
    }),
    field("queryString", t("Query"), {
      isCode: true,
      isOptional: true,
      help: t("As in name=value&other=value. Arrays are one value, separated by commas."),
    }),
  ];
}

function endpointHelp({ t, definition }: FieldSources, draft: SendDraft): string {
  const operation = operationOf(definition, draft.operationId);
  if (operation === undefined) {
    return draft.operationId === "" ? t("A path that the definition does not have.") : "";
  }
  const { summary, illustrative, deprecated, limits } = operation;
  return [
    summary === "" ? "" : `${shortened(summary.trim().replace(/\.$/, ""))}.`,
    illustrative ? t("Illustrative: the specification does not show this endpoint.") : "",
    deprecated ? t("Deprecated: the provider advises against it.") : "",
    limits.includes("answerNotJson") ? t("Its answer is not JSON.") : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function parameterField(t: Translate, parameter: Parameter, index: number): SendField {
  const { schema, required } = parameter;
  const choices = choicesOf(t, parameter);
  return {
    ...field(`values.${keyOfParameter(parameter)}`, parameter.name, {
      isOptional: !required,
      help: helpOf(t, parameter),
      isCode: schema.format === "uuid",
      ...(choices === undefined ? {} : { kind: "select", groups: plainGroup(choices) }),
    }),
    name: `parameter${index}`,
  };
}

/** Choices of a boolean or an enumeration; a parameter that can be left out may be. */
function choicesOf(
  t: Translate,
  { schema, required }: Parameter,
): readonly SendChoice[] | undefined {
  const types = [schema.type].flat();
  const values = types.includes("boolean") ? [true, false] : schema.enum;
  if (values === undefined || types.includes("array") || values.length > MOST_CHOICES) {
    return undefined;
  }
  const none = { value: "", label: required ? t("choose…") : t("not sent") };
  return [
    none,
    ...values
      .filter((value) => isScalar(value) || typeof value === "boolean")
      .map((value) => ({ value: String(value), label: String(value) })),
  ];
}

function helpOf(t: Translate, parameter: Parameter): string {
  const { in: place, schema, description = schema.description, example } = parameter;
  const where = { path: t("In the path."), query: t("In the query."), header: t("A header.") };
  const values = schema.items?.enum;
  const shown = example ?? schema.examples?.[0];
  return [
    where[place],
    ...(description === undefined ? [] : [shortened(description)]),
    ...([schema.type].flat().includes("array")
      ? [t("Several values are separated by commas.")]
      : []),
    ...(values === undefined ? [] : [t("One of {0}.", namedValues(values))]),
    ...boundsOf(t, schema),
    ...(schema.default === undefined
      ? []
      : [t("Default: {0}.", shortened(JSON.stringify(schema.default)))]),
    ...(isScalar(shown) ? [t("Such as {0}.", shortened(String(shown)))] : []),
  ].join(" ");
}

function namedValues(values: readonly unknown[]): string {
  const named = values.slice(0, MOST_NAMED).join(", ");
  return shortened(values.length > MOST_NAMED ? `${named}, …` : named);
}

function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1).toWellFormed()}…`;
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function boundsOf(t: Translate, { type, format, minimum, maximum }: Schema): readonly string[] {
  const kind =
    type === "integer" ? [t("A whole number.")] : format === "uuid" ? [t("A UUID.")] : [];
  return [
    ...kind,
    ...(minimum === undefined ? [] : [t("At least {0}.", String(minimum))]),
    ...(maximum === undefined ? [] : [t("At most {0}.", String(maximum))]),
  ];
}

function field(name: string, label: string, change: Partial<SendField> = {}): SendField {
  return {
    ...{ name, key: name, kind: "text", label, help: "", isOptional: false, isCode: false },
    groups: [],
    ...change,
  };
}

function plainGroup(choices: readonly SendChoice[]): readonly SendChoiceGroup[] {
  return [{ label: "", choices }];
}
