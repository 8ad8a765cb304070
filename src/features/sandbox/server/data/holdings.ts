import { decimal } from "./decimal";
import { type RawNumber, stringifyJson } from "./losslessJson";
import type { ClientEntry } from "./clients";
import { createFund, PROVIDERS } from "./funds";
import { createRandom, type Random } from "./random";
import type { RowList } from "./rows";

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

/**
 * Holdings are drawn in blocks of so many, each from a seed of its own: a page in the middle of a
 * long list costs two blocks at most, and is the same whether one walked there or not.
 */
const BLOCK = 200;

/** The holdings of a client, made when they are asked for: the same seed gives the same text. */
export function createHoldings(seed: string, client: ClientEntry): RowList {
  return {
    length: client.holdings,
    slice: (from, to) =>
      drawHoldings(seed, client, { from, to }).map((holding) => stringifyJson(holding)),
  };
}

/** The holdings from an index up to another, which is not included. */
export function drawHoldings(
  seed: string,
  { row, holdings }: ClientEntry,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Holding[] {
  const end = Math.min(to, holdings);
  const firstBlock = Math.floor(from / BLOCK);
  const blocks = Array.from({ length: Math.max(Math.ceil(end / BLOCK) - firstBlock, 0) }, (_, at) =>
    drawBlock(`${seed}/holdings/${row.clientId}`, firstBlock + at, holdings),
  );
  return blocks.flat().slice(from - firstBlock * BLOCK, end - firstBlock * BLOCK);
}

function drawBlock(seed: string, block: number, total: number): readonly Holding[] {
  const start = createRandom(seed);
  const first = start.between(10_000, 890_000) + block * BLOCK;
  const random = block === 0 ? start : createRandom(`${seed}/${block}`);
  return Array.from({ length: Math.min(BLOCK, total - block * BLOCK) }, (_item, index) =>
    createHolding(random, `HLD-${String(first + index).padStart(6, "0")}`),
  );
}

/** One holding with the id that it is to have. */
export function createHolding(random: Random, holdingId: string): Holding {
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
