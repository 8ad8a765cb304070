import { isUuid } from "../base/uuid";
import { type Connection, isProduction } from "../base/connection";
import { AppError } from "../base/errors";
import { fingerprintOf } from "../base/keyFingerprint";
import type { PermitIssuer } from "./permit";
import { hashBody } from "../http/bodyHash";
import type { WritePermit, WriteTarget } from "../base/permit";
import type { Unlock, WriteLock } from "./writeLock";

/** How many characters of an id or a fingerprint are typed before the first write of an unlock. */
export const TYPED_LENGTH = 6;

/** What is typed before the first write of an unlock: the end of a client's id, or the key's mark. */
export type Challenge = "clientId" | "keyFingerprint";

/** Asks to type it; undefined means that the user declined. The guard compares. */
export type AskChallenge = (what: Challenge) => Promise<string | undefined>;

/** A write that the user is about to be asked for. */
export interface WriteRequest {
  readonly connection: Connection;
  readonly method: string;
  readonly url: string;
  readonly body: Uint8Array | undefined;
  /** Asks the user; false means that they declined. */
  readonly confirm: () => Promise<boolean>;
  /** Whose data it changes; absent where the address names no client. */
  readonly clientId?: string | undefined;
  /** Without it nobody can be asked, and the first write of an unlock is refused. */
  readonly challenge?: AskChallenge | undefined;
}

/** What a guard asks of the lock. */
export type LockOfWrites = Pick<WriteLock, "find" | "prove">;

/** Without a lock that could be opened, Production stays locked. */
const ALWAYS_LOCKED: LockOfWrites = { find: () => undefined, prove: () => undefined };

/** Decides who may write. The only place where permits come from. */
export class WriteGuard {
  constructor(
    private readonly permits: PermitIssuer,
    private readonly isTrusted: () => boolean,
    private readonly lock: LockOfWrites = ALWAYS_LOCKED,
    /** Fingerprint of the key in force, as users are shown it; where it is unknown nothing leaves. */
    private readonly keyOf: (connection: Connection) => string | undefined = () => undefined,
  ) {}

  /**
   * Throws where nothing may be written now, so that nobody is asked in vain: `refused/untrusted`,
   * `refused/locked`.
   */
  demandWritable(connection: Connection): void {
    this.demandTrust(connection);
    this.demandUnlock(connection);
  }

  /** In Restricted Mode nothing leaves for a real service; the sandbox is made-up data. */
  demandTrust({ environment }: Connection): void {
    if (environment !== "sandbox" && !this.isTrusted()) {
      throw new AppError("refused", "refused/untrusted");
    }
  }

  /**
   * A permit for exactly this write, after trust, lock, the user's confirmation and, for the first
   * write of an unlock, what they type. Throws as `demandWritable`, `refused/notTyped`,
   * `refused/keyChanged`, and kind `canceled` when the user declined.
   */
  async permit(request: WriteRequest): Promise<WritePermit> {
    const { connection } = request;
    this.demandWritable(connection);
    const confirmed = this.keyOf(connection);
    if (!(await request.confirm())) {
      throw new AppError("canceled", "canceled/byUser");
    }
    const typed = await this.demandTyped(request);
    // All anew: questions can stand for longer than an unlock, or a key.
    this.demandTrust(connection);
    this.demandKey(connection, confirmed, this.keyOf(connection));
    const unlock = this.demandUnlock(connection);
    // Locked and unlocked again while it was typed: this would be the first write of the new one.
    if (unlock !== undefined && !unlock.isProven && unlock !== typed) {
      throw locked(connection);
    }
    const permit = this.permits.issue(targetOf(request), (leaving) => {
      this.demandWritable(connection);
      this.demandKey(connection, confirmed, this.keyOf(connection));
      // What is known of a key can be of another profile or window; the one that leaves decides.
      if (leaving !== undefined) {
        this.demandKey(connection, confirmed, fingerprintOf(leaving));
      }
    });
    if (unlock !== undefined) {
      this.lock.prove(unlock);
    }
    return permit;
  }

  /** The key alone decides the environment: with another one, another was confirmed. */
  private demandKey(
    connection: Connection,
    confirmed: string | undefined,
    now: string | undefined,
  ): void {
    if (now !== confirmed) {
      const { id: connectionId, label: connectionLabel } = connection;
      const values = { connectionId, connectionLabel };
      throw new AppError("refused", "refused/keyChanged", { values });
    }
  }

  /** The unlock that is written under; undefined where none is needed. */
  private demandUnlock(connection: Connection): Unlock | undefined {
    if (!isProduction(connection.environment)) {
      return undefined;
    }
    const unlock = this.lock.find(connection);
    if (unlock === undefined) {
      throw locked(connection);
    }
    return unlock;
  }

  /** The unlock that was proven by typing just now. */
  private async demandTyped({
    connection,
    clientId = "",
    challenge,
  }: WriteRequest): Promise<Unlock | undefined> {
    const unlock = this.demandUnlock(connection);
    if (unlock === undefined || unlock.isProven) {
      return undefined;
    }
    const what: Challenge = clientId === "" ? "keyFingerprint" : "clientId";
    const typed = challenge === undefined ? "" : await challenge(what);
    if (typed === undefined) {
      throw new AppError("canceled", "canceled/byUser");
    }
    const isTyped =
      what === "clientId"
        ? isEndOf(clientId, typed.trim(), isUuid(clientId))
        : isEndOf(unlock.keyFingerprint, typed.trim(), true);
    if (!isTyped) {
      const { id: connectionId, label: connectionLabel } = connection;
      throw new AppError("refused", "refused/notTyped", {
        values: { connectionId, connectionLabel, what },
      });
    }
    return unlock;
  }
}

/** Hexadecimal digits are the same in capitals; other ids are what they are. */
function isEndOf(wanted: string, typed: string, isHexadecimal: boolean): boolean {
  const end = wanted.slice(-TYPED_LENGTH);
  return isHexadecimal ? typed.toLowerCase() === end.toLowerCase() : typed === end;
}

function locked({ id: connectionId, label: connectionLabel }: Connection): AppError {
  return new AppError("refused", "refused/locked", { values: { connectionId, connectionLabel } });
}

function targetOf({ connection, method, url, body }: WriteRequest): WriteTarget {
  return { connectionId: connection.id, method, url, bodyHash: hashBody(body) };
}
