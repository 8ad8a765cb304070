import type { AppError } from "../../../platform/base/errors";
import type { NetworkReport } from "../../../platform/http/networkCheck";

export const TEST_STEPS = ["network", "discovery", "token", "key", "list"] as const;
export type TestStepName = (typeof TEST_STEPS)[number];
export type TestStepState = "waiting" | "running" | "passed" | "failed" | "skipped";

/** What a step found, or why it was left out. */
export type TestFinding =
  | "networkReached"
  | "requestIdMissing"
  | "answeredInFront"
  | "discoveryFound"
  | "discoveryAbsent"
  | "tokenGranted"
  | "tokenInForce"
  | "scopesNarrower"
  | "keyAccepted"
  | "listCame"
  | "listCameWhole"
  | "identityNotReached"
  | "providerUnclear"
  | "signInFirst"
  | "noToken"
  | "serviceNotReached"
  | "keyFirst"
  | "stopped"
  | "keyNotTold";

/** One step of a connection test, as far as it is known. */
export interface TestStepResult {
  readonly step: TestStepName;
  readonly state: TestStepState;
  /** What was found, or why it was left out; beside an error, what may be behind it. */
  readonly finding?: TestFinding;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Why it failed. */
  readonly error?: AppError;
}

export interface ConnectionTestReport {
  readonly steps: readonly TestStepResult[];
  /** Absent as long as the network was not looked at. */
  readonly network: NetworkReport | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}
