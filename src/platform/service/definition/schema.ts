import { isUuid } from "../../base/uuid";
import type { Limits } from "./limits";
import { fitsPattern } from "./patterns";

/**
 * What is looked at of a JSON Schema. Schemas of a definition form a graph, in which cycles are
 * normal: references and `allOf` are looked through (`schemaGraph.ts`).
 */
export interface Schema extends Limits {
  /** Last part of the `$ref` that leads here, or the title. */
  readonly title?: string;
  /** As it is told or, where it is not, plain to see from other keywords. */
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  /** Of the first items of a list, one by one. */
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Members that are not named: a schema for them, or whether there may be any. */
  readonly additionalProperties?: Schema | boolean;
  /** Names of members are told by patterns, which nobody here reads. */
  readonly hasPatternProperties?: boolean;
  /** Each `anyOf` and `oneOf` that leaves a choice: one of its branches fits, or several. */
  readonly choices?: readonly (readonly Schema[])[];
  /** Schemas of `if`, `then` and `else`. */
  readonly conditions?: readonly Schema[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  /** A reference leads nowhere, or out of the document: more may hold here than is known. */
  readonly isIncomplete?: boolean;
  /** The largest page that the sandbox gives; larger sizes are lowered to it. */
  readonly "x-maximum-page-size"?: number;
  /** Keywords beside it that the specification does not show: the service may do otherwise. */
  readonly "x-illustrative"?: readonly string[] | boolean;
}

export type SchemaKeyword =
  "type" | "format" | "enum" | "pattern" | "minimum" | "maximum" | "required";

/** What does not fit: the keyword, and where, as a path like `contributions[0].amount`. */
export interface SchemaProblem {
  readonly path: string;
  readonly keyword: SchemaKeyword;
  /** What the schema asks for at that keyword, as text. */
  readonly expected: string;
}

/**
 * Checks a parsed JSON value; members that the schema does not know are allowed. Read-only
 * members are not looked at: a service ignores them in a request.
 */
export function checkValue(schema: Schema, value: unknown, path = ""): SchemaProblem[] {
  return [...checkOwn(schema, value, path), ...checkChoices(schema, value, path, new Set())];
}

function checkOwn(schema: Schema, value: unknown, path: string): SchemaProblem[] {
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isType(type, value))) {
    return [{ path, keyword: "type", expected: types.join(" or ") }];
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined
      ? []
      : value.flatMap((item, index) => checkValue(items, item, `${path}[${index}]`));
  }
  if (typeof value === "object" && value !== null) {
    return checkMembers(schema, value as Readonly<Record<string, unknown>>, path);
  }
  const problem = checkScalar(schema, value, path);
  return problem === undefined ? [] : [problem];
}

/** Choices between choices that are looked at. */
const MOST_CHOICES = 32;

/** What does not fit its choices; one that leads back here says nothing. */
function checkChoices(
  schema: Schema,
  value: unknown,
  path: string,
  open: ReadonlySet<Schema>,
): SchemaProblem[] {
  if (schema.choices === undefined || open.has(schema) || open.size >= MOST_CHOICES) {
    return [];
  }
  const within = new Set([...open, schema]);
  return schema.choices.flatMap((branches) => checkChoice(branches, value, path, within));
}

/** What the first branch has to say where none fits. */
function checkChoice(
  branches: readonly Schema[],
  value: unknown,
  path: string,
  open: ReadonlySet<Schema>,
): SchemaProblem[] {
  let first: SchemaProblem[] | undefined;
  for (const branch of branches) {
    const own = checkOwn(branch, value, path);
    const problems = own.length > 0 ? own : checkChoices(branch, value, path, open);
    if (problems.length === 0) {
      return [];
    }
    first ??= problems;
  }
  return first ?? [];
}

/** The member of this name that a schema knows. */
export function memberOf({ properties }: Schema, name: string): Schema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The types that a schema names; none where any will do. */
export function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === "string" ? [type] : type;
}

function isType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      // No type of JSON Schema: it refuses nothing.
      return true;
  }
}

function checkMembers(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): SchemaProblem[] {
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const { properties = {}, required = [] } = schema;
  const isOwn = (name: string): boolean => memberOf(schema, name)?.readOnly === true;
  const absent = required
    .filter((name) => !Object.hasOwn(value, name) && !isOwn(name))
    .map((name): SchemaProblem => ({ path: at(name), keyword: "required", expected: name }));
  const wrong = Object.entries(properties)
    .filter(([name]) => Object.hasOwn(value, name) && !isOwn(name))
    .flatMap(([name, member]) => checkValue(member, value[name], at(name)));
  return [...absent, ...wrong];
}

function checkScalar(schema: Schema, value: unknown, path: string): SchemaProblem | undefined {
  const problem = (keyword: SchemaProblem["keyword"], expected: unknown): SchemaProblem => ({
    path,
    keyword,
    expected: String(expected),
  });
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return problem("enum", listText(schema.enum));
  }
  if (typeof value === "string") {
    if (schema.format !== undefined && !isFormat(schema.format, value)) {
      return problem("format", schema.format);
    }
    if (schema.pattern !== undefined && !fitsPattern(schema.pattern, value)) {
      return problem("pattern", schema.pattern);
    }
  }
  if (typeof value === "number") {
    if (schema.minimum !== undefined && value < schema.minimum) {
      return problem("minimum", schema.minimum);
    }
    if (schema.maximum !== undefined && value > schema.maximum) {
      return problem("maximum", schema.maximum);
    }
  }
  return undefined;
}

/** Values that are named where another one came. */
const MOST_NAMED = 20;

function listText(values: readonly unknown[]): string {
  const named = values.slice(0, MOST_NAMED).map(textOf).join(", ");
  return values.length > MOST_NAMED ? `${named}, …` : named;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Formats that are not known fit, as JSON Schema 2020-12 has it. */
function isFormat(format: string, value: string): boolean {
  switch (format) {
    case "uuid":
      return isUuid(value);
    case "date":
      return DATE.test(value) && isDay(value);
    case "date-time":
      return /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
    default:
      return true;
  }
}

function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
