/** A number exactly as it was written: 0.DIGITS × 10^exponent; of zero there are no digits. */
export interface Decimal {
  readonly isNegative: boolean;
  /** Without zeros at either end. */
  readonly digits: string;
  /** A `bigint` only where a number would not be exact. */
  readonly exponent: number | bigint;
}

/**
 * Reads a number, also as a person may type it: `+5`, `.5`, `5.` and `007`; undefined for anything
 * else. By hand: a pattern runs out of stack at millions of digits.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const from = signLength(text, 0);
  const point = endOfRun(text, from);
  const hasPoint = text[point] === ".";
  const end = hasPoint ? endOfRun(text, point + 1) : point;
  const power = powerAt(text, end);
  const all = text.slice(from, point) + (hasPoint ? text.slice(point + 1, end) : "");
  if (power === undefined || all === "") {
    return undefined;
  }
  const leading = endOfZeros(all);
  const digits = all.slice(leading, endOfDigits(all, leading));
  const exponent = digits === "" ? 0 : added(power, point - from - leading);
  return { isNegative: text.startsWith("-") && digits !== "", digits, exponent };
}

function signLength(text: string, at: number): number {
  return text[at] === "-" || text[at] === "+" ? 1 : 0;
}

/** The power of ten that ends a number from here on: "0" where nothing follows. */
function powerAt(text: string, at: number): string | undefined {
  if (at === text.length) {
    return "0";
  }
  const digits = at + 1 + signLength(text, at + 1);
  const isPower = /[eE]/.test(text[at] ?? "") && digits < text.length;
  return isPower && endOfRun(text, digits) === text.length ? text.slice(at + 1) : undefined;
}

/** Where the digits end that begin here. */
function endOfRun(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) {
    end++;
  }
  return end;
}

function endOfZeros(text: string): number {
  let end = 0;
  while (text.charCodeAt(end) === 0x30) {
    end++;
  }
  return end;
}

/** Where the zeros at the end begin. A pattern would look at each run of zeros over and over. */
function endOfDigits(text: string, from: number): number {
  let end = text.length;
  while (end > from && text.charCodeAt(end - 1) === 0x30) {
    end--;
  }
  return end;
}

/** Exact, whatever the length and the exponent: below, equal or above zero. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  if (one.isNegative !== other.isNegative) {
    return one.isNegative ? -1 : 1;
  }
  return one.isNegative ? compareSizes(other, one) : compareSizes(one, other);
}

function compareSizes(one: Decimal, other: Decimal): number {
  if (one.digits === "" || other.digits === "") {
    return Math.sign(one.digits.length - other.digits.length);
  }
  if (one.exponent !== other.exponent) {
    return one.exponent < other.exponent ? -1 : 1;
  }
  // Without zeros at the end the shorter of two that begin alike is the smaller one.
  return one.digits === other.digits ? 0 : one.digits < other.digits ? -1 : 1;
}

/** Digits of a power of ten that a number holds with room for the length of any text. */
const EXACT_POWER = 15;

function added(power: string, places: number): number | bigint {
  if (power.replace(/^[-+]?0*/, "").length <= EXACT_POWER) {
    return Number(power) + places;
  }
  return BigInt(power.replace("+", "")) + BigInt(places);
}

/** Exact; of numbers as JSON writes them. */
export function compareLexemes(one: string, other: string): number {
  // Doubles that differ tell the order; only equal ones may stand for numbers that are not.
  const [a, b] = [Number(one), Number(other)];
  if (a !== b) {
    return a < b ? -1 : 1;
  }
  const [exact, than] = one === other ? [] : [parseDecimal(one), parseDecimal(other)];
  return exact === undefined || than === undefined ? 0 : compareDecimals(exact, than);
}

/** Characters of a number without exponent whose digits a double surely holds. */
const SHORT = 15;

/** Whether its double stands for this number alone among all that are as short. */
export function isShortNumber(lexeme: string): boolean {
  return lexeme.length <= SHORT && !lexeme.includes("e") && !lexeme.includes("E");
}

/** The same of a number that may be written at more length than it needs. */
export function fitsDouble({ digits, exponent }: Decimal): boolean {
  // Far from where doubles end.
  return digits.length <= SHORT && exponent > -300 && exponent < 300;
}
