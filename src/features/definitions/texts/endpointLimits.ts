import type { CoverageLimit } from "../../../platform/service/definition/active";
import type { Translate } from "../../../platform/texts/words";

/** Why an endpoint is not used everywhere. */
export function limitWord(limit: CoverageLimit, t: Translate): string {
  return {
    bodyNotJson: t("Its body is not JSON."),
    cookieParameter: t("It takes a cookie, which is never sent."),
    method: t("Its method is not sent from here."),
    answerNotJson: t("Its answer is not JSON."),
  }[limit];
}

/** Of one that the description alone has, where a definition is followed. */
export function notImported(t: Translate): string {
  return t("Not in the imported definition.");
}
