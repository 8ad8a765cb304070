import type { LastWrite, SeenFacts } from "./records";

/** What tells whether reads say anything of a pension. */
export interface TakenFacts {
  readonly seenFacts: SeenFacts | undefined;
  readonly write: LastWrite | undefined;
  /** As `PensionRecord.isTaken` has it. */
  readonly isTaken?: boolean | undefined;
  /** As `PensionRecord.isShown` has it. */
  readonly isShown?: boolean | undefined;
}

/**
 * True where the service took the pension and no read ever showed it: that it answers reads with 404
 * says nothing of the pension then, for the specification has no way to read one.
 */
export function isTakenUnshown(facts: TakenFacts): boolean {
  const { seenFacts, write, isTaken = false, isShown = false } = facts;
  const { method, outcome, status = 0 } = write ?? {};
  // Its answer was broken, its status was not.
  const isAccepted = outcome === "unknown" && status >= 200 && status <= 299;
  const isTakenNow = method === "PUT" && (outcome === "landed" || isAccepted);
  return (isTaken || isTakenNow) && !isShown && seenFacts?.by !== "read";
}
