import type { Translate } from "../../../platform/texts/words";
import type { GridTexts } from "../messages/gridTexts";
import type { FrameTexts } from "../messages/listTexts";

type ParameterRemark =
  "notInDefinition" | "pagingParameter" | "credentialParameter" | "measureApplyFirst";
type GridRemark = "cut" | "severalWhy" | "noColumns" | "noRowsLeft";

/** What the form of parameters says of one that cannot be set as it was typed, or not now. */
export function parameterRemarks(t: Translate): Pick<FrameTexts, ParameterRemark> {
  return {
    notInDefinition: t("Not in the interface definition of this list: sent as typed."),
    pagingParameter: t("{0} is sent by the explorer itself: choose the page below the rows."),
    credentialParameter: t(
      "A credential is called {0}. Credentials are sent in headers only, from the store.",
    ),
    measureApplyFirst: t("Apply or undo the changes first."),
  };
}

/** What stands where the grid cannot show a value, or has nothing to show. */
export function gridRemarks(t: Translate): Pick<GridTexts, GridRemark> {
  return {
    cut: t("Shortened here. Open it as JSON to see all of it."),
    severalWhy: t("The name occurs {0} times in one object. It is not known which value applies."),
    noColumns: t("All columns are hidden. Choose some under Columns."),
    noRowsLeft: t("No row matches the filters."),
  };
}
