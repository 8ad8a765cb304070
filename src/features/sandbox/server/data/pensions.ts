import { day, type ClientEntry } from "./clients";
import { decimal } from "./decimal";
import { createFund, PROVIDERS } from "./funds";
import { createRandom, type Random } from "./random";

/** The members of a pension as they are stored; numbers are raw ones. */
export type PensionContent = Readonly<Record<string, unknown>>;

export interface StoredPension {
  readonly content: PensionContent;
  /** ISO 8601, UTC. */
  readonly lastUpdated: string;
}

/** A stored pension with its id. */
export interface ListedPension extends StoredPension {
  readonly pensionId: string;
}

const KINDS = [
  { pensionType: "workplace", schemeName: "Group Personal Pension" },
  { pensionType: "personal", schemeName: "Personal Pension Plan" },
  { pensionType: "selfInvested", schemeName: "Self-Invested Personal Pension" },
  { pensionType: "stakeholder", schemeName: "Stakeholder Pension" },
] as const;

/** A pension as it was before anyone wrote to it. */
export function createPension(seed: string, client: ClientEntry, pensionId: string): StoredPension {
  const random = createRandom(`${seed}/pension/${client.row.clientId}/${pensionId}`);
  return {
    content: createContent(random),
    lastUpdated: `${day(random, 2024, 2025)}T09:30:00.000Z`,
  };
}

function createContent(random: Random): PensionContent {
  const kind = random.pick(KINDS);
  const one = createFund(random);
  const other = createFund(random);
  const share = random.between(10, 90);
  const percentage = (value: number): unknown => decimal(BigInt(value) * 100n, 2);
  return {
    provider: random.pick(PROVIDERS),
    schemeName: kind.schemeName,
    planNumber: `P${random.between(100_000, 999_999)}`,
    pensionType: kind.pensionType,
    status: random.pick(["active", "active", "deferred"]),
    startedOn: day(random, 1998, 2022),
    retirementAge: random.between(60, 70),
    value: decimal(BigInt(random.between(250_000, 48_000_000)), 2),
    currency: "GBP",
    valuedOn: "2026-10-30",
    contributions: [
      { payer: "member", amount: money(random), frequency: "monthly" },
      { payer: "employer", amount: money(random), frequency: "monthly" },
    ],
    funds: [
      { fund: one.fund, isin: one.isin, percentage: percentage(share) },
      { fund: other.fund, isin: other.isin, percentage: percentage(100 - share) },
    ],
  };
}

function money(random: Random): unknown {
  return decimal(BigInt(random.between(50, 900)) * 100n, 2);
}
