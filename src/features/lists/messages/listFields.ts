import type { ParameterField } from "./listQuery";

/** More values are not measured at once: each of them is a call in every round. */
export const MOST_MEASURED = 12;

const MOST_ROUNDS = 5;
const LEAST_ROUNDS = 3;
/** So few combinations are cheap enough to be asked for in every round there can be. */
const FEW_COMBINATIONS = 4;

/** What is asked for to measure the values of one parameter. */
export interface MeasurePlan {
  /** What the others are held against: none, or those chosen where the parameter is required. */
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

/** What the panel shows of a measurement, in words. */
export interface FieldsView {
  readonly parameter: string;
  /** While it runs: calls that were made, and all of them. */
  readonly running?: { readonly done: number; readonly calls: number };
  readonly result?: MeasuredView;
}

export interface MeasuredView {
  /** Which page was measured, when, and how. */
  readonly about: string;
  /** What the figures alone do not tell. */
  readonly notes: readonly string[];
  readonly columns: readonly MeasuredColumn[];
  /** The first one is what the others are held against. */
  readonly rows: readonly MeasuredRow[];
}

export interface MeasuredColumn {
  readonly label: string;
  readonly isNumeric: boolean;
}

export interface MeasuredRow {
  readonly values: readonly string[];
  /** "+1.2 KB · +14 ms · filled 23 of 25 rows". */
  readonly summary: string;
  /** One per column. */
  readonly cells: readonly string[];
  /** Sentences: which members, and what else became of the rows. */
  readonly details: readonly string[];
}

export type MeasureStep = "start" | "stop";

export const MEASURED_FORMATS = ["markdown", "tsv"] as const;
export type MeasuredFormat = (typeof MEASURED_FORMATS)[number];
