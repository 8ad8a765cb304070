import type { JsonRecord } from "../../../../platform/service/definition/reading";

/** The limits of a schema by their keywords. */
export type Limits = ReadonlyMap<LimitName, number | string | boolean>;

export type LimitName = LeastName | MostName | OtherName;

type LeastName = (typeof LEAST)[number];
type MostName = (typeof MOST)[number];
type OtherName = (typeof OTHER)[number];

/** Of these the larger one is the tighter. */
const LEAST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
/** Of these the smaller one is. */
const MOST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;
/** Any change of these may shut values out. */
const OTHER = ["pattern", "multipleOf", "uniqueItems"] as const;

export const LIMIT_NAMES: readonly LimitName[] = [...LEAST, ...MOST, ...OTHER];

/** The limits of schemas that hold together: of each the tightest. */
export function readLimits(schemas: readonly JsonRecord[]): Limits {
  const limits = new Map<LimitName, number | string | boolean>();
  for (const name of LIMIT_NAMES) {
    for (const schema of schemas) {
      const value = schema[name];
      if (isLimit(name, value) && isTighter(name, limits.get(name), value)) {
        limits.set(name, value);
      }
    }
  }
  return limits;
}

/** Whether a limit shuts out what was let through before it. */
export function isTighter(
  name: LimitName,
  before: number | string | boolean | undefined,
  after: number | string | boolean | undefined,
): boolean {
  if (after === undefined || before === undefined) {
    return after !== undefined;
  }
  if (typeof before === "number" && typeof after === "number" && name !== "multipleOf") {
    return LEAST.some((least) => least === name) ? after > before : after < before;
  }
  return before !== after;
}

/** Limits that shut nothing out count as none, so that to write them down is no change. */
function isLimit(name: LimitName, value: unknown): value is number | string | boolean {
  switch (name) {
    case "pattern":
      return typeof value === "string" && value !== "";
    case "uniqueItems":
      return value === true;
    case "minLength":
    case "minItems":
    case "minProperties":
      return typeof value === "number" && value > 0;
    default:
      return typeof value === "number";
  }
}
