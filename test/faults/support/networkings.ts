import type { Networking } from "../../../src/platform/base/connection";
import type { Place } from "./wireFault";
import { IS_LONG } from "../../fakes/runs";

/** Both senders: every limit lives above them, so every fault must look the same on both. */
export const NETWORKINGS = ["own", "editor"] as const satisfies readonly Networking[];

/** The long form runs everything, more often, with more bytes. */

/** The short form asks for discovery over one sender only: what follows it is asked over both. */
export function placesFor(networking: Networking): readonly Place[] {
  return IS_LONG || networking === "own" ? ["service", "token", "discovery"] : ["service", "token"];
}
