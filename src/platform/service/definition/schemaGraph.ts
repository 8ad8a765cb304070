import type { JsonRecord } from "./reading";
import { isObject, targetOf } from "./references";
import type { Schema } from "./schema";

/** What one place asks for, gathered from everywhere that says something of it. */
interface Gathered {
  readonly parts: readonly JsonRecord[];
  /** A choice between them and null. */
  readonly isNullable: boolean;
  /** Branches of the first choice that is left. */
  readonly choice: readonly unknown[];
}

type Writable = { -readonly [Key in keyof Schema]: Schema[Key] };

/** Combinations of schemas that are looked at; a document with more is left open beyond. */
const MOST_SCHEMAS = 200_000;
/** Schemas inside one another that are filled at once; the stack ends somewhere. */
const DEEPEST = 200;
/** Keywords of which the first that is said, and means something, counts. */
const FIRST: Readonly<Record<string, (value: unknown) => boolean>> = {
  format: isText,
  pattern: isText,
  default: () => true,
  description: isText,
  "x-maximum-page-size": isNumber,
};

/**
 * The schemas of a document as graph: `$ref`, `allOf` and choices between a schema and null are
 * looked through, each schema is there once, and cycles stay cycles. References that lead nowhere
 * or out of the document leave their place open.
 */
export class SchemaGraph {
  private readonly known = new Map<string, Schema>();
  private readonly numbers = new Map<JsonRecord, number>();
  private depth = 0;
  /** Too deep to be filled where they were met. */
  private readonly left: { readonly schema: Writable; readonly gathered: Gathered }[] = [];

  constructor(private readonly document: JsonRecord) {}

  /** The schema that stands at a place of the document. */
  schemaOf(source: unknown): Schema {
    const schema = this.of([source]);
    for (let next = this.left.pop(); next !== undefined; next = this.left.pop()) {
      this.fill(next.schema, next.gathered);
    }
    return schema;
  }

  private of(sources: readonly unknown[]): Schema {
    const gathered = this.gather(sources);
    const key = `${gathered.parts.map((part) => this.numberOf(part)).join(" ")}${
      gathered.isNullable ? "?" : ""
    }`;
    const known = this.known.get(key);
    if (known !== undefined || key === "" || this.known.size > MOST_SCHEMAS) {
      return known ?? {};
    }
    const schema: Writable = {};
    // Before it is filled: what is inside may lead back here.
    this.known.set(key, schema);
    if (this.depth >= DEEPEST) {
      this.left.push({ schema, gathered });
      return schema;
    }
    this.depth++;
    this.fill(schema, gathered);
    this.depth--;
    return schema;
  }

  private gather(sources: readonly unknown[]): Gathered {
    const seen = new Set<JsonRecord>();
    const parts: JsonRecord[] = [];
    const open = [...sources].reverse();
    let isNullable = false;
    let choice: readonly unknown[] = [];
    while (open.length > 0) {
      const next = open.pop();
      if (!isObject(next) || seen.has(next)) {
        continue;
      }
      seen.add(next);
      if (!isBareReference(next)) {
        parts.push(next);
      }
      const inside: unknown[] = [...listOf(next["allOf"]), targetOf(this.document, next["$ref"])];
      for (const branches of [listOf(next["anyOf"]), listOf(next["oneOf"])]) {
        const others = branches.filter((branch) => !isNull(branch));
        if (others.length === 1) {
          isNullable ||= others.length < branches.length;
          inside.push(others[0]);
        } else if (choice.length === 0) {
          choice = branches;
        }
      }
      inside.reverse().forEach((one) => open.push(one));
    }
    return { parts, isNullable, choice };
  }

  private numberOf(part: JsonRecord): number {
    const number = this.numbers.get(part) ?? this.numbers.size;
    this.numbers.set(part, number);
    return number;
  }

