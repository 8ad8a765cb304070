import { CONNECTION_COLOURS, type Connection, DOMAINS } from "../../../platform/base/connection";
import { isLoopbackLiteral } from "../../../platform/http/origin";
import type { ConnectionDraft, DraftField, DraftProblem } from "../messages/connectionDraft";
import { checkCallback, checkRoot } from "./checkAddress";
import {
  isPrefix,
  normaliseRoot,
  readParameterLines,
  readStatusWords,
  readWords,
} from "./draftValues";
import type { DraftProblemCode } from "../texts/draftTexts";

/** A connection that is there already, for comparing labels. */
export type OtherConnection = Pick<Connection, "id" | "label">;

export const LONGEST_LABEL = 60;
const LONGEST_VALUE = 1000;

/** With a code that has a sentence, so that a problem without one does not compile. */
interface CheckedProblem extends DraftProblem {
  readonly code: DraftProblemCode;
}

/**
 * Everything that keeps a draft from being a connection, at most one problem a field, in the order
 * of the fields. `others` are all connections but the one being edited. Fields that do not apply
 * to the access model are not looked at. Pure.
 */
export function checkDraft(
  draft: ConnectionDraft,
  others: readonly OtherConnection[],
): readonly CheckedProblem[] {
  const withUser = draft.accessModel !== "serviceAccount";
  return [
    checkLabel(draft, others),
    checkEnvironment(draft),
    checkBaseUrl(draft),
    checkPrefix("crmPrefix", draft),
    checkPrefix("financesPrefix", draft),
    checkPrefix("profilingPrefix", draft),
    checkAuthUrl(draft),
    checkChoice("accessModel", draft),
    checkClientId(draft),
    checkChoice("clientAuthentication", draft),
    checkScopes(draft),
    checkTokenParameters(draft),
    withUser ? checkCallbackUrl(draft) : undefined,
    withUser ? checkChoice("responseType", draft) : undefined,
    withUser ? checkChoice("proofKey", draft) : undefined,
    draft.accessModel === "delegation" ? checkClaim(draft) : undefined,
    checkPageSize(draft),
    checkChoice("colour", draft),
    checkChoice("networking", draft),
    checkStatuses(draft),
  ].filter((found) => found !== undefined);
}

type Found = CheckedProblem | undefined;

function problem(
  field: DraftField,
  code: DraftProblemCode,
  values?: DraftProblem["values"],
): CheckedProblem {
  return values === undefined ? { field, code } : { field, code, values };
}

function checkLabel({ label: typed }: ConnectionDraft, others: readonly OtherConnection[]): Found {
  const label = typed.trim();
  if (label === "") {
    return problem("label", "labelMissing");
  }
  // Also what turns the reading direction: a label could show as another one.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(label) || !label.isWellFormed()) {
    return problem("label", "labelCharacters");
  }
  if (label.length > LONGEST_LABEL) {
    return problem("label", "labelLong", { limit: LONGEST_LABEL });
  }
  const isTaken = others.some((other) => sameLabel(other.label, label));
  return isTaken ? problem("label", "labelTaken", { label }) : undefined;
}

/** Two labels that look alike are one to people. */
export function sameLabel(one: string, other: string): boolean {
  const plain = (label: string): string => label.trim().normalize("NFKC").toLowerCase();
  return plain(one) === plain(other);
}

function checkEnvironment(draft: ConnectionDraft): Found {
  const { hostname = "" } = URL.parse(draft.baseUrl.trim()) ?? {};
  const isElsewhere = draft.environment === "sandbox" && !isLoopbackLiteral(hostname);
  return (
    checkChoice("environment", draft) ??
    (isElsewhere ? problem("environment", "environmentSandbox") : undefined)
  );
}

function checkBaseUrl(draft: ConnectionDraft): Found {
  const wrong = checkRoot(draft.baseUrl);
  if (wrong !== undefined) {
    return problem("baseUrl", wrong.code, wrong.values);
  }
  const root = normaliseRoot(draft.baseUrl) ?? "";
  const twice = DOMAINS.map((domain) => draft[`${domain}Prefix`]).find(
    (prefix) => prefix !== "" && root.endsWith(prefix),
  );
  return twice === undefined ? undefined : problem("baseUrl", "baseUrlPrefix", { prefix: twice });
}

function checkAuthUrl({ authUrl }: ConnectionDraft): Found {
  const wrong = checkRoot(authUrl);
  if (wrong !== undefined) {
    return problem("authUrl", wrong.code, wrong.values);
  }
  const root = normaliseRoot(authUrl) ?? "";
  const suffix = /\/(?:identity|connect)(?:\/.*)?$/i.exec(new URL(root).pathname)?.[0];
  return suffix === undefined ? undefined : problem("authUrl", "authUrlSuffix", { suffix });
}

function checkPrefix(field: `${(typeof DOMAINS)[number]}Prefix`, draft: ConnectionDraft): Found {
  return isPrefix(draft[field].trim()) ? undefined : problem(field, "prefixFormat");
}

