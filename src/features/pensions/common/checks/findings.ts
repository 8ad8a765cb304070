/** The rules that check payloads while they are typed, by their ids. */
export const RULE_IDS = [
  "uuid",
  "date",
  "dateOrder",
  "percentages",
  "currency",
  "number",
  "unknownField",
  "duplicateField",
  "secret",
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** What the user may set a level for: the rules, and answers that differ from their definition. */
export const LEVEL_IDS = [...RULE_IDS, "drift"] as const;
export type LevelId = (typeof LEVEL_IDS)[number];

/** What the user may set each rule to. */
export const RULE_LEVELS = ["warning", "information", "off"] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];

/** A safe change that mends a finding. */
export interface Fix {
  /** What the title says: the new text, the name that is meant. */
  readonly value: string;
  readonly kind: "replace" | "rename" | "remove";
  readonly edits: readonly TextEdit[];
}

/** Offsets and lengths in UTF-16 units. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** What a rule has to say, where. */
export interface Finding {
  readonly rule: RuleId;
  /** Which of the rule's sentences, and what is filled in; never a secret, never a whole value. */
  readonly message: string;
  readonly values: readonly (string | number)[];
  readonly offset: number;
  readonly length: number;
  readonly fixes: readonly Fix[];
}

/** What the rules compare a payload with. */
export interface CheckContext {
  /** Text of the active definition; unknown fields are told by the body of `putPension`. */
  readonly definition: string;
  /** The version that the service showed last: what it has there it knows, whatever is defined. */
  readonly seen?: string | undefined;
  /** Rules that are off are not run. */
  readonly off: readonly RuleId[];
}

/** A violation of the definition's schema, as the gate before a send finds it. */
export interface SchemaFinding {
  /** JSON Pointer (RFC 6901) of the value; "" for the whole. */
  readonly pointer: string;
  /** In words of the schema language, "must be {0}", and what is filled in. */
  readonly message: string;
  readonly values: readonly string[];
  /** Offset and length of the value, or of the object that lacks a field. */
  readonly offset: number;
  readonly length: number;
}

/** What the gate before a send found. */
export interface SchemaCheck {
  /** True where the definition's schema cannot be used: then nothing was checked. */
  readonly unusable: boolean;
  readonly findings: readonly SchemaFinding[];
  /** Violations beyond those in `findings`. */
  readonly more: number;
}
