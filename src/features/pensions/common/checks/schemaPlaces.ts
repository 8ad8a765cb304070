import { memoizeLastTexts } from "../../../../platform/service/definition/lastTexts";
import type { Schema } from "../../../../platform/service/definition/schema";
import { answerSchema, bodySchema } from "./bodySchema";
import type { KnownNames } from "./knownNames";

/** What the definition says of one place in a payload; made as deep as a payload goes. */
export interface SchemaPlace extends KnownNames {
  /** Names that a member may have here; undefined where the definition does not tell them all. */
  readonly names: readonly string[] | undefined;
  /** False for what is surely none of `names`. */
  mayHave(name: string): boolean;
  /** True where what is none of `names` is refused, and not ignored (specification, section 1). */
  readonly isClosed: boolean;
  /** True where the service alone sets the value. */
  readonly isReadOnly: boolean;
  /** Formats of a string here, in words of JSON Schema; any of them will do. */
  readonly formats: ReadonlySet<string>;
  member(name: string): SchemaPlace | undefined;
  item(index: number): SchemaPlace | undefined;
}

/** The outermost place of a payload; undefined where the definition cannot be read. */
export const payloadPlace = memoizeLastTexts((definition): SchemaPlace | undefined => {
  const schema = bodySchema(definition);
  return schema && new Place([schema]);
});

/** The same of what the service answers; names that are told there are known to it. */
export const answerPlace = memoizeLastTexts((definition): SchemaPlace | undefined => {
  const schema = answerSchema(definition);
  return schema && new Place([schema]);
});

/** Choices inside one another that are looked into. */
const DEEPEST = 32;

class Place implements SchemaPlace {
  readonly names: readonly string[] | undefined;
  readonly isClosed: boolean;
  readonly isReadOnly: boolean;
  readonly formats: ReadonlySet<string>;
  private readonly alternatives: readonly Schema[];
  private readonly properties = new Map<string, Schema[]>();
  private readonly members = new Map<string, SchemaPlace>();
  private readonly items = new Map<number, SchemaPlace | undefined>();

  /** Of a value for which each of the schemas may be the one that holds. */
  constructor(schemas: readonly Schema[]) {
    this.alternatives = alternativesOf(schemas);
    for (const { properties = {} } of this.alternatives) {
      for (const [name, schema] of Object.entries(properties)) {
        this.properties.set(name, [...(this.properties.get(name) ?? []), schema]);
      }
    }
    const isTold = this.properties.size > 0 && !this.alternatives.some(hasOtherNames);
    this.names = isTold ? [...this.properties.keys()] : undefined;
    this.isClosed = schemas.some((schema) => isClosed(schema));
    this.isReadOnly = this.alternatives.some(({ readOnly }) => readOnly === true);
    this.formats = new Set(formatsOfChoice(schemas));
  }

  has(name: string): boolean {
    return this.properties.has(name);
  }

  mayHave(name: string): boolean {
    return this.names === undefined || this.properties.has(name);
  }

  member(name: string): SchemaPlace | undefined {
    const schemas = this.properties.get(name);
    if (schemas !== undefined && !this.members.has(name)) {
      this.members.set(name, new Place(schemas));
    }
    return this.members.get(name);
  }

  item(index: number): SchemaPlace | undefined {
    const heads = this.alternatives.map(({ prefixItems = [] }) => prefixItems);
    const place = heads.some((head) => index < head.length) ? index : -1;
    if (!this.items.has(place)) {
      const schemas =
        place < 0
          ? this.alternatives.flatMap(({ items = [] }) => items)
          : heads.flatMap((head) => head[place] ?? []);
      this.items.set(place, schemas.length === 0 ? undefined : new Place(schemas));
    }
    return this.items.get(place);
  }
}

/** All schemas that have a say in one place, whichever branches of their choices hold. */
function alternativesOf(schemas: readonly Schema[]): readonly Schema[] {
  const found = new Set(schemas);
  for (const { choices, conditions } of found) {
    choices?.flat().forEach((one) => found.add(one));
    conditions?.forEach((one) => found.add(one));
  }
  return [...found];
}

/** Whether members may have names that are not told. */
function hasOtherNames(schema: Schema): boolean {
  const { additionalProperties, hasPatternProperties, isIncomplete } = schema;
  return (
    typeof additionalProperties === "object" ||
    hasPatternProperties === true ||
    isIncomplete === true
  );
}

/** Whether others than the names it tells are refused, whichever branches hold. */
function isClosed(schema: Schema, above: ReadonlySet<Schema> = new Set()): boolean {
  if (above.has(schema) || above.size >= DEEPEST) {
    return false;
  }
  const within = new Set([...above, schema]);
  return (
    schema.additionalProperties === false ||
    (schema.choices ?? []).some((branches) => branches.every((one) => isClosed(one, within)))
  );
}

/** Formats that hold in any case: where there is a choice, each of its branches has one. */
function formatsOf(schema: Schema, above: ReadonlySet<Schema>): readonly string[] {
  if (above.has(schema) || above.size >= DEEPEST) {
    return [];
  }
  const within = new Set([...above, schema]);
  const { format = [], choices = [] } = schema;
  return [format, ...choices.map((branches) => formatsOfChoice(branches, within))].flat();
}

function formatsOfChoice(
  branches: readonly Schema[],
  above: ReadonlySet<Schema> = new Set(),
): readonly string[] {
  const formats = branches
    .filter(({ type }) => type !== "null")
    .map((branch) => formatsOf(branch, above));
  return formats.every((list) => list.length > 0) ? formats.flat() : [];
}
