import type { AccessModel } from "../../../platform/base/connection";
import { isLoopbackLiteral } from "../../../platform/http/origin";
import type { Redactor } from "../../../platform/base/redactor";
import type { ConnectionDraft, DraftField, SecretName } from "../messages/connectionDraft";
import { emptyDraft } from "./draft";
import { type Fact, readFacts } from "./onboardingFacts";
import { environmentIn, type FactKind, modelsIn, mentionsHybrid } from "./onboardingLabels";

/** What was recognised in a text that came with an onboarding. */
export interface OnboardingDetails {
  /** For a form; holds no secret. */
  readonly draft: Partial<ConnectionDraft>;
  /** For the secret store alone: never shown, logged or put into a draft. */
  readonly secrets: Partial<Record<SecretName, string>>;
  /** The fields of the draft, in the order of a form. */
  readonly recognised: readonly DraftField[];
  /** Lines, or values of a JSON text, that told nothing. */
  readonly ignoredLines: number;
}

/** Characters; what is behind is not looked at. */
const LONGEST_TEXT = 100_000;

/**
 * Recognises what an operator issued in free text: a mail, a table, `Label: value` lines, an
 * environment file, JSON. Where there are several clients or keys, those of one access model
 * and one environment are taken together, and development before production. Pure; never throws.
 */
export function readOnboarding(text: string): OnboardingDetails {
  const whole = text.slice(0, LONGEST_TEXT);
  const { facts, ignoredLines } = readFacts(whole);
  const choice = choose(facts, whole);
  const secrets = secretsOf(facts, choice);
  const draft = withoutSecrets(draftOf(facts, choice), facts);
  const recognised = (Object.keys(emptyDraft()) as DraftField[]).filter((field) => field in draft);
  return { draft, secrets, recognised, ignoredLines };
}

/** The same; what is secret is known to the redaction before anything is done with it. */
export function redactedOnboarding(
  text: string,
  redactor: Pick<Redactor, "add">,
): OnboardingDetails {
  const details = readOnboarding(text);
  Object.values(details.secrets).forEach((secret) => redactor.add(secret));
  return details;
}

/** Whose details are taken where there are several. */
interface Choice {
  readonly model: AccessModel | undefined;
  readonly isHybrid: boolean;
  readonly environment: Fact["environment"];
  /** True where a line of its own names development or production, and not just a sandbox. */
  readonly isStated: boolean;
}

function choose(facts: readonly Fact[], text: string): Choice {
  const flows = of(facts, "accessModel").flatMap(({ values }) => values);
  const said = flows.length > 0 ? flows.join(" ") : text;
  const models = modelsIn(said);
  const model = models.length === 1 ? models[0] : modelOfClients(facts, models);
  const isHybrid = model === "userPresent" && mentionsHybrid(said);
  const lines = of(facts, "environment").map(({ values }) => values.join(" "));
  const named = lines.map(environmentIn);
  const stated = named.findIndex((found) => found !== undefined);
  const keys = of(facts, "subscriptionKey");
  const known = keys.map(({ environment }) => environment).filter((found) => found !== undefined);
  const first = known.includes("development") ? "development" : known[0];
  const isStated = stated >= 0 && !/^\W*sandbox\W*$/i.test(lines[stated] ?? "");
  return { model, isHybrid, environment: named[stated] ?? first, isStated };
}

/** Without a word about it, or with several: what the clients themselves say. */
function modelOfClients(
  facts: readonly Fact[],
  spoken: readonly AccessModel[],
): AccessModel | undefined {
  const clients = of(facts, "clientId");
  if (clients.length > 1) {
    // The first one listed; one without a model of its own is a service account's.
    return clients[0]?.model ?? "serviceAccount";
  }
  const scopes = of(facts, "scopes").flatMap(({ values }) => values);
  const isOfUser = of(facts, "callbackUrl").length > 0 || scopes.includes("openid");
  return spoken.length === 0 && isOfUser ? "userPresent" : clients[0]?.model;
}

function of(facts: readonly Fact[], kind: FactKind): readonly Fact[] {
  return facts.filter((fact) => fact.kind === kind);
}

/** Of the chosen model and environment, else of none, else the first. */
function pick(facts: readonly Fact[], kind: FactKind, choice: Choice): Fact | undefined {
  const rank = (fact: Fact): number =>
    nearness(fact.model, choice.model) * 3 + nearness(fact.environment, choice.environment);
  return [...of(facts, kind)].sort((one, other) => rank(one) - rank(other))[0];
}