/** What can be chosen; a draft from a file or a message can hold anything. */
export const CHOICES = {
  environment: ["sandbox", "development", "production"],
  accessModel: ["serviceAccount", "userPresent", "delegation"],
  clientAuthentication: ["post", "basic"],
  responseType: ["code", "code id_token"],
  proofKey: ["auto", "required", "off"],
  colour: ["", ...CONNECTION_COLOURS],
  networking: ["own", "editor"],
} as const satisfies { readonly [Field in DraftField]?: readonly ConnectionDraft[Field][] };

function checkChoice(field: keyof typeof CHOICES, draft: ConnectionDraft): Found {
  const choices: readonly string[] = CHOICES[field];
  const named = choices.filter((choice) => choice !== "").join(", ");
  return choices.includes(draft[field])
    ? undefined
    : problem(field, "choiceUnknown", { choices: named });
}

function checkClientId({ clientId: typed }: ConnectionDraft): Found {
  const clientId = typed.trim();
  if (clientId === "") {
    return problem("clientId", "clientIdMissing");
  }
  // Of any length (RFC 6749, section 2.2).
  return /^[\x21-\x7e]+$/.test(clientId) ? undefined : problem("clientId", "clientIdFormat");
}

/** Tokens of scopes (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function checkScopes({ scopes: typed, accessModel, responseType }: ConnectionDraft): Found {
  const scopes = readWords(typed);
  const odd = scopes.find((scope) => !SCOPE.test(scope) || scope.length > LONGEST_VALUE);
  if (odd !== undefined) {
    return problem("scopes", "scopeFormat");
  }
  // Allowed by the letter, and never meant: a list that was separated by commas.
  if (scopes.some((scope) => /^[,;]|[,;]$/.test(scope))) {
    return problem("scopes", "scopeSeparator");
  }
  const twice = scopes.find((scope, index) => scopes.indexOf(scope) !== index);
  if (twice !== undefined) {
    return problem("scopes", "scopeTwice", { scope: twice });
  }
  // An ID token comes only with this scope (OpenID Connect Core 1.0, section 3.1.2.1).
  const isHybrid = accessModel !== "serviceAccount" && responseType === "code id_token";
  return isHybrid && !scopes.includes("openid") ? problem("scopes", "scopeOpenid") : undefined;
}

/** Fields that the explorer sends itself, in one of its token or authorise requests. */
const STANDARD_NAMES = new Set([
  ...["grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type"],
  ...["code", "redirect_uri", "code_verifier", "code_challenge", "code_challenge_method"],
  ...["scope", "refresh_token", "state", "nonce", "response_type", "response_mode", "assertion"],
  ...["token", "token_type_hint", "username", "password"],
]);

function checkTokenParameters({ tokenParameters }: ConnectionDraft): Found {
  const lines = readParameterLines(tokenParameters);
  const names = lines.map(({ name }) => name);
  for (const [index, { line, name, value }] of lines.entries()) {
    if (!/^[\x21-\x3c\x3e-\x7e]{1,100}$/.test(name) || !isParameterValue(value)) {
      return problem("tokenParameters", "parameterLine", { line });
    }
    if (STANDARD_NAMES.has(name.toLowerCase())) {
      return problem("tokenParameters", "parameterStandard", { name, line });
    }
    if (/secret|passw|api[-_]?key|subscription/i.test(name)) {
      return problem("tokenParameters", "parameterSecret", { name, line });
    }
    // RFC 6749, section 3.2: no parameter more than once.
    if (names.indexOf(name) !== index) {
      return problem("tokenParameters", "parameterTwice", { name, line });
    }
  }
  return undefined;
}

function isParameterValue(value: string): boolean {
  return value.length <= LONGEST_VALUE && !/\p{Cc}/u.test(value) && value.isWellFormed();
}

function checkCallbackUrl({ callbackUrl }: ConnectionDraft): Found {
  const wrong = checkCallback(callbackUrl);
  return wrong && problem("callbackUrl", wrong.code, wrong.values);
}

function checkClaim({ consentEndClaim }: ConnectionDraft): Found {
  const fits = /^[\x21-\x7e]{0,100}$/.test(consentEndClaim.trim());
  return fits ? undefined : problem("consentEndClaim", "claimFormat");
}

function checkPageSize({ pageSize: typed }: ConnectionDraft): Found {
  const text = typed.trim();
  // The specification shows no most: only what no number holds exactly is refused.
  const fits = /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text));
  return text === "" || fits ? undefined : problem("pageSize", "pageSizeFormat");
}

/** The only ones for which retries are advised (specification, section 7). */
const TEMPORARY = new Set(["429", "500", "503"]);

function checkStatuses({ authenticationStatuses }: ConnectionDraft): Found {
  const words = readStatusWords(authenticationStatuses);
  if (!words.every((word) => /^[45]\d\d$/.test(word))) {
    return problem("authenticationStatuses", "statusFormat");
  }
  const temporary = words.find((word) => TEMPORARY.has(word));
  return temporary === undefined
    ? undefined
    : problem("authenticationStatuses", "statusTemporary", { status: temporary });
}
