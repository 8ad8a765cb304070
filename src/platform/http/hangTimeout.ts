/**
 * How long what may hang is waited for, in milliseconds: a key ring behind a locked screen, a
 * lock that another window holds, a provider that is told of a sign-out.
 */
export const HANG_TIMEOUT_MS = 5_000;
