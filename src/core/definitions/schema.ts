import { isUuid } from "../../shared/uuid";

/** The JSON Schema keywords that definitions of the service use; others are not looked at. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly readOnly?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  /** The largest page that the sandbox gives; larger sizes are lowered to it. */
  readonly "x-maximum-page-size"?: number;
  /** Keywords beside it that the specification does not show: the service may do otherwise. */
  readonly "x-illustrative"?: readonly string[] | boolean;
}

/** What does not fit: the keyword, and where, as a path like `contributions[0].amount`. */
export interface SchemaProblem {
  readonly path: string;
  readonly keyword: "type" | "format" | "enum" | "pattern" | "minimum" | "maximum" | "required";
  /** What the schema asks for at that keyword, as text. */
  readonly expected: string;
}

/**
 * Checks a parsed JSON value; members that the schema does not know are allowed. Read-only
 * members are not looked at: a service ignores them in a request.
 */
export function checkValue(schema: Schema, value: unknown, path = ""): SchemaProblem[] {
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

function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
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
    default:
      return typeof value === type;
  }
}

function checkMembers(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): SchemaProblem[] {
  const at = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const absent = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): SchemaProblem => ({ path: at(name), keyword: "required", expected: name }));
  const wrong = Object.entries(schema.properties ?? {})
    .filter(([name, member]) => Object.hasOwn(value, name) && member.readOnly !== true)
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
    return problem("enum", schema.enum.join(", "));
  }
  if (typeof value === "string") {
    if (schema.format !== undefined && !isFormat(schema.format, value)) {
      return problem("format", schema.format);
    }
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
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
