import { NUMBER_TYPE, sourceAt, typeAt } from "../../../../../platform/json/entryReading";
import {
  compareDecimals,
  isShortNumber,
  parseDecimal,
} from "../../../../lists/common/table/decimal";
import { placeAt } from "../places";
import type { Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

/** Numbers that become others when a program reads them as doubles. */
export const numberRule: Rule = {
  id: "number",
  value({ entry }, { source, report }) {
    if (typeAt(source.entries, entry) !== NUMBER_TYPE) {
      return;
    }
    const lexeme = sourceAt(source, entry);
    if (!isKept(lexeme)) {
      const read = Number(lexeme);
      report(placeAt(source, entry), () =>
        Number.isFinite(read)
          ? { message: SENTENCES.number, values: [String(read)] }
          : { message: SENTENCES.numberTooLarge },
      );
    }
  },
};

/** Whether the double that is nearest, written again, is the same number with the same sign. */
function isKept(lexeme: string): boolean {
  const read = Number(lexeme);
  if (read === 0 && lexeme.startsWith("-")) {
    return false;
  }
  if (isShortNumber(lexeme)) {
    return true;
  }
  const [exact, kept] = [parseDecimal(lexeme), parseDecimal(String(read))];
  return exact !== undefined && kept !== undefined && compareDecimals(exact, kept) === 0;
}
