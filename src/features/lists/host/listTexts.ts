import type { ListTexts } from "../messages/listMessages";
import { translate } from "../../../platform/vscode/translate";
import { chartTexts } from "../texts/chartTexts";
import { compareTexts } from "../texts/compareTexts";
import { frameTexts } from "./frameTexts";
import { gridTexts } from "./gridTexts";

/** The words of a list panel, by the part that says them. */
export function listTexts(): ListTexts {
  return {
    ...{ frame: frameTexts(), grid: gridTexts() },
    ...{ chart: chartTexts(translate), compare: compareTexts(translate) },
  };
}
