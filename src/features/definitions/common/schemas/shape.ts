import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { type LimitName, LIMIT_NAMES, type Limits, readLimits } from "./limits";
import { listIn, recordIn } from "./pointer";
import { joinedTypes, typesIn } from "./types";

/** A schema with all that it takes from others: `$ref` and `allOf` are looked through. */
export interface SchemaView {
  /** The same for the same schemas of a document. */
  readonly id: number;
  /** Last part of the `$ref`, or the title; undefined where it has neither. */
  readonly name: string | undefined;
  readonly shape: SchemaShape;
}

/** Where the views of schemas inside a schema come from. */
interface ViewSource {
  /** What holds where all of `schemas` hold. */
  of(...schemas: readonly unknown[]): SchemaView;
}

/** What a schema says of a value, all its parts joined. */
export interface SchemaShape {
  /** As JSON Schema names them, sorted, "null" among them; undefined where any will do. */
  readonly types: readonly string[] | undefined;
  readonly format: string | undefined;
  /** JSON texts of `enum` and `const`, null left out; undefined where any value will do. */
  readonly values: readonly string[] | undefined;
  readonly limits: Limits;
  readonly properties: ReadonlyMap<string, SchemaView>;
  readonly required: ReadonlySet<string>;
  /** Of an array. */
  readonly items: SchemaView | undefined;
  /** Members that are not named: a schema for them, whether there may be any, or not said. */
  readonly others: SchemaView | boolean | undefined;
  /** True where names of members are told by patterns, which nobody here reads. */
  readonly hasPatterns: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Each `oneOf` or `anyOf` with at least two ways. */
  readonly choices: readonly (readonly SchemaView[])[];
}

export const ANY_SHAPE: SchemaShape = {
  types: undefined,
  format: undefined,
  values: undefined,
  limits: new Map(),
  properties: new Map(),
  required: new Set(),
  items: undefined,
  others: undefined,
  hasPatterns: false,
  readOnly: false,
  writeOnly: false,
  choices: [],
};

/** Keywords that are looked at here; a schema with none of them says nothing. */
export const SAID: ReadonlySet<string> = new Set<LimitName | (string & {})>([
  ...["type", "nullable", "format", "enum", "const", "properties", "required", "items"],
  ...["additionalProperties", "unevaluatedProperties", "patternProperties", "oneOf", "anyOf"],
  ...["readOnly", "writeOnly", ...LIMIT_NAMES],
]);

/** Joins schemas that hold together. */
export function readShape(schemas: readonly JsonRecord[], views: ViewSource): SchemaShape {
  if (schemas.length === 0) {
    return ANY_SHAPE;
  }
  const choices = schemas.flatMap((schema) =>
    [schema["oneOf"], schema["anyOf"]].filter(Array.isArray).map((ways) => readWays(ways, views)),
  );
  const own = readOwn(schemas, views);
  return choices.reduce<SchemaShape>(withWays, own);
}

function readOwn(schemas: readonly JsonRecord[], views: ViewSource): SchemaShape {
  const first = (name: string): unknown =>
    schemas.find((schema) => schema[name] !== undefined)?.[name];
  const isSet = (name: string): boolean => schemas.some((schema) => schema[name] === true);
  const items = schemas.map((schema) => schema["items"]).filter((item) => item !== undefined);
  const format = first("format");
  return {
    types: joinedTypes(schemas.map(typesIn)),
    format: typeof format === "string" ? format : undefined,
    values: readValues(schemas),
    limits: readLimits(schemas),
    properties: readProperties(schemas, views),
    required: new Set(
      schemas.flatMap(({ required }) =>
        listIn(required).filter((name) => typeof name === "string"),
      ),
    ),
    items: items.length === 0 ? undefined : views.of(...items),
    others: readOthers(first("additionalProperties") ?? first("unevaluatedProperties"), views),
    hasPatterns: first("patternProperties") !== undefined,
    readOnly: isSet("readOnly"),
    writeOnly: isSet("writeOnly"),
    choices: [],
  };
}

