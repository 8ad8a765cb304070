import type { Connection, ConnectionSecrets } from "../../../src/platform/base/connection";

/** Where a window of the tests dies by `kill -9`, in the order a renewal passes them. */
export const STEPS = [
  "lock file begun",
  "lock held",
  "store read",
  "answer received",
  "stored",
  "work done",
  "releasing",
] as const;
/** The lock was found held, looked at, left alone and found held again. */
export const WAITING = "waiting for the lock";
export type Step = (typeof STEPS)[number] | typeof WAITING;

export interface WindowSetup {
  readonly connection: Connection;
  readonly secrets: ConnectionSecrets;
  readonly folder: string;
}

/** What a window is told to do; `shift` is what its clock is ahead, in milliseconds. */
export interface WindowOrder {
  readonly does: "call" | "signOut" | "look";
  readonly shift: number;
  readonly diesAt?: Step | undefined;
}

export interface WindowAnswer {
  /** Code of the error; "" when the call came through. */
  readonly code: string;
  readonly isSignedIn: boolean;
}
