import * as v from "valibot";
import { type ColumnLayout, decodeColumns, FIRST_LAYOUT } from "../messages/listLayout";
import { accepted } from "../../../platform/base/messageSchemas";
import { isRecord } from "../../../platform/base/shapes";
import type { ListQuery } from "../messages/listQuery";

/** How many endpoints are remembered, and how much of one. */
const ENDPOINTS_LIMIT = 60;
const TEXT_LIMIT = 20_000;

export interface ColumnsMemory {
  get(): unknown;
  set(value: readonly (readonly [endpoint: string, columns: ColumnLayout])[]): Promise<void>;
}

/**
 * How the columns of an endpoint were laid out last, for its next panel. Names of members alone:
 * filters hold values of people, and the panel's own state has them.
 */
export class KeptColumns {
  constructor(private readonly memory: ColumnsMemory) {}

  of(query: Pick<ListQuery, "connectionId" | "operationId">): ColumnLayout {
    const key = keyOf(query);
    return this.entries().find(([name]) => name === key)?.[1] ?? FIRST_LAYOUT.columns;
  }

  async keep(
    query: Pick<ListQuery, "connectionId" | "operationId">,
    columns: ColumnLayout,
  ): Promise<void> {
    const key = keyOf(query);
    const before = this.entries();
    const known = before.find(([name]) => name === key)?.[1] ?? FIRST_LAYOUT.columns;
    const text = JSON.stringify(columns);
    if (text === JSON.stringify(known)) {
      return;
    }
    const others = before.filter(([name]) => name !== key);
    // What is too much to be kept is better forgotten than half kept.
    const own = text.length > TEXT_LIMIT ? [] : [[key, columns] as const];
    await this.memory.set([...own, ...others].slice(0, ENDPOINTS_LIMIT));
  }

  private entries(): readonly (readonly [string, ColumnLayout])[] {
    const kept = accepted(keptEntries, this.memory.get()) ?? [];
    return kept.map(([name, columns]) => [name, decodeColumns(columns)] as const);
  }
}

/** What is damaged of an entry is as in a new panel. */
const keptEntries = v.array(v.looseTuple([v.string(), v.custom(isRecord)]));

function keyOf({
  connectionId,
  operationId,
}: Pick<ListQuery, "connectionId" | "operationId">): string {
  return JSON.stringify([connectionId, operationId]);
}
