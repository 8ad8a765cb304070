import type { Random } from "./random";

/** A made-up fund with codes that are well formed: check digits are right, issuers are not real. */
interface Fund {
  readonly provider: string;
  readonly fund: string;
  readonly isin: string;
  readonly sedol: string;
}

export const PROVIDERS: readonly string[] = [
  "Aldermere Life",
  "Aviva",
  "Brigstow Mutual",
  "Caledon Asset Management",
  "Fidelity",
  "Harrowgate Funds",
  "Legal & General",
  "M&G",
  "Pennine & Border",
  "Royal London",
  "Scottish Widows",
  "Société Générale Gestion",
  "Standard Life",
];

const REGIONS: readonly string[] = [
  "Global",
  "UK",
  "European",
  "North American",
  "Asia Pacific",
  "Emerging Markets",
  "Japan",
];

const STYLES: readonly string[] = [
  "Equity A",
  "Equity Income",
  "Smaller Companies",
  "Corporate Bond",
  "Index-Linked Gilt",
  "Multi-Asset 40–85% Shares",
  "Sustainable Leaders",
  "Property Securities",
  "Tracker (Acc)",
];

/** A fund with codes of its own. */
export function createFund(random: Random): Fund {
  const sedol = createSedol(random);
  return {
    provider: random.pick(PROVIDERS),
    fund: `${random.pick(REGIONS)} ${random.pick(STYLES)}`,
    isin: createIsin(`GB00${sedol}`),
    sedol,
  };
}

const SEDOL_LETTERS = "0123456789BCDFGHJKLMNPQRSTVWXYZ";
const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9];

/** SEDOL: "B", five more places without vowels, then a weighted check digit. */
function createSedol(random: Random): string {
  const body = `B${Array.from({ length: 5 }, () => SEDOL_LETTERS[random.between(0, 30)]).join("")}`;
  const sum = Array.from(body).reduce(
    (total, letter, index) => total + parseInt(letter, 36) * (SEDOL_WEIGHTS[index] ?? 0),
    0,
  );
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** ISIN (ISO 6166): the check digit is Luhn's over the letters taken as two digits. */
function createIsin(body: string): string {
  const digits = Array.from(body, (letter) => String(parseInt(letter, 36))).join("");
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
