import { FIRST_NAMES, LAST_NAMES, STREETS, TOWNS } from "./names";
import { createRandom, type Random } from "./random";
import { decimal } from "./decimal";
import type { RawNumber } from "./losslessJson";

/** A client as lists show it, and how much there is of everything else. */
export interface ClientRow {
  readonly clientId: string;
  readonly name: { readonly firstName: string; readonly lastName: string };
  readonly dateOfBirth: string;
  readonly town: string;
  readonly adviser: string;
  readonly lastReviewedOn: string | null;
}

/** What is out of the ordinary about the lists of a client. */
export type EdgeKind =
  "many" | "wide" | "deep" | "mixed" | "names" | "hostile" | "foreign" | "numbers" | "series";

export interface ClientEntry {
  readonly row: ClientRow;
  readonly holdings: number;
  readonly pensionIds: readonly string[];
  readonly results: number;
  /** What its lists hold instead of drawn rows. */
  readonly edge?: EdgeKind;
  /** What a scenario says of it. */
  readonly given?: GivenData;
}

/** What a scenario says of a client, in the place of what would be made up. */
export interface GivenData {
  readonly record: Readonly<Record<string, unknown>>;
  /** JSON texts. */
  readonly holdings: readonly string[] | undefined;
  readonly results: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Contents by the pensions' ids. */
  readonly pensions: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** A client as the record shows it. */
export interface ClientRecord extends ClientRow {
  readonly email: string;
  readonly telephone: string;
  readonly address: { readonly line1: string; readonly town: string; readonly postcode: string };
  readonly maritalStatus: string;
  readonly employment: {
    readonly status: string;
    readonly annualIncome: RawNumber | null;
    readonly currency: string;
  };
}

/** A client that is in every data set, for the cases that must not be left to chance. */
export interface KnownClient {
  readonly firstName: string;
  readonly lastName: string;
  readonly clientId?: string;
  readonly dateOfBirth?: string;
  readonly town?: string;
  readonly adviser?: string;
  readonly holdings?: number;
  readonly pensionIds?: readonly string[];
  readonly results?: number;
  readonly edge?: EdgeKind;
}

/** A client whose lists hold what must not be left to chance; its id is the same for any seed. */
export interface EdgeClient extends KnownClient {
  readonly clientId: string;
  readonly edge: EdgeKind;
}

/** Which clients a data set has; those known and those at the edge are among the `count`. */
export interface ClientPlan {
  readonly count: number;
  readonly known: readonly KnownClient[];
  readonly edge: readonly EdgeClient[];
}

/** The clients of a data set in the order of lists: by last name, then first name. */
export function createClients(
  seed: string,
  { count, known, edge }: ClientPlan,
): readonly ClientEntry[] {
  const drawn = Array.from({ length: count }, (_item, index) =>
    createEntry(createRandom(`${seed}/client/${index}`), known[index]),
  );
  // The last ones make room: all others stay what and where they are.
  const kept = inOrder(drawn).slice(0, count - edge.length);
  const added = edge.map((client) =>
    createEntry(createRandom(`${seed}/edge/${client.edge}`), client),
  );
  return inOrder([...kept, ...added]);
}

function inOrder(entries: readonly ClientEntry[]): readonly ClientEntry[] {
  const order = new Intl.Collator("en-GB");
  return entries.toSorted(
    (one, other) =>
      order.compare(one.row.name.lastName, other.row.name.lastName) ||
      order.compare(one.row.name.firstName, other.row.name.firstName) ||
      (one.row.clientId < other.row.clientId ? -1 : 1),
  );
}

/** A client of what is drawn, with the known facts in their places. */
export function createEntry(random: Random, known: KnownClient | undefined): ClientEntry {
  // Everything is drawn before the known parts replace it, so that they move nothing else.
  const row: ClientRow = {
    clientId: random.uuid(),
    name: { firstName: random.pick(FIRST_NAMES), lastName: random.pick(LAST_NAMES) },
    dateOfBirth: day(random, 1938, 2004),
    town: random.pick(TOWNS),
    adviser: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
    lastReviewedOn: random.oneIn(12) ? null : day(random, 2023, 2025),
  };
  const drawn = {
    holdings: drawHoldings(random),
    pensionIds: drawPensionIds(random),
    results: random.oneIn(15) ? 0 : random.between(1, 9),
  };
  return {
    row: known === undefined ? row : { ...row, ...pickFacts(known, row) },
    holdings: known?.holdings ?? drawn.holdings,
    pensionIds: known?.pensionIds ?? drawn.pensionIds,
    results: known?.results ?? drawn.results,
    ...(known?.edge === undefined ? {} : { edge: known.edge }),
  };
}

function pickFacts(known: KnownClient, row: ClientRow): Partial<ClientRow> {
  const { firstName, lastName } = known;
  return {
    clientId: known.clientId ?? row.clientId,
    name: { firstName, lastName },
    dateOfBirth: known.dateOfBirth ?? row.dateOfBirth,
    town: known.town ?? row.town,
    adviser: known.adviser ?? row.adviser,
  };
}

function drawHoldings(random: Random): number {
  return random.oneIn(25) ? 0 : random.oneIn(20) ? random.between(61, 150) : random.between(4, 60);
}

function drawPensionIds(random: Random): string[] {
  const numbers = Array.from({ length: random.between(0, 3) }, () => random.between(1, 9999));
  return [...new Set(numbers)].sort((one, other) => one - other).map(pensionId);
}

function pensionId(number: number): string {
  return `PEN-${String(number).padStart(4, "0")}`;
}

/** The whole record of a client, made when it is asked for. */
export function createRecord(seed: string, { row, given }: ClientEntry): ClientRecord {
  const random = createRandom(`${seed}/record/${row.clientId}`);
  const retired = Number(row.dateOfBirth.slice(0, 4)) < 1960;
  const place = row.town.slice(0, 2).toUpperCase();
  return {
    ...row,
    // Domains and numbers that are kept free for fiction (RFC 2606; Ofcom's drama numbers).
    email: `client.${row.clientId.slice(0, 8)}@example.com`,
    telephone: `01632 960${String(random.between(0, 999)).padStart(3, "0")}`,
    address: {
      line1: `${random.between(1, 180)} ${random.pick(STREETS)}`,
      town: row.town,
      postcode: `${place}${random.between(1, 28)} ${random.between(1, 9)}ZZ`,
    },
    maritalStatus: random.pick(["single", "married", "civilPartnership", "divorced", "widowed"]),
    employment: {
      status: retired ? "retired" : random.pick(["employed", "selfEmployed", "notWorking"]),
      annualIncome: random.oneIn(10)
        ? null
        : decimal(BigInt(random.between(12_000, 190_000)) * 100n, 2),
      currency: "GBP",
    },
    ...given?.record,
  };
}

/** A day between two years, both included; days end at 28 so that each one exists. */
export function day(random: Random, firstYear: number, lastYear: number): string {
  const year = random.between(firstYear, lastYear);
  const month = String(random.between(1, 12)).padStart(2, "0");
  return `${year}-${month}-${String(random.between(1, 28)).padStart(2, "0")}`;
}
