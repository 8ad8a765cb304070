import type { listRules } from "./listRulesSchema";
import type { Shape } from "../../../platform/base/messageSchemas";

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
