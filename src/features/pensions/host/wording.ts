import type { Wording } from "../texts/wording";
import type { Privacy } from "../../../platform/vscode/privacy";
import { exactTime, shortTime } from "../../../platform/vscode/formats";
import { localizer } from "../../../platform/vscode/translate";

/** Sentences about pensions in the editor's language, paths of payloads as they may be shown. */
export function pensionWording({ masking }: Pick<Privacy, "masking">): Wording {
  return {
    ...localizer,
    time: (at) => shortTime(at, Date.now()),
    exactTime,
    field: (path) => masking.maskText(path),
  };
}
