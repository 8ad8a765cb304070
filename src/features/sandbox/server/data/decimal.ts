import { rawNumber, type RawNumber } from "./losslessJson";

/** `units` of the last of `places` decimals: `decimal(12043300n, 4)` is `1204.3300`. */
export function decimal(units: bigint, places: number): RawNumber {
  const digits = units.toString().padStart(places + 1, "0");
  return rawNumber(places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
}
