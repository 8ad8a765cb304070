import type { ListTexts } from "../shared/listMessages";
import { frameTexts } from "./frameTexts";

/** The words of a list panel, by the part that says them. */
export function listTexts(): ListTexts {
  return { frame: frameTexts(), grid: {}, chart: {}, compare: {} };
}
