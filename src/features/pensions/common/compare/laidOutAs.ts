import type { Schema } from "../../../../platform/service/definition/schema";
import { takeOver } from "./takeOver";

/**
 * A version written as the payload is, member by member where both have them, so that only real
 * differences show. By a schema the service's own fields stay away unless the payload has them.
 * @throws AppError kind `payload` for a text that is not JSON
 */
export function laidOutAs(payload: string, version: string, schema?: Schema): string {
  return takeOver({ base: payload, mine: payload, theirs: version, schema }).text;
}
