import type { Batches } from "../../common/batch";
import { contextKeySetter } from "../../../../platform/vscode/contextKeys";
import { isPossible } from "./batchChoice";

const KEYS = (["show", "apply", "stop", "resume"] as const).map((act) => ({
  act,
  set: contextKeySetter(`financialPlanning.batches.${act}`),
}));

/** Tells the palette what can be done with some batch. */
export function tellActs(batches: Pick<Batches, "all">): void {
  KEYS.forEach(({ act, set }) => set(isPossible(batches, act)));
}
