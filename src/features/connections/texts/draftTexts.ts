import type { Localizer, Translate } from "../../../platform/texts/words";
import { type Refusal, refusal, type RefusalTable } from "../../../platform/texts/refusals";
import { CONNECTION_REFUSALS } from "./refusals";
import type { DraftField, DraftProblem } from "../messages/connectionDraft";

/** What is wrong with a field and how to mend it, by code: read at the field. */
export const DRAFT_REFUSALS = {
  labelMissing: (t) => t("Enter a label: the tree calls the connection by it."),
  labelTaken: (t, value) =>
    t("Another connection is called '{0}'. Choose another label.", value("label")),
  labelLong: (t, _value, count) => t("Use at most {0} characters.", count("limit")),
  labelCharacters: (t) => t("The label holds characters that cannot be seen. Type it again."),
  choiceUnknown: (t, value) => t("Choose one of: {0}.", value("choices")),
  environmentSandbox: (t) =>
    t(
      "Sandbox is only for addresses on 127.0.0.1 or [::1]. Choose development or production, or change the address.",
    ),
  addressMissing: (t) => t("Enter the address that you were given, beginning with https://."),
  addressLong: (t, _value, count) =>
    t("The address is longer than {0} characters.", count("limit")),
  addressCharacters: (t) =>
    t("The address holds spaces, backslashes or characters that cannot be seen. Type it again."),
  addressUnreadable: (t) =>
    t("This is not an address. Write it as https://host or https://host/path."),
  addressScheme: (t) =>
    t("Begin with https://. Only 127.0.0.1 and [::1], on this machine, may be http."),
  addressUserInfo: (t) => t("The address holds a user name or password. Remove it."),
  addressQuery: (t) => t("Leave out everything from the first '?' or '#'."),
  addressReadAs: (t, value) =>
    t(
      "Requests would go to {0}. Enter that if you mean it; otherwise correct the address.",
      value("address"),
    ),
  baseUrlPrefix: (t, value) =>
    t("Leave out {0} at the end: it is a path prefix, which is added by itself.", value("prefix")),
  authUrlSuffix: (t, value) =>
    t("Leave out {0} at the end: it is added by itself.", value("suffix")),
  prefixFormat: (t) =>
    t("A prefix begins with a slash and ends without one, such as /crm/v1, or is empty."),
  clientIdMissing: (t) => t("Enter the client ID that you were issued."),
  clientIdFormat: (t) =>
    t("The client ID of the sign-in may hold letters, digits and punctuation, but no spaces."),
  scopeFormat: (t) => t("A scope has no quotes, backslashes or accents, as in crm.read."),
  scopeSeparator: (t) => t("Separate scopes by spaces alone, without commas."),
  scopeTwice: (t, value) => t("The scope {0} is there twice. Remove one.", value("scope")),
  scopeOpenid: (t) => t("The response type 'code id_token' needs the scope openid. Add it."),
  parameterLine: (t, value) =>
    t("Line {0} is not name=value. Write one parameter a line.", value("line")),
  parameterPair: (t) =>
    t("A parameter has a name without spaces or '=', and a value without line breaks."),
  parameterStandard: (t, value) =>
    t("{0} (line {1}) is sent by the explorer itself. Remove it.", value("name"), value("line")),
  parameterSecret: (t, value) =>
    t(
      "{0} (line {1}) sounds like a secret, and these lines are stored openly. Remove it.",
      value("name"),
      value("line"),
    ),
  parameterTwice: (t, value) =>
    t("{0} is there twice (line {1}). Remove one.", value("name"), value("line")),
  callbackMissing: (t) => t("Enter the callback URL that was registered at onboarding."),
  callbackScheme: (t) =>
    t(
      "A browser cannot be redirected to this address. Enter the callback URL that was registered.",
    ),
  callbackHttp: (t) =>
    t(
      "http is not encrypted. Begin with https://, or ask the operator to register a callback on 127.0.0.1.",
    ),
  callbackQuery: (t) =>
    t("A callback with '?' or '#' cannot be used. Ask the operator to register one without."),
  callbackPath: (t, value) =>
    t(
      "The callback URL has no path. Ask the operator to register {0}, then enter exactly that.",
      value("address"),
    ),
  callbackReadAs: (t, value) =>
    t(
      "A browser would change this to {0}. Enter that if it is what was registered; otherwise ask the operator.",
      value("address"),
    ),
  claimFormat: (t) => t("Enter the name of one claim, without spaces, or leave it empty."),
  pageSizeFormat: (t) => t("Enter a whole number, 1 or more, or leave it empty."),
  statusFormat: (t) => t("Enter statuses from 400 to 599, separated by commas."),
  statusTemporary: (t, value) =>
    t(
      "{0} means that the service is busy, not that a token was refused. Remove it.",
      value("status"),
    ),
} satisfies RefusalTable;

export type DraftProblemCode = keyof typeof DRAFT_REFUSALS;

/** Every code that a draft can be refused for. */
export const DRAFT_PROBLEM_CODES = Object.keys(DRAFT_REFUSALS) as readonly DraftProblemCode[];

/** The sentence for a problem; a code that is not known says that the value does not fit. */
export function describeDraftProblem(
  { code, values }: Pick<DraftProblem, "code" | "values">,
  words: Localizer,
): Refusal {
  return Object.hasOwn(DRAFT_REFUSALS, code)
    ? refusal(DRAFT_REFUSALS[code as DraftProblemCode], words, values)
    : refusal(CONNECTION_REFUSALS.otherValue, words);
}

/** What is wrong with a draft, in words: what a form shows at its fields. */
export function describeDraft(
  problems: readonly DraftProblem[],
  words: Localizer,
): readonly { readonly field: DraftField; readonly text: Refusal }[] {
  return problems.map((problem) => ({
    field: problem.field,
    text: describeDraftProblem(problem, words),
  }));
}

/** How a field is called on screen. */
export function draftFieldWord(field: DraftField, t: Translate): string {
  const words: Readonly<Record<DraftField, string>> = {
    label: t("label"),
    environment: t("environment"),
    baseUrl: t("base URL"),
    crmPrefix: t("path prefix of client records"),
    financesPrefix: t("path prefix of finances"),
    profilingPrefix: t("path prefix of risk profiling"),
    authUrl: t("auth URL"),
    accessModel: t("access model"),
    clientId: t("client ID"),
    clientAuthentication: t("client authentication"),
    scopes: t("scopes"),
    tokenParameters: t("extra token parameters"),
    callbackUrl: t("callback URL"),
    responseType: t("response type"),
    proofKey: t("PKCE"),
    consentEndClaim: t("claim with the end of the consent"),
    pageSize: t("rows per page"),
    colour: t("colour"),
    networking: t("networking"),
    authenticationStatuses: t("further authentication statuses"),
  };
  return words[field];
}
