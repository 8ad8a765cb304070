import { translatable } from "../../../platform/base/texts";

/** What the gate says of a field that a closed schema does not name; a rule tells it while typing. */
export const FIELD_NOT_TAKEN = translatable(
  "is not among the fields that are taken here: it will be refused",
);

/** A violation as a validator reports it. */
interface Violation {
  readonly keyword: string;
  readonly message?: string | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What is said of a violation: whoever shows it translates it, and fills in the values. */
export interface SchemaSentence {
  readonly message: string;
  readonly values: readonly string[];
}

/** Of each keyword the sentence, and which parameters of the violation are filled in. */
const SENTENCES: Readonly<Record<string, readonly [message: string, ...parameters: string[]]>> = {
  required: [translatable("must have required property '{0}'"), "missingProperty"],
  type: [translatable("must be {0}"), "type"],
  enum: [translatable("must be one of {0}"), "allowedValues"],
  const: [translatable("must be equal to constant")],
  format: [translatable('must match format "{0}"'), "format"],
  pattern: [translatable('must match pattern "{0}"'), "pattern"],
  minLength: [translatable("must NOT have fewer than {0} characters"), "limit"],
  maxLength: [translatable("must NOT have more than {0} characters"), "limit"],
  minItems: [translatable("must NOT have fewer than {0} items"), "limit"],
  maxItems: [translatable("must NOT have more than {0} items"), "limit"],
  minProperties: [translatable("must NOT have fewer than {0} properties"), "limit"],
  maxProperties: [translatable("must NOT have more than {0} properties"), "limit"],
  minimum: [translatable("must be >= {0}"), "limit"],
  maximum: [translatable("must be <= {0}"), "limit"],
  exclusiveMinimum: [translatable("must be > {0}"), "limit"],
  exclusiveMaximum: [translatable("must be < {0}"), "limit"],
  multipleOf: [translatable("must be multiple of {0}"), "multipleOf"],
  uniqueItems: [
    translatable("must NOT have duplicate items (items ## {0} and {1} are identical)"),
    ...["j", "i"],
  ],
  oneOf: [translatable("must match exactly one schema in oneOf")],
  anyOf: [translatable("must match a schema in anyOf")],
  not: [translatable("must NOT be valid")],
  propertyNames: [translatable("property name must be valid")],
  additionalProperties: [FIELD_NOT_TAKEN],
  unevaluatedProperties: [FIELD_NOT_TAKEN],
};

/** The same where the limit is 1, of the keywords that count something. */
const SENTENCES_OF_ONE: Readonly<Record<string, string>> = {
  minLength: translatable("must NOT have fewer than 1 character"),
  maxLength: translatable("must NOT have more than 1 character"),
  minItems: translatable("must NOT have fewer than 1 item"),
  maxItems: translatable("must NOT have more than 1 item"),
  minProperties: translatable("must NOT have fewer than 1 property"),
  maxProperties: translatable("must NOT have more than 1 property"),
};

const LONGEST_VALUE = 300;

/** A keyword without a sentence here is told in the validator's own words. */
export function schemaSentence({ keyword, message = keyword, params }: Violation): SchemaSentence {
  const ofOne = params["limit"] === 1 ? SENTENCES_OF_ONE[keyword] : undefined;
  if (ofOne !== undefined) {
    return { message: ofOne, values: [] };
  }
  const [sentence, ...parameters] = SENTENCES[keyword] ?? [message];
  return { message: sentence, values: parameters.map((name) => valueText(keyword, params[name])) };
}

function valueText(keyword: string, value: unknown): string {
  const text =
    keyword === "enum" && Array.isArray(value)
      ? value.map((one) => JSON.stringify(one)).join(", ")
      : keyword === "type"
        ? String(value).replaceAll(",", " or ")
        : String(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
