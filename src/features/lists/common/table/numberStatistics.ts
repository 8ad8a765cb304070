import { compareLexemes, parseDecimal } from "./decimal";
import { DecimalSum } from "./decimalSum";

/** Decimals of a mean beyond those of the sum. */
const MORE_DECIMALS = 4;
/** Digits of a deviation, which is worked out in doubles. */
const DEVIATION_DIGITS = 6;

/** Numbers of a column as they came, and what they are together. */
export class NumberStatistics {
  readonly lexemes: string[] = [];
  private readonly doubles: number[] = [];
  private readonly total = new DecimalSum();
  private sorted: Float64Array | undefined;

  add(lexeme: string): void {
    this.total.add(lexeme);
    this.lexemes.push(lexeme);
    this.doubles.push(Number(lexeme));
  }

  /** Exact; undefined where it would be too long. */
  get sum(): string | undefined {
    return this.lexemes.length === 0 ? undefined : this.total.text;
  }

  /** The exact sum by the number of values, rounded to four decimals more than the sum has. */
  get mean(): string | undefined {
    const { sum } = this;
    return sum === undefined ? undefined : dividedBy(sum, this.lexemes.length);
  }

  /** Standard deviation of a sample, to six digits; undefined for fewer than two values. */
  get deviation(): string | undefined {
    const { doubles } = this;
    let [mean, squares] = [0, 0];
    for (const [index, value] of doubles.entries()) {
      // Welford's method: no large squares are subtracted from one another.
      const away = value - mean;
      mean += away / (index + 1);
      squares += away * (value - mean);
    }
    const deviation = Math.sqrt(squares / (doubles.length - 1));
    return doubles.length < 2 || !Number.isFinite(deviation)
      ? undefined
      : String(Number(deviation.toPrecision(DEVIATION_DIGITS)));
  }

  /**
   * The value below or at which this share of the values is (nearest rank): one that is there, as it
   * came.
   */
  quantile(share: number): string | undefined {
    const { doubles, lexemes } = this;
    if (doubles.length === 0) {
      return undefined;
    }
    this.sorted ??= Float64Array.from(doubles).sort();
    const rank = Math.max(0, Math.ceil(share * doubles.length) - 1);
    const value = this.sorted[rank];
    const counts = new Map<string, number>();
    let below = 0;
    for (const [index, double] of doubles.entries()) {
      if (double === value) {
        const lexeme = lexemes[index] ?? "";
        counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
      } else if (double < (value ?? 0)) {
        below++;
      }
    }
    // Equal doubles may stand for numbers that are not.
    for (const [lexeme, count] of [...counts].sort(([a], [b]) => compareLexemes(a, b))) {
      below += count;
      if (below > rank) {
        return lexeme;
      }
    }
    return undefined;
  }
}

/** Rounded half away from zero, without needless zeros. */
function dividedBy(decimal: string, count: number): string {
  const { isNegative, digits, exponent } = parseDecimal(decimal) ?? {
    ...{ isNegative: false, digits: "", exponent: 0 },
  };
  const decimals = decimal.split(".")[1]?.length ?? 0;
  const places = decimals + MORE_DECIMALS;
  const last = Number(exponent) - digits.length;
  const scaled = BigInt(digits === "" ? "0" : digits) * 10n ** BigInt(places + last);
  const rounded = (2n * scaled + BigInt(count)) / (2n * BigInt(count));
  const text = rounded.toString().padStart(places + 1, "0");
  const mean = `${text.slice(0, -places)}.${text.slice(-places)}`.replace(/\.?0+$/, "");
  return isNegative && mean !== "0" ? `-${mean}` : mean;
}