function readProperties(
  schemas: readonly JsonRecord[],
  views: ViewSource,
): ReadonlyMap<string, SchemaView> {
  const found = new Map<string, unknown[]>();
  for (const { properties } of schemas) {
    for (const [name, schema] of Object.entries(recordIn(properties) ?? {})) {
      found.set(name, [...(found.get(name) ?? []), schema]);
    }
  }
  return new Map([...found].map(([name, parts]) => [name, views.of(...parts)]));
}

function readOthers(value: unknown, views: ViewSource): SchemaShape["others"] {
  const schema = recordIn(value);
  if (schema === undefined) {
    return typeof value === "boolean" ? value : undefined;
  }
  return Object.keys(schema).length === 0 ? true : views.of(schema);
}

function readValues(schemas: readonly JsonRecord[]): readonly string[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...(Array.isArray(schema["enum"]) ? [listIn(schema["enum"])] : []),
    ...(schema["const"] === undefined ? [] : [[schema["const"]]]),
  ]);
  const texts = lists.map((list) =>
    list.filter((value) => value !== null).map((value) => JSON.stringify(value)),
  );
  const [head, ...rest] = texts;
  const others = rest.map((list) => new Set(list));
  return head?.filter((text) => others.every((list) => list.has(text)));
}

interface Ways {
  readonly views: readonly SchemaView[];
  /** Whether null is one of them. */
  readonly isNullable: boolean;
}

function readWays(ways: readonly unknown[], views: ViewSource): Ways {
  const isNull = (way: unknown): boolean => recordIn(way)?.["type"] === "null";
  return {
    views: [...new Set(ways.filter((way) => !isNull(way)).map((way) => views.of(way)))],
    isNullable: ways.some(isNull),
  };
}

/** Joins a choice: one way alone is no choice, and plain types are types. */
function withWays(shape: SchemaShape, { views, isNullable }: Ways): SchemaShape {
  const [only, ...more] = views;
  const joined =
    only === undefined
      ? shape
      : more.length === 0
        ? joinedShapes(shape, only.shape)
        : views.every(isPlain)
          ? joinedShapes(shape, plainShape(views))
          : {
              ...shape,
              types: joinedTypes([shape.types, anyTypes(views)]),
              choices: [...shape.choices, views],
            };
  return isNullable && joined.types !== undefined
    ? { ...joined, types: [...new Set([...joined.types, "null"])].sort() }
    : joined;
}

/** Types of all ways; undefined where one of them takes any. */
function anyTypes(views: readonly SchemaView[]): readonly string[] | undefined {
  const types = views.map(({ shape }) => shape.types);
  return types.every((names) => names !== undefined)
    ? [...new Set(types.flat())].sort()
    : undefined;
}

function isPlain({ shape }: SchemaView): boolean {
  const { types, choices } = shape;
  return (
    types !== undefined &&
    choices.length === 0 &&
    !types.includes("object") &&
    !types.includes("array")
  );
}

/** Alternatives that are no containers: any of their types, and of their values where all list some. */
function plainShape(views: readonly SchemaView[]): SchemaShape {
  const shapes = views.map(({ shape }) => shape);
  const formats = new Set(shapes.map(({ format }) => format));
  const isListed = shapes.every(({ values }) => values !== undefined);
  return {
    ...ANY_SHAPE,
    types: [...new Set(shapes.flatMap(({ types = [] }) => types))].sort(),
    format: formats.size === 1 ? shapes[0]?.format : undefined,
    values: isListed ? [...new Set(shapes.flatMap(({ values = [] }) => values))] : undefined,
  };
}

/** Two shapes that hold together; where both speak of the same member, the first is heard. */
export function joinedShapes(one: SchemaShape, other: SchemaShape): SchemaShape {
  return {
    types: joinedTypes([one.types, other.types]),
    format: one.format ?? other.format,
    values: one.values ?? other.values,
    limits: new Map([...other.limits, ...one.limits]),
    properties: new Map([...other.properties, ...one.properties]),
    required: new Set([...one.required, ...other.required]),
    items: one.items ?? other.items,
    others: one.others ?? other.others,
    hasPatterns: one.hasPatterns || other.hasPatterns,
    readOnly: one.readOnly || other.readOnly,
    writeOnly: one.writeOnly || other.writeOnly,
    choices: [...one.choices, ...other.choices],
  };
}
