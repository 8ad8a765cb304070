import { AppError } from "../../../../platform/base/errors";
import {
  type Operation,
  readDefinition,
  type ServiceDefinition,
} from "../../../../platform/service/definition/definition";
import type { Schema } from "../../../../platform/service/definition/schema";
import type { ToolInput } from "../../messages/toolInputs";
import { quoteWithin } from "../quotedJson";
import { MOST_BYTES, type ToolAnswer } from "../toolAnswer";
import { connectionFacts, findConnection, type ToolCall } from "../toolCall";

/** Levels of a schema that are told at once. */
const SHALLOW = 2;
const DEEP = 3;
const MOST_CHOICES = 20;
const LONGEST_DESCRIPTION = 300;
const MOST_ENDPOINTS = 100;

/** What an endpoint takes and answers, or which endpoints there are. */
export async function describeEndpoint(
  { services }: ToolCall,
  { connection: named, endpoint }: ToolInput<"describeEndpoint">,
): Promise<ToolAnswer> {
  const connection = findConnection(services, named);
  const definition = readDefinition(await services.definition(connection.id));
  const facts = { connection: connectionFacts(connection) };
  if (endpoint === undefined) {
    const { operations } = definition;
    const endpoints = operations.slice(0, MOST_ENDPOINTS).map((one) => overview(definition, one));
    const rest = operations.length - endpoints.length;
    return {
      ...{ facts, isMasked: false, data: told({ endpoints }, services.redact) },
      more: rest > 0 ? `${rest} more endpoints: ask for one by its operation id.` : undefined,
    };
  }
  const operation = findOperation(definition, endpoint);
  const { parameters, body } = operation;
  const described = {
    ...overview(definition, operation),
    parameters: parameters.map(({ name, in: place, required, schema, description }) => ({
      ...{ name, in: place, required, description: shortened(description) },
      schema: schemaView(schema, 1),
    })),
    ...(body === undefined
      ? {}
      : {
          body: {
            ...{ required: body.required, contentType: body.contentType },
            schema: schemaView(body.schema, SHALLOW),
          },
        }),
    answer: schemaView(definition.answer(operation.id), SHALLOW),
    limits: operation.limits,
  };
  return {
    ...{ facts, isMasked: false, data: told({ endpoint: described }, services.redact) },
    more: "Fields that lie deeper: describeSchema.",
  };
}

/** What is sent to an endpoint, or what it answers with, field by field. */
export async function describeSchema(
  { services }: ToolCall,
  { connection: named, endpoint, part, at }: ToolInput<"describeSchema">,
): Promise<ToolAnswer> {
  const connection = findConnection(services, named);
  const definition = readDefinition(await services.definition(connection.id));
  const operation = findOperation(definition, endpoint);
  const whole = part === "body" ? operation.body?.schema : definition.answer(operation.id);
  if (whole === undefined) {
    throw new AppError("input", "assistants/noBody");
  }
  const schema = at === undefined ? whole : schemaAt(whole, at);
  return {
    ...{ facts: { connection: connectionFacts(connection), endpoint: operation.id, part } },
    ...{ isMasked: false, data: told({ at, schema: schemaView(schema, DEEP) }, services.redact) },
    more: 'Fields that lie deeper: ask for them with "at".',
  };
}

/** @throws AppError `assistants/unknownEndpoint` */
function findOperation({ operations }: ServiceDefinition, id: string): Operation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) {
    throw new AppError("input", "assistants/unknownEndpoint");
  }
  return found;
}

function overview(
  { prefixes }: ServiceDefinition,
  operation: Operation,
): Readonly<Record<string, unknown>> {
  const { id, method, domain, path, summary, illustrative, imported, deprecated } = operation;
  return {
    ...{ operationId: id, method, domain, path: prefixes[domain] + path },
    summary: shortened(summary),
    ...(illustrative ? { isNotInTheSpecification: true } : {}),
    ...(imported ? { isOfTheProvidersDefinition: true } : {}),
    ...(deprecated ? { isDeprecated: true } : {}),
  };
}

/** @throws AppError `assistants/unknownField` */
function schemaAt(schema: Schema, path: string): Schema {
  let found: Schema | undefined = schema;
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== "" && !/^\d+$/.test(part))) {
    found = memberOf(found, name, 0);
    if (found === undefined) {
      throw new AppError("input", "assistants/unknownField");
    }
  }
  return found;
}

/** Choices within choices lead round in circles. */
const DEEPEST_SEARCH = 6;

/** A member by name: of the object, of the items of a list, of a branch that has it. */
function memberOf(schema: Schema, name: string, depth: number): Schema | undefined {
  if (depth > DEEPEST_SEARCH) {
    return undefined;
  }
  const { properties = {}, items, choices = [] } = schema;
  if (Object.hasOwn(properties, name)) {
    return properties[name];
  }
  const others = [...(items === undefined ? [] : [items]), ...choices.flat()];
  for (const other of others) {
    const found = memberOf(other, name, depth + 1);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** What a schema says, as far as so many levels; schemas are graphs, in which circles are normal. */
function schemaView(schema: Schema, levels: number): Readonly<Record<string, unknown>> {
  const { type, format, items, properties, required = [], choices = [] } = schema;
  const named = Object.entries(properties ?? {});
  const isOpen = type === undefined && named.length === 0 && choices.length === 0;
  const deeper = (one: Schema): unknown =>
    levels > 0 ? schemaView(one, levels - 1) : { type: one.type ?? "…" };
  return {
    ...(isOpen ? { isOpen: true } : {}),
    ...{ type, format, title: schema.title, description: shortened(schema.description) },
    ...(schema.enum === undefined ? {} : { enum: schema.enum.slice(0, MOST_CHOICES) }),
    ...(schema.readOnly === true ? { readOnly: true } : {}),
    ...{ default: schema.default, example: schema.examples?.[0] },
    ...(items === undefined ? {} : { items: deeper(items) }),
    ...(named.length === 0
      ? {}
      : {
          required,
          properties: Object.fromEntries(named.map(([name, one]) => [name, deeper(one)])),
        }),
    ...(choices.length === 0 ? {} : { anyOf: choices.map((branches) => branches.map(deeper)) }),
    ...(schema.isIncomplete === true ? { isIncomplete: true } : {}),
  };
}

function shortened(text: string | undefined): string | undefined {
  return text === undefined || text.length <= LONGEST_DESCRIPTION
    ? text
    : `${text.slice(0, LONGEST_DESCRIPTION).toWellFormed()}…`;
}

function told(value: unknown, redact: (text: string) => string): string {
  return (
    quoteWithin(JSON.stringify(value), MOST_BYTES, redact)?.text ??
    JSON.stringify("… (cut: too long; ask for a part of it)")
  );
}
