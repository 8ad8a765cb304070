import type { Connection, ConnectionSummary } from "../../../../platform/base/connection";
import type { Masking } from "../../../../platform/base/masking";
import type { Session } from "../../../../platform/base/session";
import type { Action } from "../../../../platform/base/action";

/** What is known around a call. Holds no secret. */
export interface ExplanationFacts {
  readonly action: Action;
  /** Number of the attempt that is meant; the last one where it is absent. */
  readonly attempt?: number | undefined;
  /** Body of the answer, decoded, as far as it is kept. */
  readonly body?: Uint8Array | undefined;
  /** Rows on the page that was shown; absent where the answer was no page. */
  readonly rows?: number | undefined;
  /** As it is now; absent when it was removed. */
  readonly connection: Connection | undefined;
  /** In force now. */
  readonly session: Session | undefined;
  /** First 6 hex digits of the key's SHA-256. */
  readonly keyFingerprint: string | undefined;
  /** Scopes that the definition marks as an illustration for this operation. */
  readonly illustrativeScopes: readonly string[];
  /** The other connections, in order. */
  readonly others: readonly Pick<
    ConnectionSummary,
    "id" | "label" | "environment" | "session" | "keyFingerprint" | "connection"
  >[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly masking: Masking;
  /** BCP 47 tag of the language that spans are written in. */
  readonly language: string;
}
