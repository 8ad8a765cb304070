import { decimal, type RawNumber } from "./decimal";
import type { ClientEntry } from "./clients";
import { createFund, PROVIDERS } from "./funds";
import { createRandom, type Random } from "./random";

/** A holding of a client; cash has a price of null and no codes. */
export interface Holding {
  readonly provider: string;
  readonly fund: string;
  readonly units: RawNumber;
  readonly price: RawNumber | null;
  readonly value: RawNumber;
  readonly currency: string;
  readonly valuedOn: string;
  readonly wrapper: string;
  readonly isin?: string;
  readonly sedol?: string;
  readonly holdingId: string;
}

const WRAPPERS = ["ISA", "GIA", "SIPP", "Onshore bond", "Offshore bond"] as const;

/** All holdings of a client, made anew each time: the same seed gives the same text. */
export function createHoldings(seed: string, client: ClientEntry): readonly Holding[] {
  const random = createRandom(`${seed}/holdings/${client.row.clientId}`);
  const first = random.between(10_000, 890_000);
  return Array.from({ length: client.holdings }, (_item, index) =>
    createHolding(random, `HLD-${String(first + index).padStart(6, "0")}`),
  );
}

function createHolding(random: Random, holdingId: string): Holding {
  const fund = createFund(random);
  const wrapper = random.pick(WRAPPERS);
  const valuedOn = `2026-10-${String(random.between(26, 30)).padStart(2, "0")}`;
  // Ten-thousandths, as unit registers keep them; one in seven ends in zeros.
  const units = BigInt(random.between(1, 90_000_000)) * (random.oneIn(7) ? 100n : 1n);
  const price = BigInt(random.between(4_000, 420_000));
  if (random.oneIn(14)) {
    return createCash({ random, wrapper, valuedOn, holdingId });
  }
  return {
    provider: fund.provider,
    fund: fund.fund,
    units: decimal(units, 4),
    price: decimal(price, 4),
    value: decimal(pence(units * price), 2),
    currency: "GBP",
    valuedOn,
    wrapper,
    isin: fund.isin,
    sedol: fund.sedol,
    holdingId,
  };
}

interface CashFacts {
  readonly random: Random;
  readonly wrapper: string;
  readonly valuedOn: string;
  readonly holdingId: string;
}

function createCash({ random, wrapper, valuedOn, holdingId }: CashFacts): Holding {
  const amount = BigInt(random.between(0, 2_500_000));
  return {
    provider: random.pick(PROVIDERS),
    fund: "Cash",
    units: decimal(amount * 100n, 4),
    price: null,
    value: decimal(amount, 2),
    currency: "GBP",
    valuedOn,
    wrapper,
    holdingId,
  };
}

/** Units times price has eight decimals; half a penny rounds up. */
function pence(value: bigint): bigint {
  return (value + 500_000n) / 1_000_000n;
}
