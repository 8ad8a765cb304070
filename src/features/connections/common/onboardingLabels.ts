import type { AccessModel } from "../../../platform/base/connection";

/** What a line of onboarding details can tell. */
export type FactKind =
  | "baseUrl"
  | "authUrl"
  | "crmPrefix"
  | "financesPrefix"
  | "profilingPrefix"
  | "clientId"
  | "clientSecret"
  | "subscriptionKey"
  | "scopes"
  | "callbackUrl"
  | "accessModel"
  | "responseType"
  | "proofKey"
  | "clientAuthentication"
  | "environment"
  | "pageSize"
  | "label";

/** A label in words: `FP_CLIENT_ID`, `clientId` and "Client-ID" are all "client id". */
export function plainLabel(label: string): string {
  return label
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** About something, not the thing itself. */
const ABOUT =
  /\b(?:expir\w*|valid (?:from|to|until)|rotat\w*|lifetime|support|contact|phone|portal|documentation|docs|swagger|status page|terms|secret (?:id|name|hint)|key (?:id|name))\b/;

/** In the order in which they are tried: "API key" is a key, "API address" an address. */
const LABELS: readonly (readonly [kind: FactKind, label: RegExp])[] = [
  ["clientSecret", /\bsecrets?\b|\bclient password\b/],
  ["clientAuthentication", /\b(?:client|token endpoint) auth(?:entication|n)?\b(?! ur[li])/],
  [
    "subscriptionKey",
    /\b(?:subscription|apim|gateway|api|primary|secondary|product|dev|development|test|sandbox|uat|live|prod|production) keys?\b|\bocp apim\b|^keys?$/,
  ],
  ["callbackUrl", /\b(?:callback|redirect\w*|reply (?:ur[li]|address))s?\b/],
  ["responseType", /\bresponse types?\b/],
  ["proofKey", /\bpkce\b|\bproof key\b/],
  ["accessModel", /\bflows?\b|\bgrants?\b|\baccess (?:model|type)\b/],
  ["scopes", /\bscopes?\b|\bpermissions?\b/],
  ["clientId", /\b(?:client|application|app|consumer|oauth) ?(?:id|identifier)\b|^client$/],
  [
    "authUrl",
    /\b(?:auth|authentication|authorization|authorisation|authority|authorize|authorise|identity|idp|issuer|oauth2?|oidc|openid|sso|login|sign in|token|sts|discovery|well known)\b/,
  ],
  ["pageSize", /\bpage size\b/],
  ["crmPrefix", /\bcrm\b|\bclient records?\b/],
  ["financesPrefix", /\bfinances?\b/],
  ["profilingPrefix", /\b(?:risk )?profiling\b/],
  [
    "baseUrl",
    /\b(?:base|root|api|service|gateway|server|endpoint|platform)\b|^(?:ur[li]|address|host)$/,
  ],
  ["environment", /^(?:your )?(?:environments?|stage|tier)\b|\benvironments?$/],
  [
    "label",
    /^(?:connection|connection name|connection label|company|company name|customer|tenant name|project|project name|display name)$/,
  ],
];

/** What a label announces; undefined where it says nothing that is known. */
export function kindOfLabel(label: string): FactKind | undefined {
  const plain = plainLabel(label);
  if (plain === "" || ABOUT.test(plain)) {
    return undefined;
  }
  return LABELS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** The environment that a label or heading names; undefined where it names none, or both. */
export function environmentIn(text: string): "development" | "production" | undefined {
  const plain = plainLabel(text);
  const isTest = /\b(?:dev|development|test|testing|uat|sandbox|nonprod|staging)\b/.test(plain);
  const isLive = /\b(?:prod|production|live)\b/.test(plain);
  if (isTest === isLive) {
    return undefined;
  }
  return isTest ? "development" : "production";
}

const MODELS: readonly (readonly [model: AccessModel, words: RegExp])[] = [
  ["serviceAccount", /\bclient credentials?\b|\bservice accounts?\b|\bfully automated\b/],
  ["userPresent", /\bhybrid\b|\bauthori[sz]ation code\b|\buser present\b|\bcode id token\b/],
  ["delegation", /\bdelegat\w+\b|\btime bound\b|\buser based automation\b/],
];

/** The access models that a text speaks of. */
export function modelsIn(text: string): readonly AccessModel[] {
  const plain = plainLabel(text);
  return MODELS.filter(([, words]) => words.test(plain)).map(([model]) => model);
}

/** The model that a label's own words name: `FP_USER_CLIENT_ID` is a user's client. */
export function modelOfLabel(label: string): AccessModel | undefined {
  const plain = plainLabel(label);
  const words: readonly (readonly [AccessModel, RegExp])[] = [
    ["delegation", /\b(?:delegat\w+|time bound|consent|background)\b/],
    ["userPresent", /\b(?:users?|interactive|browser|hybrid)\b/],
    ["serviceAccount", /\b(?:service|machine|automated|automation|credentials)\b/],
  ];
  return words.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** True where the hybrid flow is asked for: an ID token comes with the code. */
export function mentionsHybrid(text: string): boolean {
  return /\bhybrid\b|\bcode id token\b/.test(plainLabel(text));
}
