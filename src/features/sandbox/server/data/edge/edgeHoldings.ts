import type { ClientEntry, EdgeKind } from "../clients";
import { drawHoldings, type Holding } from "../holdings";
import type { RowList } from "../rows";
import { foreignHolding, hostileHolding } from "./hostileHoldings";
import { mixedHolding } from "./mixedHoldings";
import { oddlyNamedHolding } from "./nameHoldings";
import { numberHolding } from "./numberHoldings";
import { deepHolding, wideHolding } from "./wideHoldings";
import { stringifyJson } from "../losslessJson";

/** The JSON text of the row at an index, made from an ordinary holding. */
type RowMaker = (holding: Holding, index: number) => string;

const MAKERS: Readonly<Partial<Record<EdgeKind, RowMaker>>> = {
  wide: inJson(wideHolding),
  deep: inJson(deepHolding),
  mixed: inJson(mixedHolding),
  names: oddlyNamedHolding,
  hostile: inJson(hostileHolding),
  foreign: inJson(foreignHolding),
  numbers: inJson(numberHolding),
};

/** Holdings that are out of the ordinary; undefined for a client with drawn ones. */
export function createEdgeHoldings(seed: string, client: ClientEntry): RowList | undefined {
  const make = client.edge === undefined ? undefined : MAKERS[client.edge];
  return (
    make && {
      length: client.holdings,
      slice: (from, to) =>
        drawHoldings(seed, client, { from, to }).map((holding, at) => make(holding, from + at)),
    }
  );
}

function inJson(make: (holding: Holding, index: number) => unknown): RowMaker {
  return (holding, index) => stringifyJson(make(holding, index));
}