  private fill(schema: Writable, { parts, isNullable, choice }: Gathered): void {
    const said = (keyword: string): unknown[] =>
      parts.map((part) => part[keyword]).filter((value) => value !== undefined);
    const properties = this.propertiesOf(said("properties"));
    const required = said("required").flatMap(listOf).filter(isText);
    const items = said("items").filter(isObject);
    const limits = {
      minimum: said("minimum").filter(isNumber),
      maximum: said("maximum").filter(isNumber),
    };
    Object.assign(schema, {
      ...firstOf(said),
      ...(properties === undefined ? {} : { properties }),
      ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
      ...(items.length === 0 ? {} : { items: this.of(items) }),
      ...(limits.minimum.length === 0 ? {} : { minimum: Math.max(...limits.minimum) }),
      ...(limits.maximum.length === 0 ? {} : { maximum: Math.min(...limits.maximum) }),
      ...examplesOf(said("examples"), said("example")),
      ...(said("readOnly").includes(true) ? { readOnly: true } : {}),
      ...illustrativeOf(said("x-illustrative")),
    });
    this.fillValues(schema, { said, isNullable, choice });
  }

  private fillValues(
    schema: Writable,
    { said, isNullable, choice }: Omit<Gathered, "parts"> & { said: (name: string) => unknown[] },
  ): void {
    const branches = choice.map((branch) => this.of([branch]));
    const lists = [...said("enum").map(listOf), ...said("const").map((one) => [one])].filter(
      (list) => list.length > 0,
    );
    const values = lists[0] ?? valuesOf(branches);
    const others = lists.slice(1).map((list) => new Set(list));
    const types = typesOf(said("type")) ?? typesOfBranches(branches);
    const nullable = isNullable ? ["null"] : [];
    if (values !== undefined) {
      const kept = values.filter((value) => others.every((list) => list.has(value)));
      schema.enum = isNullable && !kept.includes(null) ? [...kept, null] : kept;
    } else if (branches.length > 0) {
      schema.anyOf = branches;
    }
    if (types !== undefined) {
      const all = [...new Set([...types, ...nullable])];
      schema.type = all.length === 1 ? (all[0] ?? all) : all;
    }
  }

  private propertiesOf(said: readonly unknown[]): Record<string, Schema> | undefined {
    const sources = new Map<string, unknown[]>();
    for (const properties of said.filter(isObject)) {
      for (const [name, member] of Object.entries(properties)) {
        sources.set(name, [...(sources.get(name) ?? []), member]);
      }
    }
    const members = [...sources].map(([name, members]) => [name, this.of(members)] as const);
    return said.some(isObject) ? Object.fromEntries(members) : undefined;
  }
}

function firstOf(said: (keyword: string) => unknown[]): Partial<Schema> {
  const entries = Object.entries(FIRST).map(([keyword, means]) => [
    keyword,
    said(keyword).find(means),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<Schema>;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
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

/** The types that all allow; a whole number is a number. Undefined where nobody says any. */
function typesOf(said: readonly unknown[]): readonly string[] | undefined {
  const lists = said
    .map((one) => (typeof one === "string" ? [one] : listOf(one).filter(isText)))
    .filter((list) => list.length > 0);
  const first = lists[0];
  if (first === undefined) {
    return undefined;
  }
  const common = lists
    .slice(1)
    .reduce<readonly string[]>(
      (left, right) => [
        ...left.filter(
          (type) => right.includes(type) || (type === "integer" && right.includes("number")),
        ),
        ...right.filter((type) => type === "integer" && left.includes("number")),
      ],
      first,
    );
  return common.length === 0 ? first : [...new Set(common)];
}

/** Undefined where one of the branches may be of any type. */
function typesOfBranches(branches: readonly Schema[]): readonly string[] | undefined {
  const types = branches.map(({ type }) => (typeof type === "string" ? [type] : (type ?? [])));
  const isTold = types.length > 0 && types.every((list) => list.length > 0);
  return isTold ? [...new Set(types.flat())] : undefined;
}

/** The values of a choice between lists of values. */
function valuesOf(branches: readonly Schema[]): readonly unknown[] | undefined {
  const lists = branches.map((branch) =>
    branch.enum === undefined && branch.type === "null" ? [null] : branch.enum,
  );
  const isTold = lists.length > 0 && lists.every((list) => list !== undefined);
  return isTold ? [...new Set(lists.flat())] : undefined;
}

function examplesOf(lists: readonly unknown[], single: readonly unknown[]): Partial<Schema> {
  const examples = [...lists.flatMap(listOf), ...single];
  return examples.length === 0 ? {} : { examples };
}

function illustrativeOf(said: readonly unknown[]): Partial<Schema> {
  const [first] = said;
  const isMark = typeof first === "boolean" || Array.isArray(first);
  return isMark ? { "x-illustrative": first as readonly string[] | boolean } : {};
}
