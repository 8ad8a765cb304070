import type { ListTexts } from "../shared/listMessages";
import { translate } from "../host/translate";
import { chartTexts } from "./chartTexts";
import { compareTexts } from "./compare/compareTexts";
import { frameTexts } from "./frameTexts";
import { gridTexts } from "./gridTexts";

/** The words of a list panel, by the part that says them. */
export function listTexts(): ListTexts {
  return {
    ...{ frame: frameTexts(), grid: gridTexts() },
    ...{ chart: chartTexts(translate), compare: compareTexts(translate) },
  };
}
