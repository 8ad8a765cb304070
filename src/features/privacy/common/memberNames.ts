/**
 * What the names above a value say of it. `part` is a piece of a person's name, `contact` a way
 * to reach somebody or a place where they are, `own` an id of the service or of an account, `prose` a sentence of the service.
 */
export type MemberKind =
  | "birth"
  | "person"
  | "part"
  | "contact"
  | "id"
  | "clientId"
  | "count"
  | "plain"
  | "prose"
  | "unknown";

/** Reads the names of the members that lead to a value; indices of arrays do not count. */
export function classifyMember(path: readonly string[]): MemberKind {
  const names = path.filter((name) => !/^\d*$/.test(name)).map(wordsOf);
  const own = names.at(-1) ?? [];
  const above = names.at(-2) ?? [];
  const last = own.at(-1) ?? "";
  if (own.some((word) => BIRTH.has(word))) {
    return "birth";
  }
  if (has(names.flat(), CONTACT) && !PLAIN.has(last)) {
    return "contact";
  }
  if (isCount(own, above, path.length)) {
    return "count";
  }
  if (isProse(own, above)) {
    return "prose";
  }
  return nameMeaning(own, above) ?? idMeaning(own, above) ?? plainMeaning(own, above);
}

/**
 * The path that says what a value means, where its object is told by the names beside it: a `name`
 * beside an ISIN is that of a security, and stays. What nothing tells apart stays a person's.
 * @param beside names of all members of the object that holds the value, and of those around it
 * whose envelope it is
 */
export function classifiedPath(
  path: readonly string[],
  beside: readonly string[],
): readonly string[] {
  const isName = /^(?:name|label|title|description)$/i.test(path.at(-1) ?? "");
  const above = path.slice(0, -1).findLast((name) => !/^\d*$/.test(name)) ?? "";
  return isName && isThing(beside, wordsOf(above))
    ? [...path.slice(0, -1), SECURITY, ...path.slice(-1)]
    : path;
}

/** Whether an object of that name is the rest of the one around it, as `attributes` in JSON:API. */
export function isEnvelope(name: string | undefined): boolean {
  return name !== undefined && ENVELOPES.has(wordsOf(name).join(" "));
}

/** Whether an object with these members is a record, of a person or with an id of its own. */
export function isRecordOf(names: readonly string[]): boolean {
  return names
    .slice(0, MOST_MEMBERS)
    .some((name) => isRecordId(wordsOf(name)) || OF_PERSONS.has(classifyMember([name])));
}

const OF_PERSONS: ReadonlySet<MemberKind> = new Set([
  "birth",
  "person",
  "part",
  "contact",
  "clientId",
] as const);
const SECURITY = "product";

/** Whoever is described by these is none that is born, written to or called. */
function isThing(names: readonly string[], above: readonly string[]): boolean {
  const members = names.slice(0, MOST_MEMBERS).map(wordsOf);
  const isOfIts = (own: readonly string[]): boolean => OWN_ID.test(own.join(" "));
  // An id of a thing beside an id of its own is perhaps a reference, made by a person's record.
  const isKeyed =
    members.some(isOfIts) &&
    !has(above, PERSONS) &&
    !members.some((own) => has(own, PERSONS) || isRecordId(own));
  return (
    (isKeyed || members.some((own) => has(own, SECURITIES))) &&
    !members.some((own) => has(own, BIRTH) || has(own, CONTACT) || has(own, PERSONAL)) &&
    // Where the security has a name of its own beside, this one may be its holder's.
    !members.some((own) => NAMED_THINGS.has(own.join(" ")))
  );
}

/** "id", "pensionId", "account number", but not "plan type id", which is that of a type. */
function isRecordId(own: readonly string[]): boolean {
  const isId = IDS.has(own.at(-1) ?? "");
  return isId && (own.length === 1 || (has(own, RECORDS) && !THINGS.has(own.at(-2) ?? "")));
}

/** "FirstName", "first_name", "firstname" and "first names" alike: ["first", "name"]. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")
    .flatMap((word) => COMPOUNDS.get(word) ?? splitName(singular(word)));
}

function singular(word: string): string {
  if (word.endsWith("sses")) {
    return word.slice(0, -2);
  }
  return word.length > 3 && /[^isu]s$/.test(word) ? word.slice(0, -1) : word;
}

function splitName(word: string): readonly string[] {
  const parts = /^(.{2,})(name|number|code)$/.exec(word) ?? OWNED_ID.exec(word);
  return parts === null ? [word] : parts.slice(1, 3);
}

/** Sentences of the service, which can name anybody. */
function isProse(own: readonly string[], above: readonly string[]): boolean {
  const last = own.at(-1) ?? "";
  const isOfError = own.includes("error") || (own.length === 1 && above.includes("error"));
  return PROSE.has(last) || (isOfError && (last === "error" || NAMED.test(last)));
}

