import { formatPointer, nodeAtPointer, parsePointer } from "../../../../platform/json/jsonPointer";
import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import { fullFormats } from "ajv-formats/dist/formats";
import { runInTime } from "../../../../platform/base/timeLimit";
import { memoizeLastTexts } from "../../../../platform/service/definition/lastTexts";
import { fitsPattern, readPattern } from "../../../../platform/service/definition/patterns";
import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { SchemaGraph } from "../../../../platform/service/definition/schemaGraph";
import { type JsonNode, parseJsonText } from "../../../../platform/json/jsonText";
import { isLost, mapSchemas, readBodySchema, withOwnMembers } from "./bodySchema";
import type { SchemaCheck, SchemaFinding } from "./findings";
import { schemaSentence } from "../../texts/schemaSentences";
import { payloadPlace, type SchemaPlace } from "./schemaPlaces";

/** Findings that are shown. */
const MOST_FINDINGS = 100;
/** Long payloads take a tenth of it. */
const MOST_MILLISECONDS = 2_000;
/** Shorter texts need no limit of time where each of their values is looked at once. */
const LONGEST_UNLIMITED = 100_000;
/** Doubles divide decimals with errors of this order: 18733.19 is a multiple of 0.01. */
const MULTIPLE_PRECISION = 6;

interface Validator {
  readonly validate: ValidateFunction;
  /** Its time grows with the payload alone. */
  readonly isLinear: boolean;
}

/**
 * Validates a payload by the schema of `putPension`'s body before it is sent. Fields that the
 * service sets itself violate nothing. Throws what `parseJsonText` throws for what is no JSON.
 */
export function checkSchema(text: string, definition: string): Promise<SchemaCheck> {
  // Whatever is thrown becomes a rejection.
  return new Promise((resolve) => resolve(check(text, definition)));
}

function check(text: string, definition: string): SchemaCheck {
  const root = parseJsonText(text);
  const validator = validatorOf(definition);
  const all = validator && errorsOf(text, validator);
  if (all === undefined) {
    return { unusable: true, findings: [], more: 0 };
  }
  const place = payloadPlace(definition);
  const errors = all.filter((error) => !isOfService(error, place));
  return {
    unusable: false,
    findings: errors.slice(0, MOST_FINDINGS).map((error) => findingOf(error, root)),
    more: Math.max(0, errors.length - MOST_FINDINGS),
  };
}

/** Undefined where it took too long. A limit of time costs a thread, more than most payloads do. */
function errorsOf(
  text: string,
  { validate, isLinear }: Validator,
): readonly ErrorObject[] | undefined {
  const run = (): { readonly errors: readonly ErrorObject[] } => {
    validate(JSON.parse(text));
    return { errors: validate.errors ?? [] };
  };
  return isLinear && text.length <= LONGEST_UNLIMITED
    ? run().errors
    : runInTime(run, MOST_MILLISECONDS)?.errors;
}

const validatorOf = memoizeLastTexts(compile);

function compile(definition: string): Validator | undefined {
  const document = readBodySchema(definition);
  if (document === undefined || isLost(document, document)) {
    return undefined;
  }
  const ajv = new Ajv2020({
    // OpenAPI's own keywords and formats are no mistakes, and what is too large for a double is a
    // number all the same.
    strict: false,
    meta: false,
    validateSchema: false,
    uriResolver: WITHIN,
    logger: false,
    allErrors: true,
    ownProperties: true,
    multipleOfPrecision: MULTIPLE_PRECISION,
    formats: fullFormats,
    code: { regExp: boundedExpression },
  });
  try {
    const graph = new SchemaGraph(document);
    let isLinear = true;
    // A payload may hold, and may lack, what the service sets itself.
    const schema = mapSchemas(document, (one) => {
      isLinear &&= looksOnce(one);
      return withOwnMembers(withoutOdd(one, document), graph, () => true);
    });
    return { validate: ajv.compile(schema as JsonRecord), isLinear };
  } catch {
    return undefined;
  }
}

/** Keywords that look at a value once more, or at each beside all others. */
const ONCE_MORE: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "contains", "patternProperties", "propertyNames"],
  ...["dependentSchemas", "dependencies", "unevaluatedItems", "unevaluatedProperties"],
  ...["$dynamicRef", "$recursiveRef", "uniqueItems"],
]);
const INSIDE = ["properties", "additionalProperties", "items", "prefixItems"];

/**
 * Whether a schema looks at each value inside a value once. Two looks within two looks double with
 * each level of a payload.
 */
function looksOnce(schema: JsonRecord): boolean {
  const isTwofold = "$ref" in schema && INSIDE.some((keyword) => keyword in schema);
  return !isTwofold && !Object.keys(schema).some((keyword) => ONCE_MORE.has(keyword));
}

/** Keywords of other dialects, and names by which nothing here is referred to: ajv trips on them. */
const ODD = new Set(["id", "$id", "$schema", "$anchor", "$dynamicAnchor", "nullable"]);

/** What leads nowhere, or out of the definition, asks for nothing. */
function withoutOdd(schema: JsonRecord, document: JsonRecord): JsonRecord {
  const isOdd = (keyword: string): boolean =>
    ODD.has(keyword) || (keyword === "$ref" && isLost(schema, document));
  return Object.keys(schema).some(isOdd)
    ? Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isOdd(keyword)))
    : schema;
}

/** A pattern that takes longer than anyone waits refuses nothing; one that is none is thrown. */
const boundedExpression = Object.assign(
  (pattern: string) => {
    const expression = readPattern(pattern);
    // ajv tells patterns apart by their text.
    const toString = (): string => expression.toString();
    return { test: (text: string) => fitsPattern(pattern, text), toString };
  },
  // What ajv would write into code that stands alone, which is never made here.
  { code: "boundedExpression" },
);

/**
 * References stay within the one schema that is compiled, in which nothing has an id of its own:
 * there is nothing to look up.
 */
const WITHIN = {
  parse: (uri: string): { path: string; fragment: string } => {
    const [path = "", ...fragment] = uri.split("#");
    return { path, fragment: fragment.join("#") };
  },
  serialize: ({ path = "", fragment = "" }: { path?: string; fragment?: string }): string =>
    `${path}#${fragment}`,
  resolve: (_: string, reference: string): string => reference,
};

/** Whether only the absence of something is told that the service sets itself. */
function isOfService(error: ErrorObject, root: SchemaPlace | undefined): boolean {
  const missing = textOf(error.params["missingProperty"]);
  if (missing === undefined) {
    return false;
  }
  let place = root;
  for (const step of parsePointer(error.instancePath)) {
    place = place?.member(step) ?? place?.item(Number(step));
  }
  return place?.member(missing)?.isReadOnly === true;
}

function findingOf(error: ErrorObject, root: JsonNode): SchemaFinding {
  const { additionalProperty, unevaluatedProperty } = error.params;
  const field = textOf(additionalProperty) ?? textOf(unevaluatedProperty);
  const pointer = `${error.instancePath}${field === undefined ? "" : formatPointer([field])}`;
  const { offset, length } = nodeAtPointer(root, pointer);
  return { pointer, ...schemaSentence(error), offset, length };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
