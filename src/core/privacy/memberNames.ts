/**
 * What the names above a value say of it. `part` is a piece of a person's name, `contact` a way
 * to reach somebody or a place where they are, `own` an id of the service or of an account.
 */
export type Meaning =
  "birth" | "person" | "part" | "contact" | "id" | "clientId" | "count" | "plain" | "unknown";

/** Reads the names of the members that lead to a value; indices of arrays do not count. */
export function meaningOf(path: readonly string[]): Meaning {
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
  if (isCount(own, above, names.length)) {
    return "count";
  }
  return nameMeaning(own, above) ?? idMeaning(own) ?? plainMeaning(own, above);
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

function nameMeaning(own: readonly string[], above: readonly string[]): Meaning | undefined {
  const last = own.at(-1) ?? "";
  const isNamed = /^(?:name|label|title|description)$/.test(last);
  if (isNamed && (has(own, THINGS) || (own.length === 1 && has(above, THINGS)))) {
    return "plain";
  }
  if (has(own, NAME_PARTS) || (above.includes("name") && !THINGS.has(last))) {
    return own.includes("full") || own.includes("display") ? "person" : "part";
  }
  return last === "name" || PERSONS.has(last) ? "person" : undefined;
}

function idMeaning(own: readonly string[]): Meaning | undefined {
  const last = own.at(-1) ?? "";
  if (!IDS.has(last)) {
    return undefined;
  }
  const isCodeOfThing = last === "code" && (has(own, THINGS) || has(own, PLAIN));
  return isCodeOfThing ? "plain" : has(own, PERSONS) || PERSON_IDS.has(last) ? "clientId" : "id";
}

function plainMeaning(own: readonly string[], above: readonly string[]): Meaning {
  const last = own.at(-1) ?? "";
  return PLAIN.has(last) || THINGS.has(last) || (own.length === 1 && has(above, THINGS))
    ? "plain"
    : own.some((word) => COUNTS.has(word))
      ? "count"
      : "unknown";
}

/** Counts, shares and places in an order say nothing of what somebody owns. */
function isCount(own: readonly string[], above: readonly string[], depth: number): boolean {
  const isTotal = own.length === 1 && own[0] === "total" && (depth === 1 || has(above, PAGING));
  return isTotal || own.some((word) => PAGING.has(word) || SHARES.has(word));
}

function has(words: readonly string[], wanted: ReadonlySet<string>): boolean {
  return words.some((word) => wanted.has(word));
}

const LONGEST_NAME = 100;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const OWNED_ID = /^(client|customer|person|user|pension|holding|result|plan|account|policy)(id)$/;
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
  holder beneficiary dependant dependent trustee employee employer contact author member by
  household family child parent applicant attorney signatory recipient subject sub login
  username`);
const IDS = words(
  "id uuid guid identifier reference ref number no num key code account policy jti",
);
const PERSON_IDS = words("account policy");
/** Things on offer, which many clients have alike. */
const THINGS = words(`fund provider scheme product wrapper questionnaire question answer factor
  union currency country sector asset category class type status risk model platform manager
  strategy operation field file isin sedol ticker benchmark exchange index stock share`);
const PLAIN = words(`fund provider scheme product wrapper type status state kind category class
  union currency country isin sedol ticker sector frequency questionnaire question answer factor
  risk language locale format version colour color marital employment platform model strategy
  asset method code href url uri link self next previous prev rel error message detail title
  issuer scope audience iss aud azp acr amr typ alg`);
const COUNTS = words(`share level order position rank score risk term duration month year age
  version status question limit step priority length width height precision weight`);
const SHARES = words("percent percentage rate ratio weight proportion count size offset");
const PAGING = words("page paging pagination count offset size meta items records rows");
