import type { Connection, ConnectionSecrets } from "../base/connection";
import { AppError, isAppError } from "../base/errors";
import type { Clock } from "../base/clock";
import { throwIfAborted } from "../base/scope";
import type { Locks } from "../files/locks/locks";
import type { Log } from "../base/log";
import { sameBinding, type TokenBinding } from "./binding";
import { consentEndOf } from "./consentEnd";
import type { IdentityProvider } from "./identityProvider";
import { tryRevoke } from "./tryRevoke";
import type { TokenGrant } from "./tokenResponse";
import { isFresh, signedInAt, trimIdentity, type TokenRecord } from "./tokenRecord";
import type { StoredToken, TokenStore } from "./tokenStore";

export interface RenewalOptions {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: TokenStore;
  readonly locks: Locks;
  readonly identity: Pick<IdentityProvider, "requestToken" | "refresh" | "revoke">;
}

/** Who needs a token, and what is known of it here. */
export interface Need {
  readonly secrets: ConnectionSecrets;
  readonly binding: TokenBinding;
  /** What is held by then: asked under the lock, for who had it before may have got another one. */
  readonly held: () => Kept | undefined;
  /** The token that will not do. */
  readonly refused: string | undefined;
  /** When the wait began, milliseconds since the epoch. */
  readonly since: number;
  /** False once the user signed out: what arrives then is given back. */
  readonly isWanted: () => boolean;
  /** True once somebody signed in here meanwhile, where the lock could not be waited for. */
  readonly isReplaced: () => boolean;
  /** Takes what came of it, before the lock is let go of: the next one begins with that. */
  readonly onKept: (kept: Kept) => void;
  /** The sign-in is over, and with it what is held. */
  readonly onOver: () => void;
}

/** A token in force. */
export interface Kept {
  readonly record: TokenRecord;
  /** Other windows can see it: then its absence from the store means a sign-out elsewhere. */
  readonly isStored: boolean;
}

/** Name of the lock that everybody holds who writes the token of a connection. */
export function lockName({ id, authUrl }: Connection): string {
  return `token ${id} ${authUrl}`;
}

/**
 * Another token than the refused one, asked for by one window at a time: lock, look what the
 * others have stored, take theirs when it is newer, else ask, store, release. Undefined where there
 * is nothing to ask with: no refresh token was issued.
 * @throws AppError kind `credentials` when only the user can help
 */
export async function renewToken(
  options: RenewalOptions,
  need: Need,
  signal: AbortSignal,
): Promise<Kept | undefined> {
  const { connection, store, clock, identity, locks } = options;
  const renew = async (): Promise<Kept | undefined> => {
    const stored = await store.read();
    const held = need.held();
    const base = baseOf(held, need, stored);
    const wasStored = base === stored;
    if (base !== undefined && isUsable(base, need, clock.now())) {
      return { record: base, isStored: wasStored };
    }
    throwIfAborted(signal);
    if (connection.accessModel !== "serviceAccount") {
      const isOfStore = wasStored || held?.isStored === true;
      return await refresh(options, need, { base, wasStored, isOfStore, waiting: signal });
    }
    const grant = await identity.requestToken(need.secrets, signal);
    // Signed out or cancelled meanwhile: the token is not kept.
    throwIfAborted(signal);
    return await keepGrant(options, grant, need.binding);
  };
  const work = async (): Promise<Kept | undefined> => {
    const kept = await renew();
    if (kept !== undefined) {
      need.onKept(kept);
    }
    return kept;
  };
  return await locks.withLock(lockName(connection), work, signal);
}

/** Makes the record of a grant and stores it; the caller holds the lock. */
export async function keepGrant(
  { connection, clock, log, store }: RenewalOptions,
  grant: TokenGrant,
  binding: TokenBinding,
  before?: TokenRecord,
): Promise<Kept> {
  const record = toRecord(grant, binding, clock.now(), { before, connection });
  log.info("access: token obtained", { seconds: grant.lifetimeSeconds });
  const isStored = await store.write(record);
  if (!isStored) {
    // What is left there could hold a refresh token that is spent: nobody may try it.
    await store.delete();
  }
  return { record, isStored };
}

