import { l10n } from "vscode";
import type { Remedy, Shortfall } from "../common/shortfall";
import { causeWords, labelOf } from "../../lists/texts/findingTexts";
import { type WarningWords, warningWords } from "../../../platform/texts/warnings";
import { EXPORT_WARNINGS } from "../texts/warnings";
import { translate } from "../../../platform/vscode/translate";
import type { Button } from "./itemMessages";
import { countWords, rowsWords } from "./exportWords";

/** "25 of 120 clients came: page 2 repeats page 1." */
export function shortfallWords(short: Shortfall, operationId: string): string {
  return partWords(short, operationId, "").what;
}

/** The same, with what to do; `kept` says where the rows are that came. */
export function partWords(
  { came, total, cause, remedies }: Shortfall,
  operationId: string,
  kept: string,
): WarningWords {
  return warningWords(EXPORT_WARNINGS["exports/notWhole"], translate, {
    ...(total === undefined
      ? { came: rowsWords(came, operationId) }
      : { came: countWords(came), total: rowsWords(total, operationId) }),
    cause: causeWords(cause, translate, countWords),
    kept,
    ...(remedies.length > 0 && { remedies: remedies.length }),
  });
}

/** What came and of how much, where there is little room: "25 of 120 clients". */
export function cameWords({ came, total }: Shortfall, operationId: string): string {
  return total === undefined
    ? l10n.t("{0}, perhaps not all", rowsWords(came, operationId))
    : l10n.t("{0} of {1}", countWords(came), rowsWords(total, operationId));
}

/** A button for each way to ask otherwise. */
export function remedyButtons(
  { remedies }: Shortfall,
  redo: (remedy: Remedy) => Promise<unknown>,
): readonly Button[] {
  return remedies.map((remedy) => ({
    label:
      remedy.pageSize === undefined
        ? labelOf(remedy.id, translate)
        : l10n.t("Ask for {0} per page", countWords(remedy.pageSize)),
    run: () => redo(remedy),
  }));
}
