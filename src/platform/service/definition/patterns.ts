import { runInTime } from "../../base/timeLimit";

/** Longer texts are not tested: the pattern is the definition's and may be slow. */
const LONGEST = 10_000;
/** Up to here a pattern with one repetition takes no time, however it is written. */
const SHORT = 1_000;
const MOST_MILLISECONDS = 50;
/** Paths through a plain pattern, at most, from each character of a short text on. */
const MOST_PATHS = 10_000;
/** Texts that a pattern is stopped at in one turn of the thread; lists have thousands of them. */
const MOST_STOPS = 3;

const CLASS = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;

/**
 * True where a text fits a pattern of JSON Schema, which may stand anywhere in it. What cannot be
 * said counts as fitting: a pattern that is no regular expression, a text that is too long, and
 * one on which the pattern takes more than its time (some take longer than anyone lives).
 */
export function fitsPattern(pattern: string, text: string): boolean {
  const expression = knownExpression(pattern);
  if (expression === undefined || text.length > LONGEST) {
    return true;
  }
  return isPlainPattern(pattern) && text.length <= SHORT
    ? expression.test(text)
    : fitsInTime(expression, text);
}

/** True for patterns that surely need no more than a few looks at each character of a short text. */
export function isPlainPattern(pattern: string): boolean {
  const bare = pattern.replace(CLASS, "x").replaceAll("(?", "(");
  return !/\)[*+{]/u.test(bare) && pathsThrough(bare) <= MOST_PATHS;
}

/** What may come so often or more often, or one of several: each times all others. */
function pathsThrough(bare: string): number {
  const repetitions = [...bare.matchAll(/[*+]|\?|\{(\d+),(\d*)\}/gu)].map(
    ([text, least = "0", most = ""]) =>
      text === "?" ? 2 : Math.min(most === "" ? SHORT : Number(most) - Number(least) + 1, SHORT),
  );
  const [groups, bars] = [/\(/gu, /\|/gu].map((sign) => (bare.match(sign) ?? []).length);
  // At most so many, however the alternatives are shared among the groups.
  const alternatives = ((bars ?? 0) / Math.max(1, groups ?? 0) + 1) ** Math.max(1, groups ?? 0);
  return repetitions.reduce((paths, own) => paths * Math.max(1, own), alternatives);
}

/**
 * A pattern by the rules of JSON Schema (with `u`), or by those before it, which forgive more.
 * Throws a `SyntaxError` for what is none by either.
 */
export function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

let last: { pattern: string; expression: RegExp | undefined } | undefined;

function knownExpression(pattern: string): RegExp | undefined {
  if (last?.pattern !== pattern) {
    last = { pattern, expression: expressionOf(pattern) };
  }
  return last.expression;
}

function expressionOf(pattern: string): RegExp | undefined {
  try {
    return readPattern(pattern);
  } catch {
    return undefined;
  }
}

/** How often patterns were stopped in this turn. */
const stops = new Map<string, number>();

function fitsInTime(expression: RegExp, text: string): boolean {
  const { source } = expression;
  const stopped = stops.get(source) ?? 0;
  if (stopped >= MOST_STOPS) {
    return true;
  }
  try {
    const result = runInTime(() => ({ fits: expression.test(text) }), MOST_MILLISECONDS);
    if (result !== undefined) {
      return result.fits;
    }
  } catch {
    // Too many alternatives for its stack: as good as too slow.
  }
  if (stops.size === 0) {
    setImmediate(() => stops.clear());
  }
  stops.set(source, stopped + 1);
  return true;
}
