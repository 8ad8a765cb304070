import type { MeasurePlan } from "../../messages/listFields";
import type { ListQuery } from "../../messages/listQuery";
import type { Action } from "../../../../platform/base/action";
import { compareRows, type PageRows, type RowEffect } from "./rowEffect";

/** What one answer costs, or how much more than another. */
export interface Cost {
  /** Decoded. */
  readonly bytes: number;
  /** As they were coded; absent where the answer does not tell. */
  readonly wireBytes?: number;
  /** To the whole answer, without waits and without opening the connection. */
  readonly milliseconds: number;
}

/** What was asked for several times. */
export interface Sample {
  readonly values: readonly string[];
  readonly costs: Cost[];
  /** Of the first round. */
  page?: PageRows;
  /** Why there are no more of them. */
  failure?: unknown;
}

/** What the values of one parameter cost on one page, and what they brought. */
export interface Measurement {
  readonly parameter: string;
  readonly query: ListQuery;
  /** Milliseconds since the epoch: when its last call began. */
  readonly at: number;
  readonly plan: MeasurePlan;
  readonly base: MeasuredBase;
  readonly values: readonly MeasuredValue[];
  /** Absent when trace ids are switched off. */
  readonly traceId?: string;
}

interface MeasuredBase {
  readonly values: readonly string[];
  /** Medians. */
  readonly cost: Cost;
  /** Milliseconds between the fastest and the slowest of its answers. */
  readonly spread: number;
  readonly rows: number;
  /** The rows at the end were those of the beginning. */
  readonly isSteady: boolean;
}

export type MeasuredValue = Measured | NotMeasured;

interface Measured {
  readonly values: readonly string[];
  /** More than without, of medians; negative where it is less. */
  readonly cost: Cost;
  /** The time differs less than answers to the same question do. */
  readonly isNoise: boolean;
  readonly effect: RowEffect;
}

interface NotMeasured {
  readonly values: readonly string[];
  readonly failure: unknown;
}

interface Samples extends Pick<Measurement, "parameter" | "query" | "plan"> {
  readonly base: Sample;
  readonly samples: readonly Sample[];
  /** The page without the values, asked for once more at the end. */
  readonly last: PageRows;
  readonly action: Action;
}

/** What all the answers say together. */
export function summarize(given: Samples): Measurement {
  const { base, samples, last, action, parameter, query, plan } = given;
  const cost = medianCost(base.costs);
  const times = base.costs.map(({ milliseconds }) => milliseconds);
  const spread = Math.max(...times) - Math.min(...times);
  const page = base.page ?? last;
  const at = action.attempts.at(-1)?.startedAt ?? action.startedAt;
  return {
    ...{ parameter, query, plan, at },
    base: {
      ...{ values: base.values, cost, spread, rows: page.rows.length },
      isSteady: compareRows(page, last).isSame,
    },
    values: samples.map((sample) => measured(sample, { cost, spread, page })),
    ...(action.traceId === undefined ? {} : { traceId: action.traceId }),
  };
}

interface Reference {
  readonly cost: Cost;
  readonly spread: number;
  readonly page: PageRows;
}

function measured(sample: Sample, { cost, spread, page }: Reference): MeasuredValue {
  const { values } = sample;
  if (sample.page === undefined || sample.failure !== undefined) {
    return { values, failure: sample.failure };
  }
  const difference = minus(medianCost(sample.costs), cost);
  return {
    ...{ values, cost: difference, effect: compareRows(page, sample.page) },
    isNoise: Math.abs(difference.milliseconds) <= spread,
  };
}

/** Whether the service answers as if none of the values had been sent. */
export function isIgnored({ values }: Pick<Measurement, "values">): boolean {
  const effects = values.flatMap((one) => ("effect" in one ? [one.effect] : []));
  return effects.length > 0 && effects.every(({ isSame }) => isSame);
}

function medianCost(costs: readonly Cost[]): Cost {
  const wire = costs.flatMap(({ wireBytes }) => wireBytes ?? []);
  return {
    bytes: median(costs.map(({ bytes }) => bytes)),
    ...(wire.length === costs.length ? { wireBytes: median(wire) } : {}),
    milliseconds: median(costs.map(({ milliseconds }) => milliseconds)),
  };
}

function minus(one: Cost, other: Cost): Cost {
  const [wire, otherWire] = [one.wireBytes, other.wireBytes];
  return {
    bytes: one.bytes - other.bytes,
    ...(wire === undefined || otherWire === undefined ? {} : { wireBytes: wire - otherWire }),
    milliseconds: one.milliseconds - other.milliseconds,
  };
}

/** The one in the middle, or what lies between the two; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)] ?? 0, sorted[Math.ceil(middle)] ?? 0];
  return (low + high) / 2;
}
