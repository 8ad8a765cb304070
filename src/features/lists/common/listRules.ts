import * as v from "valibot";
import { pageSize } from "../messages/listQuery";
import { type Shape, soundMembers } from "../../../platform/base/messageSchemas";

const path = v.array(v.string());

/**
 * What the user said about the lists of an endpoint of a connection, where the shapes mislead.
 * Absent members are found by shape.
 */
const listRules = v.object({
  /** Names of the members that lead to the rows; empty: the answer itself. */
  rows: v.exactOptional(path),
  /** Names that lead to the number of all rows; `null`: there is none. */
  total: v.exactOptional(v.nullable(path)),
  /** Number of the first page: 1 unless said otherwise. */
  firstPage: v.exactOptional(v.picklist([0, 1])),
  /** The service gives the whole list to every page number. */
  isUnpaged: v.exactOptional(v.boolean()),
  /** Rows per page to ask for; `null`: none, the service decides. Absent: as it is set elsewhere. */
  pageSize: v.exactOptional(v.nullable(pageSize)),
});
export type ListRules = Shape<typeof listRules>;

export const NO_RULES: ListRules = {};

/** Whether a page is asked for with a number of rows. */
export function sendsSize({ isUnpaged, pageSize }: ListRules): boolean {
  return isUnpaged !== true && pageSize !== null;
}

/** Where rules are kept, by connection and operation. */
export interface ListRulesStore {
  /** `NO_RULES` where nothing was said. */
  rules(connectionId: string, operationId: string): ListRules;
  /** `NO_RULES` forgets them. */
  setRules(connectionId: string, operationId: string, rules: ListRules): Promise<void>;
}

/** Rules as they were kept; what is damaged there is found by shape again. */
export function decodeListRules(kept: unknown): ListRules {
  return soundMembers(listRules.entries, kept);
}
