import assert from "node:assert/strict";
import type { Trap } from "../../unit/platform/http/support/servers";
import { count } from "./gates";

/** Holds that nothing came where nothing may: no connection, so no byte either. */
export function countElsewhere(trap: Trap): void {
  count("G6", "bytes elsewhere", trap.bytes());
  assert.deepEqual([trap.connections(), trap.bytes()], [0, 0]);
}
