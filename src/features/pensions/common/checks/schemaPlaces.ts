import { ofLastTexts } from "../../../../platform/service/definition/lastTexts";
import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { isObject } from "../../../../platform/service/definition/references";
import { isReadOnly, readAnswerSchema, readBodySchema, targetOf } from "./bodySchema";
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
export const payloadPlace = ofLastTexts((definition): SchemaPlace | undefined => {
  const root = readBodySchema(definition);
  return root === undefined ? undefined : placeOf(root, [root]);
});

/** The same of what the service answers; names that are told there are known to it. */
export const answerPlace = ofLastTexts((definition): SchemaPlace | undefined => {
  const root = readAnswerSchema(definition);
  return root === undefined ? undefined : placeOf(root, [root]);
});

/** Schemas that lead to one another in search of a format. */
const DEEPEST = 32;
const APPLICATORS = ["allOf", "anyOf", "oneOf"];
const CONDITIONS = ["if", "then", "else"];
/** Keywords beside `properties` that name members, too. */
const OTHER_NAMES = ["additionalProperties", "unevaluatedProperties", "patternProperties"];

function placeOf(document: JsonRecord, schemas: readonly unknown[]): SchemaPlace | undefined {
  const { parts, isWhole } = gather(document, schemas);
  return parts.length === 0 ? undefined : new Place(document, parts, schemas, isWhole);
}

class Place implements SchemaPlace {
  readonly names: readonly string[] | undefined;
  readonly isClosed: boolean;
  readonly isReadOnly: boolean;
  readonly formats: ReadonlySet<string>;
  private readonly properties = new Map<string, unknown[]>();
  private readonly members = new Map<string, SchemaPlace | undefined>();
  private readonly items = new Map<number, SchemaPlace | undefined>();

  constructor(
    private readonly document: JsonRecord,
    private readonly parts: readonly JsonRecord[],
    schemas: readonly unknown[],
    isWhole: boolean,
  ) {
    for (const { properties } of parts) {
      for (const [name, schema] of Object.entries(isObject(properties) ? properties : {})) {
        this.properties.set(name, [...(this.properties.get(name) ?? []), schema]);
      }
    }
    const hasOthers = parts.some((part) => OTHER_NAMES.some((keyword) => isObject(part[keyword])));
    const isTold = isWhole && !hasOthers && this.properties.size > 0;
    this.names = isTold ? [...this.properties.keys()] : undefined;
    this.isClosed = schemas.some((schema) => isClosed(document, schema, new Set()));
    this.isReadOnly = parts.some((part) => isReadOnly(document, part));
    this.formats = new Set(parts[0] === undefined ? [] : formatsOf(document, parts[0], new Set()));
  }

  knows(name: string): boolean {
    return this.properties.has(name);
  }

  mayHave(name: string): boolean {
    return this.names === undefined || this.properties.has(name);
  }

  member(name: string): SchemaPlace | undefined {
    const known = this.properties.get(name);
    if (known === undefined) {
      return undefined;
    }
    if (!this.members.has(name)) {
      this.members.set(name, placeOf(this.document, known));
    }
    return this.members.get(name);
  }

  item(index: number): SchemaPlace | undefined {
    const heads = this.parts.map(({ prefixItems }) => prefixItems).filter(Array.isArray);
    const place = heads.some((head) => index < head.length) ? index : -1;
    if (!this.items.has(place)) {
      const schemas =
        place < 0
          ? this.parts.map(({ items }) => items)
          : heads.map((head): unknown => head[place]);
      this.items.set(place, placeOf(this.document, schemas.filter(isObject)));
    }
    return this.items.get(place);
  }
}

/** All schemas that have a say in one place; `isWhole` is false where one cannot be found. */
function gather(
  document: JsonRecord,
  schemas: readonly unknown[],
): { parts: readonly JsonRecord[]; isWhole: boolean } {
  const parts = new Set<JsonRecord>();
  const open = [...schemas];
  let isWhole = true;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next) || parts.has(next)) {
      continue;
    }
    parts.add(next);
    if ("$ref" in next || "$dynamicRef" in next) {
      const target = targetOf(document, next["$ref"]);
      isWhole &&= target !== undefined;
      open.push(target);
    }
    for (const keyword of APPLICATORS) {
      const branches = next[keyword];
      (Array.isArray(branches) ? (branches as unknown[]) : []).forEach((one) => open.push(one));
    }
    open.push(...CONDITIONS.map((keyword) => next[keyword]).filter(isObject));
  }
  return { parts: [...parts], isWhole };
}

/** Whether others than the names it tells are refused in any case, whichever way is chosen. */
function isClosed(document: JsonRecord, schema: unknown, seen: ReadonlySet<JsonRecord>): boolean {
  if (!isObject(schema) || seen.has(schema) || seen.size >= DEEPEST) {
    return false;
  }
  const now = new Set([...seen, schema]);
  const within = (one: unknown): boolean => isClosed(document, one, now);
  const { $ref, allOf, anyOf, oneOf } = schema;
  return (
    OTHER_NAMES.some((keyword) => schema[keyword] === false) ||
    within(targetOf(document, $ref)) ||
    (Array.isArray(allOf) && allOf.some(within)) ||
    [anyOf, oneOf].some((one) => Array.isArray(one) && one.length > 0 && one.every(within))
  );
}

/** Formats that hold here in any case: where there is a choice, all of its branches have one. */
function formatsOf(
  document: JsonRecord,
  schema: JsonRecord,
  seen: ReadonlySet<JsonRecord>,
): readonly string[] {
  if (seen.has(schema) || seen.size >= DEEPEST) {
    return [];
  }
  const now = new Set([...seen, schema]);
  const within = (one: unknown): readonly string[] =>
    isObject(one) ? formatsOf(document, one, now) : [];
  const { format, $ref, allOf } = schema;
  const found = typeof format === "string" ? [format] : [];
  found.push(...within(targetOf(document, $ref)));
  found.push(...(Array.isArray(allOf) ? allOf.flatMap(within) : []));
  for (const choice of [schema["anyOf"], schema["oneOf"]]) {
    const branches = (Array.isArray(choice) ? choice : [])
      .filter((branch) => !isObject(branch) || branch["type"] !== "null")
      .map(within);
    found.push(...(branches.every((formats) => formats.length > 0) ? branches.flat() : []));
  }
  return found;
}