function nearness(found: string | undefined, wanted: string | undefined): number {
  return found === wanted ? 0 : found === undefined ? 1 : 2;
}

function secretsOf(facts: readonly Fact[], choice: Choice): OnboardingDetails["secrets"] {
  const [key] = pick(facts, "subscriptionKey", choice)?.values ?? [];
  const [secret] = pick(facts, "clientSecret", choice)?.values ?? [];
  return {
    ...(key !== undefined && { subscriptionKey: key }),
    ...(secret !== undefined && { clientSecret: secret }),
  };
}

const TEXT_FIELDS = [
  ...(["label", "baseUrl", "crmPrefix", "financesPrefix", "profilingPrefix", "authUrl"] as const),
  ...(["clientId", "pageSize"] as const),
];

function draftOf(facts: readonly Fact[], choice: Choice): Partial<ConnectionDraft> {
  const first = (kind: FactKind): string | undefined => pick(facts, kind, choice)?.values[0];
  const texts = TEXT_FIELDS.flatMap((field) => {
    const value = first(field);
    return value === undefined ? [] : [[field, value] as const];
  });
  const scopes = pick(facts, "scopes", choice);
  const scopeGroup = of(facts, "scopes").filter(({ model }) => model === scopes?.model);
  const all = [...new Set(scopeGroup.flatMap(({ values }) => values))];
  const model = choice.model ?? pick(facts, "clientId", choice)?.model;
  return {
    ...Object.fromEntries(texts),
    ...environmentOf(first("baseUrl"), choice),
    ...(model !== undefined && { accessModel: model }),
    ...(all.length > 0 && { scopes: all.join(" ") }),
    ...callbackOf(facts, model),
    ...optionsOf(first, choice),
  };
}

/**
 * What a line of its own says holds on this machine too: a service of one's own may run here.
 * Else only a sandbox does, and the key's word decides for the rest.
 */
function environmentOf(
  baseUrl: string | undefined,
  { environment, isStated }: Choice,
): Pick<Partial<ConnectionDraft>, "environment"> {
  const { hostname = "" } = URL.parse(baseUrl ?? "") ?? {};
  if (isLoopbackLiteral(hostname) && !isStated) {
    return { environment: "sandbox" };
  }
  return environment === undefined ? {} : { environment };
}

/** The one that asks for the least: our own page or editor before an address to paste from. */
function callbackOf(
  facts: readonly Fact[],
  model: AccessModel | undefined,
): Pick<Partial<ConnectionDraft>, "callbackUrl"> {
  const all = of(facts, "callbackUrl");
  const own = all.filter((fact) => fact.model === model);
  const addresses = (own.length > 0 ? own : all).flatMap(({ values }) => values);
  const isNear = (address: string): boolean =>
    /^http:\/\/(?:127\.0\.0\.1|\[::1\])[:/]/.test(address) || !/^https?:/i.test(address);
  const callbackUrl = addresses.find(isNear) ?? addresses[0];
  return callbackUrl === undefined || model === "serviceAccount" ? {} : { callbackUrl };
}

function optionsOf(
  first: (kind: FactKind) => string | undefined,
  { isHybrid }: Choice,
): Partial<ConnectionDraft> {
  const responseType = first("responseType") ?? (isHybrid ? "code id_token" : undefined);
  const proofKey = first("proofKey");
  const clientAuthentication = first("clientAuthentication");
  // Each was read as one of the choices.
  return {
    ...(responseType !== undefined && { responseType }),
    ...(proofKey !== undefined && { proofKey }),
    ...(clientAuthentication !== undefined && { clientAuthentication }),
  } as Partial<ConnectionDraft>;
}

/** What looks like a key or a token, however it was labelled. */
const SECRET_LIKE = /(?<![0-9a-f])[0-9a-f]{32,}(?![0-9a-f])|\beyJ[\w-]{5,}\./i;

/** A last look: nothing that is a secret, or could be one, gets into a form. */
function withoutSecrets(
  draft: Partial<ConnectionDraft>,
  facts: readonly Fact[],
): Partial<ConnectionDraft> {
  const known = [...of(facts, "subscriptionKey"), ...of(facts, "clientSecret")];
  const secrets = known.flatMap(({ values }) => values);
  const isOpen = ([, value]: readonly [string, string]): boolean =>
    !SECRET_LIKE.test(value) && !secrets.some((secret) => value.includes(secret));
  return Object.fromEntries(Object.entries(draft).filter(isOpen));
}
