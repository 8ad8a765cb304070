import type { Schema } from "../../../../platform/service/definition/schema";
import { schemaId } from "../../../../platform/service/definition/schemaGraph";
import { pathBelow } from "../fieldPaths";
import type { Direction, SchemaChange, Side } from "./changes";
import { schemaChanges, type SchemaStep } from "./schemaChanges";

/** A shared schema is reported at this many places of one body, the nearest ones. */
const MOST_PLACES = 5;

/** Steps for such repetitions in one comparison; after them a schema is reported once in a body. */
const MOST_STEPS = 1_000_000;

/** Two schemas that are compared wherever they meet, once. */
export interface SchemaPair {
  readonly changes: readonly SchemaChange[];
  /** Pairs below this one. */
  readonly below: { readonly path: string; readonly pair: SchemaPair }[];
  readonly above: SchemaPair[];
  /** Whether something changed here or anywhere below. */
  isChanged: boolean;
}

/** A pair whose steps are not explored yet. */
interface OpenPair {
  readonly pair: SchemaPair;
  readonly steps: readonly SchemaStep[];
}

interface Visit {
  readonly path: string;
  readonly pair: SchemaPair;
  /** The visit that led here. */
  readonly from: Visit | undefined;
}

/**
 * Pairs of schemas with what leads from one to another, cycles included. Pairs are added first;
 * changes are asked for when all are there.
 */
export class PairGraph {
  private readonly pairs = new Map<string, SchemaPair>();
  private readonly open: OpenPair[] = [];
  private isMarked = false;
  private steps = 0;

  /** `anything`: the schema of what says nothing, in each of the documents. */
  constructor(private readonly anything: Side<Schema>) {}

  /** Adds a pair and all that is below it. */
  add(side: Side<Schema>, direction: Direction): SchemaPair {
    const pair = this.find(side, direction);
    for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
      this.explore(next, direction);
    }
    this.isMarked = false;
    return pair;
  }

  /** All changes of a pair and below it, with paths from it on; the nearest first. */
  changesOf(pair: SchemaPair): readonly SchemaChange[] {
    this.mark();
    const found: SchemaChange[] = [];
    const counts = new Map<SchemaPair, number>();
    const visits: Visit[] = [{ path: "", pair, from: undefined }];
    for (let index = 0; index < visits.length; index++) {
      const visit = visits[index];
      if (visit === undefined || !this.isWorth(visit, counts)) {
        continue;
      }
      const { path, pair: here } = visit;
      found.push(
        ...here.changes.map((change) => ({ ...change, path: pathBelow(path, change.path) })),
      );
      for (const step of here.below) {
        if (step.pair.isChanged) {
          visits.push({ path: pathBelow(path, step.path), pair: step.pair, from: visit });
        }
      }
    }
    return found;
  }

  private isWorth({ pair, from }: Visit, counts: Map<SchemaPair, number>): boolean {
    const count = counts.get(pair) ?? 0;
    if (!pair.isChanged || count >= (this.steps > MOST_STEPS ? 1 : MOST_PLACES)) {
      return false;
    }
    // Below itself it would be reported at every depth.
    for (let above = from; above !== undefined; above = above.from) {
      if (above.pair === pair) {
        return false;
      }
    }
    counts.set(pair, count + 1);
    this.steps += 1 + pair.below.length;
    return true;
  }

  private explore({ pair, steps }: OpenPair, direction: Direction): void {
    for (const step of steps) {
      const below = this.find(step, direction);
      pair.below.push({ path: step.path, pair: below });
      below.above.push(pair);
    }
  }

  private find(side: Side<Schema>, direction: Direction): SchemaPair {
    const key = `${schemaId(side.before)}\n${schemaId(side.after)}\n${direction}`;
    const known = this.pairs.get(key);
    if (known !== undefined) {
      return known;
    }
    const { changes, steps } = schemaChanges(side, direction, this.anything);
    const pair: SchemaPair = { changes, below: [], above: [], isChanged: changes.length > 0 };
    this.pairs.set(key, pair);
    this.open.push({ pair, steps });
    return pair;
  }

  /** A pair is changed where something below it is: marked upwards. */
  private mark(): void {
    if (this.isMarked) {
      return;
    }
    this.isMarked = true;
    const changed = [...this.pairs.values()].filter(({ isChanged }) => isChanged);
    for (let pair = changed.pop(); pair !== undefined; pair = changed.pop()) {
      for (const above of pair.above) {
        if (!above.isChanged) {
          above.isChanged = true;
          changed.push(above);
        }
      }
    }
  }
}
