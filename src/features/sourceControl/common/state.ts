import type { AppError } from "../../../platform/base/errors";
import type { ThreeWay } from "../../pensions/common/compare/threeWay";
import type {
  LastWrite,
  VersionMetadata,
  SeenVersion,
} from "../../pensions/common/writing/records";
import type { CurrentVersion } from "../../pensions/common/writing/writer";

export const PAYLOAD_EFFECTS = [
  "create",
  "replace",
  "unknown",
  "nothing",
  "conflict",
  "invalid",
] as const;
/**
 * What a PUT of a payload would do. `unknown`: create or replace, the service could not be read.
 * `conflict`: the service changed what the payload would write over, or the pension went away since
 * it was seen. `invalid`: it is not sent as it is.
 */
export type PayloadEffect = (typeof PAYLOAD_EFFECTS)[number];

/** Whether a batch sends payloads of such an effect; the others are shown in it alone. */
export function isSent(effect: PayloadEffect): boolean {
  return effect === "create" || effect === "replace" || effect === "unknown";
}

/** What is known of the service's side of one payload. */
export interface KnownState {
  /** What a read in this window found; undefined where none was made or it came to nothing. */
  readonly current: CurrentVersion | undefined;
  readonly seen: SeenVersion | undefined;
  /** The same also where the text is not kept any more. */
  readonly seenMetadata: VersionMetadata | undefined;
  /** What it showed before the last write. */
  readonly before?: VersionMetadata | undefined;
  readonly write: LastWrite | undefined;
  /** As `PensionRecord.isTaken` has it. */
  readonly isTaken?: boolean | undefined;
  /** As `PensionRecord.isShown` has it. */
  readonly isShown?: boolean | undefined;
  /** True while the last thing the service said, also to others, is that there is no such pension. */
  readonly isAbsent: boolean;
}

/** A payload, compared with what is known. */
export interface PayloadState {
  readonly effect: PayloadEffect;
  /** What it was compared with: what the service said in this window, what was seen last, nothing. */
  readonly basis: "now" | "seen" | undefined;
  /** When the service showed that, in milliseconds since the epoch. */
  readonly at: number | undefined;
  /** With the version seen last as both base and theirs where the service could not be read. */
  readonly comparison: ThreeWay | undefined;
  /**
   * Why it is invalid: `payload/…` where it is no JSON object, `batch/schema` with `count`, `message`,
   * `line` and `column` of the first finding, `batch/noTarget`, `batch/connectionGone`, `batch/samePension`
   * with `place` of the other payload, `input/…` where an id does not fit the definition, and of a plan
   * what its connection could not be opened for.
   */
  readonly problem: AppError | undefined;
  /** The definition's schema could not be used: the payload was not checked against it. */
  readonly isUnchecked?: boolean;
}

/** The groups of the source-control view, in their order. */
export const PAYLOAD_GROUPS = ["staged", "changes", "conflicts", "unknown", "invalid"] as const;
export type PayloadGroup = (typeof PAYLOAD_GROUPS)[number];
