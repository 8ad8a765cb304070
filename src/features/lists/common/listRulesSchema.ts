// Apart from `listRules.ts`: threads need the rules alone, and start without schemas.

import * as v from "valibot";
import { pageSize } from "../messages/listQuery";
import { type Shape, soundMembers } from "../../../platform/base/messageSchemas";

const path = v.array(v.string());

/**
 * What the user said about the lists of an endpoint of a connection, where the shapes mislead.
 * Absent members are found by shape.
 */
export const listRules = v.object({
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

/** Rules as they were kept; what is damaged there is found by shape again. */
export function decodeListRules(kept: unknown): Partial<Shape<typeof listRules>> {
  return soundMembers(listRules.entries, kept);
}
