import { compareLexemes } from "../../../../lists/common/table/decimal";
import { DecimalSum } from "../../../../lists/common/table/decimalSum";
import {
  childEntries,
  type IndexedText,
  memberAt,
  NUMBER_TYPE,
  OBJECT_TYPE,
  sourceAt,
  stringAt,
  typeAt,
} from "../../../../../platform/json/entryReading";
import { placeAt, shownName } from "../places";
import type { PayloadValue, Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

const SHARES = ["percentage", "percent", "share", "weight"];
const LONGEST_SUM = 40;

/** Shares of the objects of a list that do not add to the whole. */
export const percentagesRule: Rule = {
  id: "percentages",
  array({ entry, items, isUnfinished }, { source, report }) {
    const first = items[0];
    if (first === undefined || isUnfinished) {
      return;
    }
    for (const name of sharesOf(source, first.entry)) {
      const wrong = wrongSum(source, items, name);
      if (wrong !== undefined) {
        const { message, sum } = wrong;
        const values = [shownName(name), sum];
        report(opening(source, entry), () => ({ message, values }));
      }
    }
  },
};

/** The bracket, and not all that the list holds. */
function opening(source: IndexedText, entry: number): { offset: number; length: number } {
  return { offset: placeAt(source, entry).offset, length: 1 };
}

function sharesOf(source: IndexedText, entry: number): readonly string[] {
  const { entries } = source;
  if (typeAt(entries, entry) !== OBJECT_TYPE) {
    return [];
  }
  const names = childEntries(entries, entry).map((name) => stringAt(source, name));
  return [...new Set(names.filter((name) => SHARES.includes(name.toLowerCase())))];
}

function wrongSum(
  source: IndexedText,
  items: readonly PayloadValue[],
  name: string,
): { message: string; sum: string } | undefined {
  const total = new DecimalSum();
  let areFractions = true;
  for (const { entry } of items) {
    const lexeme = shareOf(source, entry, name);
    if (lexeme === undefined) {
      // A sum of some of the shares tells nothing.
      return undefined;
    }
    total.add(lexeme);
    areFractions &&= compareLexemes(lexeme, "0") >= 0 && compareLexemes(lexeme, "1") <= 0;
  }
  const sum = total.text;
  const isWhole = sum !== undefined && compareLexemes(sum, "100") === 0;
  if (isWhole || (areFractions && sum !== undefined && compareLexemes(sum, "1") === 0)) {
    return undefined;
  }
  return {
    message: areFractions ? SENTENCES.fractions : SENTENCES.percentages,
    sum: shortened(sum ?? "…"),
  };
}

/** The number in the last member of this name, as it is written. */
function shareOf(source: IndexedText, entry: number, name: string): string | undefined {
  const value = memberAt(source, entry, name);
  return value !== undefined && typeAt(source.entries, value) === NUMBER_TYPE
    ? sourceAt(source, value)
    : undefined;
}

function shortened(sum: string): string {
  const plain = sum.includes(".") ? sum.replace(/\.?0+$/, "") : sum;
  return plain.length > LONGEST_SUM ? `${plain.slice(0, LONGEST_SUM)}…` : plain;
}
