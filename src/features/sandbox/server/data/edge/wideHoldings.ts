import { decimal } from "../decimal";
import type { Holding } from "../holdings";

const MEASURES = [
  ..."alpha beta carbon dividends drawdown duration fees growth income".split(" "),
  ..."inflow leverage outflow tax tracking turnover volatility yield".split(" "),
];
const FIRST_YEAR = 2010;
const YEARS = 17;

/** 300 columns: the eleven of every holding and 17 measures of 17 years, each second one deeper. */
export function wideHolding(holding: Holding, index: number): unknown {
  const measures = MEASURES.map((measure, at) => {
    const years = yearsOf(index * MEASURES.length + at);
    return [measure, at % 2 === 0 ? years : { byYear: years }] as const;
  });
  return { ...holding, ...Object.fromEntries(measures) };
}

function yearsOf(seed: number): Readonly<Record<string, unknown>> {
  const years = Array.from({ length: YEARS }, (_item, year) => {
    const value = decimal(BigInt((seed * 7919 + year * 104_729) % 1_000_000), 3);
    return [`y${FIRST_YEAR + year}`, value] as const;
  });
  return Object.fromEntries(years);
}

const LEVELS = 40;

/** Objects and lists in one another: 40 levels in the first row, one fewer in each that follows. */
export function deepHolding(holding: Holding, index: number): unknown {
  const levels = LEVELS - (index % LEVELS);
  return {
    ...holding,
    structure: nest(levels, (inner, level) => ({ level, unit: `Unit ${level}`, inner })),
    lists: nest(levels, (inner, level) => [level, inner]),
  };
}

/** What `wrap` makes around what it made before, as often as there are levels; 1 is outermost. */
function nest(levels: number, wrap: (inner: unknown, level: number) => unknown): unknown {
  return Array.from({ length: levels }, (_item, index) => levels - index).reduce<unknown>(
    wrap,
    "innermost",
  );
}
