import { decimal } from "./decimal";
import type { RawNumber } from "./losslessJson";
import { createFund } from "./funds";
import { createRandom, type Random } from "./random";

/** A fund as the list of funds shows it. */
export interface ListedFund {
  readonly isin: string;
  readonly fund: string;
  readonly provider: string;
  readonly assetClass: AssetClass;
  readonly currency: string;
  /** Per year, in per cent. */
  readonly ongoingCharge: RawNumber;
  readonly riskRating: number | null;
  readonly pricedOn: string;
}

export const ASSET_CLASSES = ["equity", "bond", "property", "multiAsset"] as const;
type AssetClass = (typeof ASSET_CLASSES)[number];

const COUNT = 240;

/** The funds of a data set, by name. */
export function createFundList(seed: string): readonly ListedFund[] {
  const random = createRandom(`${seed}/funds`);
  const order = new Intl.Collator("en-GB");
  return Array.from({ length: COUNT }, () => createListed(random)).sort(
    (one, other) => order.compare(one.fund, other.fund) || order.compare(one.isin, other.isin),
  );
}

function createListed(random: Random): ListedFund {
  const { isin, fund, provider } = createFund(random);
  return {
    isin,
    fund,
    provider,
    assetClass: assetClassOf(fund),
    currency: "GBP",
    ongoingCharge: decimal(BigInt(random.between(5, 185)), 2),
    riskRating: random.oneIn(20) ? null : random.between(1, 7),
    pricedOn: "2026-10-30",
  };
}

function assetClassOf(fund: string): AssetClass {
  if (/Bond|Gilt/.test(fund)) {
    return "bond";
  }
  return fund.includes("Property")
    ? "property"
    : fund.includes("Multi-Asset")
      ? "multiAsset"
      : "equity";
}