function nameMeaning(own: readonly string[], above: readonly string[]): MemberKind | undefined {
  const last = own.at(-1) ?? "";
  const isNamed = NAMED.test(last);
  if (isNamed && (has(own, THINGS) || (own.length === 1 && has(above, THINGS)))) {
    return "plain";
  }
  if (has(own, NAME_PARTS) || (above.includes("name") && !THINGS.has(last))) {
    return own.includes("full") || own.includes("display") ? "person" : "part";
  }
  return last === "name" || PERSONS.has(last) ? "person" : undefined;
}

function idMeaning(own: readonly string[], above: readonly string[]): MemberKind | undefined {
  const last = own.at(-1) ?? "";
  if (!IDS.has(last)) {
    return undefined;
  }
  const qualified = own.length === 1 ? above : own.slice(0, -1);
  if (last === "code" && (has(qualified, THINGS) || has(qualified, PLAIN))) {
    return "plain";
  }
  return has(own, PERSONS) || PERSON_IDS.has(last) ? "clientId" : "id";
}

function plainMeaning(own: readonly string[], above: readonly string[]): MemberKind {
  const last = own.at(-1) ?? "";
  if (PLAIN.has(last) || (own.length === 1 && has(above, THINGS))) {
    return "plain";
  }
  return COUNTS.has(last) && !has(own, AMOUNTS) ? "count" : "unknown";
}

/** Counts, shares and places in an order say nothing of what somebody owns. */
function isCount(own: readonly string[], above: readonly string[], depth: number): boolean {
  const last = own.at(-1) ?? "";
  const isTotal = own.length === 1 && last === "total" && (depth === 1 || has(above, PAGING));
  return isTotal || PARTS.has(last) || (has(own, PAGING) && !has(own, AMOUNTS));
}

function has(words: readonly string[], wanted: ReadonlySet<string>): boolean {
  return words.some((word) => wanted.has(word));
}

const LONGEST_NAME = 100;
const MOST_MEMBERS = 200;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const NAMED = /^(?:name|label|title|description)$/;
const ENVELOPES = words("attribute data embedded value result property");
const PROSE = words("message detail reason");
const OWNED_ID =
  /^(client|customer|person|user|pension|holding|result|plan|account|policy)(id|no|ref|key|uuid|guid)$/;
const COMPOUNDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["dateofbirth", ["birth"]],
  ["birthdate", ["birth"]],
  ["birthday", ["birth"]],
  ["surname", ["last", "name"]],
  ["forename", ["first", "name"]],
  ["nickname", ["nick", "name"]],
  ["postcode", ["postcode"]],
  ["zipcode", ["zip"]],
  ["postalcode", ["zip"]],
  ["sortcode", ["account"]],
]);

const BIRTH = words("birth born dob");
const CONTACT = words(`email mail telephone phone mobile fax tel address street town city village
  county postcode zip postal house building locality neighbourhood iban bic swift passport nino
  insurance utr ssn payee latitude longitude geo`);
const NAME_PARTS = words(`first last given family middle maiden nick preferred full display
  initial salutation`);
const PERSONS = words(`client customer person people user adviser advisor partner spouse owner
  holder manager beneficiary dependant dependent trustee employee employer contact author member by
  household family child parent applicant attorney signatory recipient subject sub login
  username upn`);
const IDS = words(
  "id uuid guid identifier reference ref number no num key code account policy jti",
);
const PERSON_IDS = words("account policy");
/** What one person has, not many alike. */
const RECORDS = words(`pension holding result account policy plan contract arrangement membership
  case record`);
/** Things on offer, which many clients have alike. */
/** What only securities have. */
const SECURITIES = words("isin sedol ticker cusip figi wkn benchmark nav");
const OWN_ID =
  /^(?:fund|security|instrument|product|scheme|provider|questionnaire|question|factor) (?:id|code|key|guid|uuid|number)$/;
const NAMED_THINGS = new Set(
  ["fund", "security", "instrument", "product", "share", "asset"].flatMap((name) => [
    name,
    `${name} name`,
  ]),
);
/** What only people have, beside what they are reached by. */
const PERSONAL = words(`first last given family middle maiden nick preferred gender sex marital
  nationality salutation occupation employment person people holder owner beneficiary`);
const THINGS = words(`fund provider scheme product wrapper questionnaire question answer factor
  union currency country sector class category type status risk model platform strategy operation
  field isin sedol ticker benchmark index error`);
const PLAIN = words(`fund provider scheme product wrapper type status state kind category class
  union currency country isin sedol ticker sector frequency questionnaire question answer factor
  language locale format version colour color marital employment platform model strategy method
  href url uri link self next previous prev rel issuer scope audience
  iss aud azp acr amr typ alg`);
const AMOUNTS = words(`amount value price unit balance income salary wage premium contribution cost
  fee charge gain loss cash debt pay payment sum worth money withdrawal deposit expenditure expense
  tax rent benefit holding pension asset loan mortgage saving investment`);
const COUNTS = words(`level order position rank score risk term duration month year age version
  status question step priority rate weight`);
const PARTS = words("percent percentage ratio proportion count");
const PAGING = words("page paging pagination offset meta");
