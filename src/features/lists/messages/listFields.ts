import * as v from "valibot";
import type { ParameterField } from "./listQuery";
import { amount, type Shape } from "../../../platform/base/messageSchemas";

/** More values are not measured at once: each of them is a call in every round. */
export const MOST_MEASURED = 12;

const MOST_ROUNDS = 5;
const LEAST_ROUNDS = 3;
/** So few combinations are cheap enough to be asked for in every round there can be. */
const FEW_COMBINATIONS = 4;

/** What is asked for to measure the values of one parameter. */
export interface MeasurePlan {
  /** What the others are compared with: none, or those chosen where the parameter is required. */
  readonly base: readonly string[];
  /** Each value alone, then those that are chosen together. */
  readonly combinations: readonly (readonly string[])[];
  /** Values that are not measured, as there are too many. */
  readonly omitted: number;
  readonly rounds: number;
  readonly calls: number;
}

/** The plan for a parameter that takes several values; undefined where nothing can be measured. */
export function planMeasurement(field: ParameterField): MeasurePlan | undefined {
  const chosen = valuesOf(field);
  const isRequired = field.isRequired === true;
  if (field.kind !== "list" || (isRequired && chosen.length === 0)) {
    return undefined;
  }
  const known = [...new Set([...chosen, ...field.options])];
  const measured = new Set(known.slice(0, MOST_MEASURED));
  // In the order of the picker: the definition's first, what was typed after them.
  const singles = [...new Set([...field.options, ...chosen])].filter((one) => measured.has(one));
  const base = isRequired ? chosen : [];
  const combinations = [...singles.map((one) => [one]), ...(chosen.length > 1 ? [chosen] : [])];
  const others = combinations.filter((one) => !sameValues(one, base));
  const rounds = others.length <= FEW_COMBINATIONS ? MOST_ROUNDS : LEAST_ROUNDS;
  return others.length === 0
    ? undefined
    : {
        ...{ base, combinations: others, rounds },
        omitted: known.length - measured.size,
        calls: rounds * (others.length + 1) + 1,
      };
}

/** The values of a parameter that are sent now. */
function valuesOf({ value }: Pick<ParameterField, "value">): readonly string[] {
  const values = typeof value === "string" ? value.split(",") : value;
  return values.filter((one) => one !== "");
}

export function sameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

const measuredColumn = v.object({ label: v.string(), isNumeric: v.boolean() });
export type MeasuredColumn = Shape<typeof measuredColumn>;

const measuredRow = v.object({
  values: v.array(v.string()),
  /** "+1.2 KB · +14 ms · filled 23 of 25 rows". */
  summary: v.string(),
  /** One per column. */
  cells: v.array(v.string()),
  /** Sentences: which members, and what else became of the rows. */
  details: v.array(v.string()),
});
export type MeasuredRow = Shape<typeof measuredRow>;

const measuredView = v.object({
  /** Which page was measured, when, and how. */
  about: v.string(),
  /** What the figures alone do not tell. */
  notes: v.array(v.string()),
  columns: v.array(measuredColumn),
  /** The first one is what the others are compared with. */
  rows: v.array(measuredRow),
});
export type MeasuredView = Shape<typeof measuredView>;

/** What the panel shows of a measurement, in words. */
export const fieldsView = v.object({
  parameter: v.string(),
  /** While it runs: calls that were made, and all of them. */
  running: v.exactOptional(v.object({ done: amount, calls: amount })),
  result: v.exactOptional(measuredView),
});
export type FieldsView = Shape<typeof fieldsView>;

export const measureStep = v.picklist(["start", "stop"]);

export const measuredFormat = v.picklist(["markdown", "tsv"]);
export type MeasuredFormat = Shape<typeof measuredFormat>;