/**
 * What a renewal starts from: the newest that is known, unless it was signed out elsewhere. What the
 * store has now came after what it had: times say less, since a clock may have been set back.
 */
function baseOf(
  held: Kept | undefined,
  { binding }: Need,
  stored: StoredToken,
): TokenRecord | undefined {
  const record = held?.record;
  const isStored = held?.isStored === true;
  const own = record !== undefined && sameBinding(record.binding, binding) ? record : undefined;
  if (stored === "absent") {
    return isStored ? undefined : own;
  }
  if (stored === "unknown" || !sameBinding(stored.binding, binding)) {
    return own;
  }
  return own !== undefined && !isStored && own.obtainedAt > stored.obtainedAt ? own : stored;
}

function isUsable(record: TokenRecord, { refused }: Need, now: number): boolean {
  return record.accessToken !== refused && isFresh(record, now);
}

interface Base {
  readonly base: TokenRecord | undefined;
  /** The store had it when it was read. */
  readonly wasStored: boolean;
  /** The same, or known to have had it before. */
  readonly isOfStore: boolean;
  /** Aborted when nobody waits for the renewal any more. */
  readonly waiting: AbortSignal;
}

async function refresh(options: RenewalOptions, need: Need, from: Base): Promise<Kept | undefined> {
  const { base } = from;
  if (base === undefined) {
    need.onOver();
    throw new AppError("credentials", "credentials/signInNeeded");
  }
  requireConsent(options, base);
  const { refreshToken } = base;
  if (refreshToken === undefined) {
    return undefined;
  }
  const { unansweredAt = 0 } = base;
  if (unansweredAt >= need.since && unansweredAt <= options.clock.now()) {
    // It was sent while this caller waited: sending it again would be the same blind attempt. A
    // time that is yet to come is one of before the clock was set back.
    throw new AppError("credentials", "credentials/renewalUnknown");
  }
  const sending = { isSent: false };
  const renewable = { ...base, refreshToken, onSend: () => void (sending.isSent = true) };
  // Not the caller's signal: an answer that nobody waits for would be a lost rotation.
  const { signal } = new AbortController();
  let grant: TokenGrant;
  try {
    const { waiting } = from;
    grant = await options.identity.refresh(need.secrets, renewable, { signal, waiting });
  } catch (error) {
    const isUnanswered = sending.isSent && isLost(error);
    return await recover(options, need, { ...from, base, isUnanswered, error });
  }
  return await keepRenewed(options, need, { ...from, base, grant });
}

/** @throws AppError `credentials/consentEnded` after the end of a delegation's consent */
export function requireConsent(
  { connection, clock }: Pick<RenewalOptions, "connection" | "clock">,
  record: TokenRecord,
): void {
  if (!hasConsent({ connection, clock }, record)) {
    throw new AppError("credentials", "credentials/consentEnded");
  }
}

/** False after the end of a delegation's consent. */
export function hasConsent(
  { connection, clock }: Pick<RenewalOptions, "connection" | "clock">,
  record: TokenRecord,
): boolean {
  return clock.now() < (consentEndOf(record, connection) ?? Infinity);
}

interface Started extends Pick<Base, "wasStored" | "isOfStore"> {
  readonly base: TokenRecord;
}

interface Renewed extends Started {
  readonly grant: TokenGrant;
}

async function keepRenewed(
  options: RenewalOptions,
  need: Need,
  { grant, ...started }: Renewed,
): Promise<Kept> {
  const { store } = options;
  const { base, wasStored } = started;
  const stored = await store.read();
  if (!need.isWanted() || (wasStored && isGone(stored, need))) {
    // Signed out while the answer was on its way.
    need.onOver();
    await tryRevoke(options, () => Promise.resolve(need.secrets), grant);
    throw new AppError("canceled", "canceled/signedOut");
  }
  const newer = newerThan(started, need, stored);
  if (newer === undefined && need.isReplaced()) {
    await tryRevoke(options, () => Promise.resolve(need.secrets), grant);
    throw new AppError("canceled", "canceled/signedOut");
  }
  return newer ?? (await keepGrant(options, grant, need.binding, base));
}

/** A record of the connection as it was edited elsewhere: never ours to write over or delete. */
function isForOther(stored: StoredToken, { binding }: Need): boolean {
  return typeof stored === "object" && !sameBinding(stored.binding, binding);
}

