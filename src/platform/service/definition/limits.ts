/** Of these the larger one is the tighter. */
const LEAST = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
/** Of these the smaller one is. */
const MOST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

export const LIMIT_NAMES = [...LEAST, ...MOST, "pattern", "multipleOf", "uniqueItems"] as const;

type LimitName = (typeof LIMIT_NAMES)[number];

/** The limits of a schema by their keywords; those that shut nothing out are left out. */
export type Limits = {
  readonly [Name in Exclude<LimitName, "pattern" | "uniqueItems">]?: number;
} & { readonly pattern?: string; readonly uniqueItems?: true };

/** Of the limits that schemas say together the tightest. */
export function readLimits(said: (keyword: LimitName) => readonly unknown[]): Limits {
  const limits: Partial<Record<LimitName, number | string | true>> = {};
  for (const name of LIMIT_NAMES) {
    for (const value of said(name)) {
      if (isLimit(name, value) && isTighter(name, limits[name], value)) {
        limits[name] = value;
      }
    }
  }
  return limits as Limits;
}

/** Whether a limit shuts out what was let through before it; any other pattern may. */
export function isTighter<Value extends number | string | true>(
  name: LimitName,
  before: Value | undefined,
  after: Value | undefined,
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
function isLimit(name: LimitName, value: unknown): value is number | string | true {
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
