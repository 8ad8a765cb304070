import type { Localizer, Translate } from "../../../platform/texts/words";
import type { RequestDraftProblem } from "../common/requestDraft";
import type { StatusTexts } from "../../../platform/base/statusLine";
import type { SendTexts } from "../messages/sendPanel";
import { type Refusal, refusal } from "../../../platform/texts/refusals";
import { REQUEST_REFUSALS } from "./refusals";
import { statusLineTexts } from "./requestTexts";

/** The form's words beside its fields; the webview itself knows none. */
export function sendTexts(t: Translate): SendTexts {
  return {
    title: t("Send request"),
    where: t("Where"),
    parameters: t("Parameters"),
    body: t("Body"),
    request: t("Request"),
    headers: t("Headers as they will be sent"),
    dryRun: t("Dry run: nothing was sent"),
    answer: t("Answer"),
    optional: t("optional"),
    send: t("Send"),
    stop: t("Stop"),
    showDryRun: t("Dry run"),
    hideDryRun: t("Hide dry run"),
    openBody: t("Open body in an editor"),
    takeBody: t("Write it here again"),
    bodyIn: t("The body is what stands in the editor '{0}', saved or not."),
    fill: t("Insert template"),
    openAnswer: t("Open answer"),
    details: t("Show request"),
    problems: t("{0} fields need attention."),
    oneProblem: t("1 field needs attention."),
    sending: t("Sending"),
    noRequest: t("The address is shown once the connection is open."),
    copy: t("Copy"),
    findEndpoint: t("Find endpoint"),
    foundEndpoints: t("endpoints: {0} of {1}"),
  };
}

/** The words of the status line. */
export function sendStatusTexts(t: Translate): StatusTexts {
  return { ...statusLineTexts(t), status: t("Last call") };
}

/** What is wrong with a field, and what it takes. */
export function problemText(problem: RequestDraftProblem, words: Localizer): Refusal {
  const { expected, line = "", column = "" } = problem;
  return refusal(REQUEST_REFUSALS[refusalOf(problem)], words, { expected, line, column });
}

function refusalOf({
  key,
  keyword,
  expected,
  line,
}: RequestDraftProblem): keyof typeof REQUEST_REFUSALS {
  switch (keyword) {
    case "type":
      return expected === "integer" ? "integer" : keyword;
    case "format":
      return expected === "uuid" ? "uuid" : keyword;
    case "json":
      return line === undefined ? keyword : "jsonAt";
    case "address":
      return key === ""
        ? "noAddress"
        : key === "typedPath" || key === "queryString"
          ? key
          : keyword;
    default:
      return keyword;
  }
}
