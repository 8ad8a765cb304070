import { isShortNumber, parseDecimal } from "./decimal";

/** Digits of a sum beyond which nobody reads it, and powers of ten would fill the memory. */
const MOST_DIGITS = 1000;
/** Whole numbers below it can be added as doubles without loss. */
const SAFE = 2 ** 52;

/** Adds numbers exactly. */
export class DecimalSum {
  /** By number of decimals: what short numbers add up to, in units of the last decimal. */
  private readonly short: number[] = [];
  private scaled = 0n;
  /** The sum is `scaled` × 10^-`places`. */
  private places = 0;
  private isTooLong = false;

  /** Adds a number as JSON writes it. */
  add(lexeme: string): void {
    if (isShortNumber(lexeme)) {
      this.addShort(lexeme);
      return;
    }
    const { isNegative, digits, exponent } = parseDecimal(lexeme) ?? ZERO;
    const last = Number(exponent) - digits.length;
    if (Math.abs(last) > MOST_DIGITS || Math.abs(Number(exponent)) > MOST_DIGITS) {
      this.isTooLong ||= digits !== "";
      return;
    }
    this.addScaled(BigInt(`${isNegative ? "-" : ""}${digits === "" ? "0" : digits}`), last);
  }

  /** Without needless zeros; undefined where it would have more than a thousand digits. */
  get text(): string | undefined {
    for (const [places, units] of this.short.entries()) {
      this.addScaled(BigInt(units), -places);
      this.short[places] = 0;
    }
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

  private addShort(lexeme: string): void {
    const point = lexeme.indexOf(".");
    const places = point < 0 ? 0 : lexeme.length - point - 1;
    while (this.short.length <= places) {
      this.short.push(0);
    }
    // A double of so few digits is so near that rounding gives the whole number.
    const sum = (this.short[places] ?? 0) + Math.round(Number(lexeme) * 10 ** places);
    if (Math.abs(sum) < SAFE) {
      this.short[places] = sum;
    } else {
      this.addScaled(BigInt(sum), -places);
      this.short[places] = 0;
    }
  }

  /** Adds `units` × 10^`power`. */
  private addScaled(units: bigint, power: number): void {
    if (-power > this.places) {
      this.scaled *= 10n ** BigInt(-power - this.places);
      this.places = -power;
    }
    this.scaled += units * 10n ** BigInt(power + this.places);
  }
}

const ZERO = { isNegative: false, digits: "", exponent: 0 };
