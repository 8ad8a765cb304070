import { LIMIT_NAMES, readLimits } from "./limits";
import type { JsonRecord } from "./reading";
import { isObject, listIn, targetOf } from "./references";
import { type Schema, typesOf } from "./schema";

/** What one place asks for, gathered from everywhere that says something of it. */
interface Gathered {
  readonly parts: readonly JsonRecord[];
  /** A choice between them and null. */
  readonly isNullable: boolean;
  /** Branches of each choice that is left. */
  readonly choices: readonly (readonly unknown[])[];
  /** False where a reference leads nowhere, or out of the document. */
  readonly isComplete: boolean;
}

type Writable = { -readonly [Key in keyof Schema]: Schema[Key] };
type Said = (keyword: string) => readonly unknown[];

/** Combinations of schemas that are looked at; a document with more is left open beyond. */
const MOST_SCHEMAS = 200_000;
/** Choices inside one another that are looked into; the stack ends somewhere. */
const DEEPEST = 200;
/** Keywords of which the first that is said, and means something, counts. */
const FIRST: readonly (readonly [keyword: string, means: (value: unknown) => boolean])[] = [
  ["format", isText],
  ["default", () => true],
  ["description", isText],
  ["x-maximum-page-size", isNumber],
  ["x-illustrative", (value) => typeof value === "boolean" || Array.isArray(value)],
];
/** Keywords that say something of values; a schema with none of them changes nothing. */
const SAYS_SOMETHING: ReadonlySet<string> = new Set([
  ...["type", "nullable", "format", "enum", "const", "properties", "required", "items"],
  ...["additionalProperties", "unevaluatedProperties", "patternProperties", "oneOf", "anyOf"],
  ...["readOnly", "writeOnly", ...LIMIT_NAMES],
]);

const ids = new WeakMap<Schema, string>();

/** The same for schemas of a document that say the same of values, whatever their descriptions. */
export function schemaId(schema: Schema): string {
  return ids.get(schema) ?? "";
}

/**
 * The schemas of a document as graph: `$ref`, `allOf` and choices between a schema and null are
 * looked through, each schema is there once, and cycles stay cycles. What is inside a schema is
 * read when it is asked for. References that lead nowhere or out of the document leave their place
 * open.
 */
export class SchemaGraph {
  private readonly known = new Map<string, Schema>();
  private readonly numbers = new Map<JsonRecord, number>();
  private depth = 0;

  constructor(private readonly document: JsonRecord) {}

  /** What holds where all of `sources` hold, schemas of the document; any value without them. */
  schemaOf(...sources: readonly unknown[]): Schema {
    const gathered = this.gather(sources);
    const title = sources.length === 1 ? titleOf(sources[0]) : undefined;
    const suffix = `${gathered.isNullable ? "?" : ""} ${title ?? ""}`;
    const key = `${gathered.parts.map((part) => this.numberOf(part)).join(" ")}${suffix}`;
    const known = this.known.get(key);
    if (known !== undefined || this.known.size > MOST_SCHEMAS || this.depth >= DEEPEST) {
      return known ?? {};
    }
    const schema: Writable = title === undefined ? {} : { title };
    // Before it is filled: choices may lead back here.
    this.known.set(key, schema);
    const saying = gathered.parts.filter((part) =>
      Object.keys(part).some((keyword) => SAYS_SOMETHING.has(keyword)),
    );
    ids.set(schema, `${saying.map((part) => this.numberOf(part)).join(" ")}${suffix}`);
    this.depth++;
    this.fill(schema, gathered);
    this.depth--;
    return schema;
  }

  private gather(sources: readonly unknown[]): Gathered {
    const seen = new Set<JsonRecord>();
    const parts: JsonRecord[] = [];
    const choices: (readonly unknown[])[] = [];
    const open = [...sources].reverse();
    let isNullable = false;
    let isComplete = true;
    while (open.length > 0) {
      const next = open.pop();
      if (!isObject(next) || seen.has(next)) {
        continue;
      }
      seen.add(next);
      if (!isBareReference(next)) {
        parts.push(next);
      }
      const inside: unknown[] = [...listIn(next["allOf"])];
      if ("$ref" in next || "$dynamicRef" in next) {
        const target = targetOf(this.document, next["$ref"]);
        isComplete &&= isObject(target);
        inside.push(target);
      }
      for (const branches of [listIn(next["anyOf"]), listIn(next["oneOf"])]) {
        const others = branches.filter((branch) => !isNull(branch));
        if (others.length === 1) {
          isNullable ||= others.length < branches.length;
          inside.push(others[0]);
        } else if (branches.length > 0) {
          choices.push(branches);
        }
      }
      inside.reverse().forEach((one) => open.push(one));
    }
    return { parts, isNullable, choices, isComplete };
  }

