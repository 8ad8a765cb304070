import type { CallTarget } from "../../../platform/service/client";
import type { Payload } from "../../pensions/common/payload";
import type { PensionKey } from "../../pensions/common/writing/records";
import type { CurrentVersion } from "../../pensions/common/writing/writer";
import type { PayloadState } from "./state";
import type { ReadMany } from "./versionReads";

/** A payload file as it was read, and what it is for. */
export interface PayloadSource {
  /** Its URI; core only compares it. */
  readonly file: string;
  /** Its path within its workspace folder, with slashes, as it is shown. */
  readonly place: string;
  readonly text: string;
  /** Undefined where no pension is named for it, or its connection is gone. */
  readonly pension: PensionKey | undefined;
  /** True where it is bound to a connection that is gone. */
  readonly isConnectionGone: boolean;
}

/** One line of a plan: what one payload would do, and what it was compared with. */
export interface PlanRow extends Omit<PayloadSource, "text" | "isConnectionGone"> {
  readonly state: PayloadState;
  /** Undefined where nothing can be sent of it. */
  readonly payload: Payload | undefined;
  /** SHA-256 of the payload's bytes in hex; "" without one. */
  readonly bodyHash: string;
  readonly current: CurrentVersion | undefined;
  readonly goesTo: CallTarget | undefined;
}

/** What applying would do, in the order in which it would be done. */
export interface BatchPlan {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  /** Whether it has what was staged; all that differs otherwise. */
  readonly isOfStaged: boolean;
  readonly rows: readonly PlanRow[];
  /** What reading the service for it came to; absent where nothing was to be read. */
  readonly reading?: ReadMany;
}
