import type { LastWrite, VersionMetadata } from "./records";

/** What tells whether reads say anything of a pension. */
interface AcceptanceFacts {
  readonly seenMetadata: VersionMetadata | undefined;
  /** As `PensionRecord.before` has it: what a write's own answer showed is seen since then. */
  readonly before?: VersionMetadata | undefined;
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
export function acceptedButUnreadable(facts: AcceptanceFacts): boolean {
  const { seenMetadata, before, write, isTaken = false } = facts;
  const { method, outcome, status = 0 } = write ?? {};
  // Its answer was broken, its status was not.
  const isAccepted = outcome === "unknown" && status >= 200 && status <= 299;
  const isTakenNow = method === "PUT" && (outcome === "landed" || isAccepted);
  const isShown = facts.isShown ?? (seenMetadata?.by === "read" || before?.by === "read");
  return (isTaken || isTakenNow) && !isShown;
}