function isGone(stored: StoredToken, need: Need): boolean {
  return stored === "absent" || isForOther(stored, need);
}

/**
 * What another window has now, if it could not be held back. Where the store had what this began
 * with, any other token there came later.
 */
function newerThan(
  { base, isOfStore }: Started,
  need: Need,
  stored: StoredToken,
): Kept | undefined {
  if (typeof stored !== "object" || !sameBinding(stored.binding, need.binding)) {
    return undefined;
  }
  const isNewer = isOfStore
    ? stored.accessToken !== base.accessToken
    : stored.obtainedAt > base.obtainedAt;
  return isNewer ? { record: stored, isStored: true } : undefined;
}

interface Failed extends Started {
  readonly error: unknown;
  readonly isUnanswered: boolean;
}

const OVER = new Set(["credentials/sessionEnded", "credentials/otherUser"]);

/** Before a sign-in is given up, another look: where locks fail, another window was quicker. */
async function recover(options: RenewalOptions, need: Need, failed: Failed): Promise<Kept> {
  const { store, clock, log } = options;
  const { base, error, isUnanswered } = failed;
  const stored = await store.read();
  const newer = newerThan(failed, need, stored);
  if (newer !== undefined && isUsable(newer.record, need, clock.now())) {
    return newer;
  }
  // What another window or a new sign-in has may have a refresh token that is good: it stays.
  const isOurs = newer === undefined && !isForOther(stored, need) && !need.isReplaced();
  if (isAppError(error) && OVER.has(error.code)) {
    log.info("access: the sign-in is over", { code: error.code });
    need.onOver();
    await (isOurs ? store.delete() : undefined);
  } else if (isUnanswered && isOurs && stored !== "absent" && need.isWanted()) {
    await store.write({ ...base, unansweredAt: clock.now() });
    throw unanswered(error);
  }
  throw error;
}

/** Failures after which nobody knows whether the refresh token was spent. */
function isLost(error: unknown): boolean {
  if (!isAppError(error)) {
    return true;
  }
  const { kind, code, status = 0, values } = error;
  if (kind === "network") {
    return values["proxy"] === undefined && !NEVER_SENT.has(String(values["failure"] ?? code));
  }
  return kind === "answer" || kind === "canceled" || (kind === "service" && status >= 500);
}

const NEVER_SENT = new Set(
  ["refused", "nameNotFound", "unreachable", "connectTimeout", "certificate", "tls"].map(
    (word) => `network/${word}`,
  ),
);

/** What came is told as it is; that nothing came is told with what it means here. */
function unanswered(error: unknown): unknown {
  return isAppError(error) && error.kind === "network"
    ? new AppError("credentials", "credentials/renewalUnknown", { values: error.values })
    : error;
}

interface Context {
  readonly before: TokenRecord | undefined;
  readonly connection: Connection;
}

function toRecord(
  { accessToken, lifetimeSeconds, scopes, refreshToken, identity, ...grant }: TokenGrant,
  binding: TokenBinding,
  now: number,
  { before, connection }: Context,
): TokenRecord {
  // A renewed ID token may say less than the first one (OpenID Connect Core, 12.2).
  const claims = { ...before?.identity?.claims, ...identity?.claims };
  const who = identity ?? before?.identity;
  const told = grant.toldConsentEnd ?? before?.toldConsentEnd;
  // Whoever took the end over from a member of the answer goes on with what that says now.
  const isTaken =
    told !== undefined &&
    told.name === before?.toldConsentEnd?.name &&
    before.toldConsentEnd.at === before.enteredConsentEnd;
  return {
    ...{ version: 3, binding, accessToken, obtainedAt: now, scopes },
    signedInAt: before === undefined ? now : signedInAt(before),
    expiresAt: lifetimeSeconds === undefined ? undefined : now + lifetimeSeconds * 1000,
    refreshToken: refreshToken ?? before?.refreshToken,
    identity: who && trimIdentity({ ...who, claims }, connection.consentEndClaim),
    enteredConsentEnd: isTaken ? told.at : before?.enteredConsentEnd,
    toldConsentEnd: told,
  };
}
