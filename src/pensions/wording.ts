import type { Wording } from "../core/pensions/words/wording";
import type { Privacy } from "../host/privacy";
import { exactTime, shortTime } from "../host/times";
import { translate } from "../host/translate";

/** Sentences about pensions in the editor's language, paths of payloads as they may be shown. */
export function pensionWording({ masking }: Pick<Privacy, "masking">): Wording {
  return {
    t: translate,
    time: (at) => shortTime(at, Date.now()),
    exactTime,
    field: (path) => masking.maskText(path),
  };
}
