import type { ChartValue } from "../../messages/listChart";
import type { Aggregate } from "../../messages/listLayout";
import type { Amount } from "./chartRows";
import { compareDecimals } from "./decimal";
import { DecimalSum } from "./decimalSum";

/** The values of one place and series, put together exactly. */
export class Total {
  private rows = 0;
  private sum: DecimalSum | undefined;
  private first: Amount | undefined;
  private least: Amount | undefined;
  private most: Amount | undefined;

  constructor(private readonly aggregate: Aggregate) {}

  /** A row; without an amount where rows are counted. */
  add(amount?: Amount): void {
    this.rows++;
    if (amount === undefined) {
      return;
    }
    if (this.first === undefined) {
      this.first = this.least = this.most = amount;
      return;
    }
    if (this.aggregate === "sum" || this.aggregate === "average") {
      this.started(this.first).add(amount.text);
    }
    this.widen(amount, amount);
  }

  /** Takes what another place had. */
  join(other: Total): void {
    const { first, least, most, rows } = other;
    if (first === undefined || least === undefined || most === undefined) {
      this.rows += rows;
      return;
    }
    if (this.first === undefined) {
      Object.assign(this, { first, least, most, sum: other.sum });
      this.rows += rows;
      return;
    }
    const sum = other.started(first).text;
    if (sum !== undefined) {
      this.started(this.first).add(sum);
    }
    this.widen(least, most);
    this.rows += rows;
  }

  /** `tooLarge` where no drawing can hold it; undefined where no row was added. */
  value(): ChartValue | "tooLarge" | undefined {
    const text = this.text();
    if (text === undefined) {
      return this.rows === 0 ? undefined : "tooLarge";
    }
    const number = Number(text);
    return Number.isFinite(number) ? { number, text } : "tooLarge";
  }

  private text(): string | undefined {
    switch (this.aggregate) {
      case "count":
        return this.rows === 0 ? undefined : String(this.rows);
      case "minimum":
        return this.least?.text;
      case "maximum":
        return this.most?.text;
      case "average":
        return this.sum === undefined ? this.first?.text : averageOf(this.sum.text, this.rows);
      case "sum":
      case "none":
        return this.sum === undefined ? this.first?.text : this.sum.text;
    }
  }

  /** A value alone stays as it came; a sum begins with the second. */
  private started(first: Amount): DecimalSum {
    if (this.sum === undefined) {
      this.sum = new DecimalSum();
      this.sum.add(first.text);
    }
    return this.sum;
  }

  private widen(least: Amount, most: Amount): void {
    if (this.least !== undefined && compareDecimals(least.decimal, this.least.decimal) < 0) {
      this.least = least;
    }
    if (this.most !== undefined && compareDecimals(most.decimal, this.most.decimal) > 0) {
      this.most = most;
    }
  }
}

/** Decimals that an average has beyond those of its sum. */
const MORE_DECIMALS = 4;

/** A sum over a count, rounded half away from zero where it does not end. */
function averageOf(sum: string | undefined, count: number): string | undefined {
  if (sum === undefined) {
    return undefined;
  }
  const [whole = "", decimals = ""] = sum.replace("-", "").split(".");
  const places = decimals.length + MORE_DECIMALS;
  const scaled = BigInt(whole + decimals) * 10n ** BigInt(MORE_DECIMALS);
  const half = (scaled * 2n + BigInt(count)) / (BigInt(count) * 2n);
  const digits = half.toString().padStart(places + 1, "0");
  const rounded = digits.slice(-places).replace(/0+$/, "");
  const sign = sum.startsWith("-") && half !== 0n ? "-" : "";
  return `${sign}${digits.slice(0, -places)}${rounded === "" ? "" : `.${rounded}`}`;
}