  private numberOf(part: JsonRecord): number {
    const number = this.numbers.get(part) ?? this.numbers.size;
    this.numbers.set(part, number);
    return number;
  }

  private fill(schema: Writable, gathered: Gathered): void {
    const { parts, isComplete } = gathered;
    const said = valuesByKeyword(parts);
    const required = said("required").flatMap(listIn).filter(isText);
    const isSet = (keyword: string): boolean => said(keyword).includes(true);
    Object.assign(schema, {
      ...firstOf(said),
      ...readLimits(said),
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
      ...examplesOf(said("examples"), said("example")),
      ...(said("patternProperties").length === 0 ? {} : { hasPatternProperties: true }),
      ...(isSet("readOnly") ? { readOnly: true } : {}),
      ...(isSet("writeOnly") ? { writeOnly: true } : {}),
      ...(isComplete ? {} : { isIncomplete: true }),
    });
    this.fillInside(schema, said);
    this.fillValues(schema, said, gathered);
  }

  private fillInside(schema: Writable, said: Said): void {
    const properties = said("properties").filter(isObject);
    const items = said("items").filter(isObject);
    const heads = said("prefixItems")
      .map(listIn)
      .filter((head) => head.length > 0);
    const conditions = ["if", "then", "else"].flatMap(said).filter(isObject);
    const others = [...said("additionalProperties"), ...said("unevaluatedProperties")].filter(
      (one) => typeof one === "boolean" || isObject(one),
    );
    if (properties.length > 0) {
      readLater(schema, "properties", () => this.propertiesOf(properties));
    }
    if (items.length > 0) {
      readLater(schema, "items", () => this.schemaOf(...items));
    }
    if (heads.length > 0) {
      const longest = heads.reduce((one, other) => (other.length > one.length ? other : one));
      readLater(schema, "prefixItems", () =>
        longest.map((_, index) => this.schemaOf(...heads.map((head) => head[index]))),
      );
    }
    if (conditions.length > 0) {
      readLater(schema, "conditions", () => conditions.map((one) => this.schemaOf(one)));
    }
    if (isObject(others[0]) && !others.includes(false)) {
      readLater(schema, "additionalProperties", () => this.schemaOf(others[0]));
    } else if (others.length > 0) {
      schema.additionalProperties = !others.includes(false);
    }
  }

  private fillValues(schema: Writable, said: Said, gathered: Gathered): void {
    const { parts, isNullable, choices } = gathered;
    const lists = [...said("enum").map(listIn), ...said("const").map((one) => [one])].filter(
      (list) => list.length > 0,
    );
    const open: (readonly Schema[])[] = [];
    const types = parts.map(typesIn);
    for (const sources of choices) {
      const branches = [...new Set(sources.map((branch) => this.schemaOf(branch)))];
      const values = valuesOf(branches);
      types.push(typesOfBranches(branches));
      if (values === undefined) {
        open.push(branches);
      } else {
        lists.push(values);
      }
      const format = commonFormat(branches);
      if (format !== undefined) {
        schema.format ??= format;
      }
    }
    const others = lists.slice(1).map((list) => new Set(list));
    const values = lists[0]?.filter((value) => others.every((list) => list.has(value)));
    if (values !== undefined) {
      schema.enum = isNullable && !values.includes(null) ? [...values, null] : values;
    }
    if (open.length > 0) {
      schema.choices = open;
    }
    const all = commonTypes(types) ?? meantTypes(schema);
    if (all !== undefined) {
      const [first = "", ...more] = new Set([...all, ...(isNullable ? ["null"] : [])]);
      schema.type = more.length === 0 ? first : [first, ...more];
    }
  }

  private propertiesOf(said: readonly JsonRecord[]): Record<string, Schema> {
    const sources = new Map<string, unknown[]>();
    for (const properties of said) {
      for (const [name, member] of Object.entries(properties)) {
        sources.set(name, [...(sources.get(name) ?? []), member]);
      }
    }
    return Object.fromEntries(
      [...sources].map(([name, members]) => [name, this.schemaOf(...members)]),
    );
  }
}

/** Sets a member that is made when it is first asked for. */
function readLater<Key extends keyof Schema>(
  schema: Schema,
  key: Key,
  read: () => NonNullable<Schema[Key]>,
): void {
  Object.defineProperty(schema, key, {
    configurable: true,
    enumerable: true,
    get: () => {
      const value = read();
      Object.defineProperty(schema, key, { value, enumerable: true });
      return value;
    },
  });
}

