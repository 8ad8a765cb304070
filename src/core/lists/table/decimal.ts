/** A number exactly as it was written: 0.DIGITS × 10^exponent; of zero there are no digits. */
export interface Decimal {
  readonly isNegative: boolean;
  /** Without zeros at either end. */
  readonly digits: string;
  /** A `bigint` only where a number would not be exact. */
  readonly exponent: number | bigint;
}

/** What a person may type as a number: also `+5`, `.5`, `5.` and `007`. */
const NUMBER = /^([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([-+]?\d+))?$/;

/** Reads a number; undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole = "", decimals = "", alone = "", power = "0"] = NUMBER.exec(text) ?? [];
  if (sign === undefined) {
    return undefined;
  }
  const all = whole + decimals + alone;
  const leading = all.length - all.replace(/^0+/, "").length;
  const digits = all.slice(leading).replace(/0+$/, "");
  const exponent = digits === "" ? 0 : added(power, whole.length - leading);
  return { isNegative: sign === "-" && digits !== "", digits, exponent };
}

/** Exact, whatever the length and the exponent: below, equal or above zero. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  if (one.isNegative !== other.isNegative) {
    return one.isNegative ? -1 : 1;
  }
  const order = compareSizes(one, other);
  return one.isNegative ? -order : order;
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

/** Digits of a sum beyond which nobody reads it, and powers of ten would fill the memory. */
const MOST_DIGITS = 1000;

/** Adds numbers exactly. */
export class DecimalSum {
  private scaled = 0n;
  /** The sum is `scaled` × 10^-`places`. */
  private places = 0;
  private isTooLong = false;

  add({ isNegative, digits, exponent }: Decimal): void {
    // The power of ten of the last digit.
    const last = Number(exponent) - digits.length;
    if (Math.abs(last) > MOST_DIGITS || Math.abs(Number(exponent)) > MOST_DIGITS) {
      this.isTooLong ||= digits !== "";
      return;
    }
    if (-last > this.places) {
      this.scaled *= 10n ** BigInt(-last - this.places);
      this.places = -last;
    }
    const value = BigInt(digits === "" ? 0 : digits) * 10n ** BigInt(last + this.places);
    this.scaled += isNegative ? -value : value;
  }

  /** Without needless zeros; undefined where it would have more than a thousand digits. */
  get text(): string | undefined {
    if (this.isTooLong) {
      return undefined;
    }
    const digits = (this.scaled < 0n ? -this.scaled : this.scaled)
      .toString()
      .padStart(this.places + 1, "0");
    const whole = digits.slice(0, digits.length - this.places);
    const decimals = digits.slice(whole.length);
    return `${this.scaled < 0n ? "-" : ""}${whole}${decimals === "" ? "" : `.${decimals}`}`;
  }
}
