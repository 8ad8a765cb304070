import { compareLexemes } from "./decimal";
import { isDateText } from "./valueShapes";

/** The most bars of a histogram; borders are round, so that there are rather fewer. */
const MOST_BARS = 14;
const WANTED_BARS = 12;
/** Beyond so many zeros a border is written with an exponent. */
const PLAIN_ZEROS = 15;
const LAST_YEAR = 9999;
const DAY_MILLISECONDS = 86_400_000;

/** Borders between bars, ascending: the first is not above any value, the last above all. */
type Borders = readonly string[];

/**
 * Round borders around numbers, as decimals: 0, 50, 100. Undefined where a double cannot tell the
 * numbers apart, or all are the same.
 */
export function numberBorders(minimum: string, maximum: string): Borders | undefined {
  const [from, to] = [Number(minimum), Number(maximum)];
  const range = to - from;
  if (!(range > 0) || !Number.isFinite(range)) {
    return undefined;
  }
  const power = Math.floor(Math.log10(range / WANTED_BARS));
  const rest = range / WANTED_BARS / 10 ** power;
  const digit = rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10;
  const first = Math.floor(from / (digit * 10 ** power));
  if (!Number.isSafeInteger((first + MOST_BARS) * digit)) {
    return undefined;
  }
  const border = (place: number): string => decimalText(place * digit, power);
  // The quotient of doubles may be one beside the right one.
  let place = compareLexemes(border(first), minimum) > 0 ? first - 1 : first;
  const borders = [border(place)];
  while (compareLexemes(borders.at(-1) ?? "", maximum) <= 0 && borders.length <= MOST_BARS) {
    borders.push(border(++place));
  }
  return isAround(borders, minimum, maximum, compareLexemes) ? borders : undefined;
}

/** `units` × 10^`power` as JSON writes it. */
function decimalText(units: number, power: number): string {
  if (units === 0) {
    return "0";
  }
  if (Math.abs(power) > PLAIN_ZEROS) {
    return `${units}e${power}`;
  }
  if (power >= 0) {
    return `${units}${"0".repeat(power)}`;
  }
  const digits = `${Math.abs(units)}`.padStart(1 - power, "0");
  return `${units < 0 ? "-" : ""}${digits.slice(0, power)}.${digits.slice(power)}`;
}

/**
 * Borders around dates (ISO 8601): beginnings of days, weeks, months, quarters or years. Undefined
 * where there are fewer than two bars, or the texts are no dates of the calendar.
 */
export function dateBorders(minimum: string, maximum: string): Borders | undefined {
  const borders = dayBorders(minimum, maximum) ?? monthBorders(minimum, maximum);
  return borders !== undefined &&
    borders.length > 2 &&
    isAround(borders, minimum, maximum, compareCodes)
    ? borders
    : undefined;
}

function dayBorders(minimum: string, maximum: string): Borders | undefined {
  const [first, last] = [minimum, maximum].map((text) => Date.parse(text.slice(0, 10)));
  if (first === undefined || last === undefined || Number.isNaN(last - first)) {
    return undefined;
  }
  const days = 1 + Math.round((last - first) / DAY_MILLISECONDS);
  const step = [1, 7].find((one) => Math.ceil(days / one) <= MOST_BARS);
  return step === undefined
    ? undefined
    : bars(Math.ceil(days / step), (bar) =>
        new Date(first + bar * step * DAY_MILLISECONDS).toISOString().slice(0, 10),
      );
}

function monthBorders(minimum: string, maximum: string): Borders | undefined {
  const [first, last] = [minimum, maximum].map(
    (text) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1,
  );
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const steps = [1, 3, ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((years) => years * 12)];
  const countBy = (step: number): number => Math.floor(last / step) - Math.floor(first / step) + 1;
  const step = steps.find((one) => countBy(one) <= MOST_BARS);
  return step === undefined
    ? undefined
    : bars(countBy(step), (bar) => {
        const month = (Math.floor(first / step) + bar) * step;
        const year = Math.floor(month / 12);
        // What follows the last year has five digits, which as a text would come before.
        return year > LAST_YEAR
          ? "9999-99"
          : `${`${year}`.padStart(4, "0")}-${`${(month % 12) + 1}`.padStart(2, "0")}-01`;
      });
}

function bars(count: number, border: (bar: number) => string): Borders {
  return Array.from({ length: count + 1 }, (_, bar) => border(bar));
}

function isAround(
  borders: Borders,
  minimum: string,
  maximum: string,
  compare: (one: string, other: string) => number,
): boolean {
  const [first = "", last = ""] = [borders[0], borders.at(-1)];
  return compare(first, minimum) <= 0 && compare(last, maximum) > 0;
}

/** In which bar a date is; -1 for what is none. */
export function barOfDate(borders: Borders, text: string): number {
  if (!isDateText(text, 0, text.length)) {
    return -1;
  }
  return lastWhere(borders.length - 1, (bar) => compareCodes(borders[bar] ?? "", text) <= 0);
}

/** In which bar a number is, exactly; `doubles` are those of the borders. */
export function barOfNumber(borders: Borders, doubles: readonly number[], lexeme: string): number {
  const value = Number(lexeme);
  return lastWhere(borders.length - 1, (bar) => {
    const border = doubles[bar] ?? 0;
    // Equal doubles may stand for numbers that are not.
    return border === value ? compareLexemes(borders[bar] ?? "", lexeme) <= 0 : border < value;
  });
}

/** The last of the bars below `count` that this holds for; it holds for all before it. */
function lastWhere(count: number, holds: (bar: number) => boolean): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

function compareCodes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