/** What the parts say, keyword by keyword; most of the keywords are in none of them. */
function valuesByKeyword(parts: readonly JsonRecord[]): Said {
  const values = new Map<string, unknown[]>();
  for (const part of parts) {
    for (const [keyword, value] of Object.entries(part)) {
      const known = values.get(keyword);
      if (known !== undefined) {
        known.push(value);
      } else if (value !== undefined) {
        values.set(keyword, [value]);
      }
    }
  }
  return (keyword) => values.get(keyword) ?? NOTHING;
}

const NOTHING: readonly unknown[] = [];

function firstOf(said: Said): Partial<Schema> {
  const found: Record<string, unknown> = {};
  for (const [keyword, means] of FIRST) {
    const value = said(keyword).find(means);
    if (value !== undefined) {
      found[keyword] = value;
    }
  }
  return found;
}

function titleOf(schema: unknown): string | undefined {
  const { $ref, title } = isObject(schema) ? schema : {};
  if (isText($ref)) {
    return $ref.slice($ref.lastIndexOf("/") + 1);
  }
  return isText(title) ? title : undefined;
}

/** One that says nothing itself: what it leads to is the same from everywhere. */
function isBareReference(schema: JsonRecord): boolean {
  return "$ref" in schema && Object.keys(schema).length === 1;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isNull(branch: unknown): boolean {
  return isObject(branch) && (branch["type"] === "null" || branch["const"] === null);
}

/** The types that a schema names itself; `nullable` is OpenAPI 3.0's, and in use beyond it. */
function typesIn({ type, nullable }: JsonRecord): readonly string[] {
  const types = isText(type) ? [type] : listIn(type).filter(isText);
  return types.length > 0 && nullable === true ? [...types, "null"] : types;
}

/** The types that all allow; a whole number is a number. Undefined where nobody says any. */
export function commonTypes(said: readonly (readonly string[])[]): readonly string[] | undefined {
  const lists = said.filter((list) => list.length > 0).map(withoutNarrower);
  const first = lists[0];
  if (first === undefined) {
    return undefined;
  }
  const common = lists
    .slice(1)
    .reduce<readonly string[]>(
      (left, right) => [
        ...left.filter((type) => includesType(right, type)),
        ...right.filter((type) => !left.includes(type) && includesType(left, type)),
      ],
      first,
    );
  return common.length === 0 ? first : common;
}

function withoutNarrower(types: readonly string[]): readonly string[] {
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** Whether a value of this type is of one of the types: whole numbers are numbers. */
export function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Documents leave types out where they are plain to see. */
function meantTypes(schema: Schema): readonly string[] | undefined {
  const has = (keyword: keyof Schema): boolean => keyword in schema;
  if (schema.enum !== undefined) {
    return withoutNarrower([...new Set(schema.enum.map(typeOf))]);
  }
  if (has("properties") || has("required") || has("additionalProperties")) {
    return ["object"];
  }
  return has("items") ? ["array"] : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** None where one of the branches may be of any type. */
function typesOfBranches(branches: readonly Schema[]): readonly string[] {
  const types = branches.map(typesOf);
  return types.every((list) => list.length > 0) ? [...new Set(types.flat())] : [];
}

/** The values of a choice between lists of values. */
function valuesOf(branches: readonly Schema[]): readonly unknown[] | undefined {
  const lists = branches.map((branch) =>
    branch.enum === undefined && branch.type === "null" ? [null] : branch.enum,
  );
  const isTold = lists.length > 0 && lists.every((list) => list !== undefined);
  return isTold ? [...new Set(lists.flat())] : undefined;
}

/** True for what is no container: a text, a number, a flag, null. */
export function isScalar(schema: Schema): boolean {
  const types = typesOf(schema);
  return types.length > 0 && !types.includes("object") && !types.includes("array");
}

/** The format of a choice between scalars that all have the same one. */
function commonFormat(branches: readonly Schema[]): string | undefined {
  const [first, ...more] = branches.filter(({ type }) => type !== "null");
  const isSame = [first, ...more].every((one) => one?.format === first?.format);
  return isSame && branches.every(isScalar) ? first?.format : undefined;
}

function examplesOf(lists: readonly unknown[], single: readonly unknown[]): Partial<Schema> {
  const examples = [...lists.flatMap(listIn), ...single];
  return examples.length === 0 ? {} : { examples };
}
