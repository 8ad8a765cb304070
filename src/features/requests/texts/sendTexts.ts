import type { Translate } from "../../../platform/texts/words";
import type { RequestDraftProblem } from "../common/requestDraft";
import type { StatusTexts } from "../../../platform/base/statusLine";
import type { SendTexts } from "../messages/sendPanel";
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
export function problemText(problem: RequestDraftProblem, t: Translate): string {
  const { keyword, expected, line, column } = problem;
  switch (keyword) {
    case "required":
      return t("A value is missing. Enter one.");
    case "type":
      return expected === "integer"
        ? t("Enter a whole number.")
        : t("Enter a value of this kind: {0}.", expected);
    case "format":
      return expected === "uuid"
        ? t("Enter a UUID, such as 8e0c6f5e-0d1b-4a53-9a55-0f6f2b1f7c11.")
        : t("Enter a value of this form: {0}.", expected);
    case "enum":
      return t("Use one of these: {0}.", expected);
    case "pattern":
      return t("Enter a value that fits the pattern {0}.", expected);
    case "minimum":
      return t("Enter {0} or more.", expected);
    case "maximum":
      return t("Enter {0} or less.", expected);
    case "json":
      return line === undefined || column === undefined
        ? t("This is no JSON. Mend it before it is sent.")
        : t("This is no JSON: look at line {0}, column {1}.", String(line), String(column));
    case "header":
      return t("A header takes letters, digits and signs of ASCII alone, on one line.");
    case "gone":
      return t("The active interface definition does not have this endpoint. Choose another.");
    case "bodyNotJson":
      return t("This endpoint takes a body that is not JSON, which cannot be sent from here.");
    case "cookieParameter":
      return t("This endpoint asks for a cookie, and none is ever sent from here.");
    case "address":
      return addressProblem(problem.key, t);
  }
}

function addressProblem(key: string, t: Translate): string {
  switch (key) {
    case "typedPath":
      return t("Begin the path with a slash, and leave out . and .. as its parts.");
    case "queryString":
      return t("Write names and values as in name=value&other=value.");
    case "":
      return t("No address can be made of this. Check the connection's addresses and prefixes.");
    default:
      return t("This cannot be part of an address. Enter the value as the service knows it.");
  }
}
