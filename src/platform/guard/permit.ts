import { createHash } from "node:crypto";
import { AppError } from "../base/errors";

/** One write: exactly this method, address and body. */
export interface WriteTarget {
  readonly connectionId: string;
  readonly method: string;
  /** Absolute address, as it will be sent. */
  readonly url: string;
  /** SHA-256 of the body in hex; the hash of nothing where there is no body. */
  readonly bodyHash: string;
}

/** The right to send one write, once. Only a `PermitOffice` can make one that counts. */
export interface WritePermit {
  readonly target: WriteTarget;
}

/** What `platform/http` asks before it lets a write out; throws `AppError` kind `refused`. */
export interface PermitCheck {
  redeem(permit: WritePermit | undefined, target: WriteTarget): void;
}

/** Issues permits to `platform/guard` and redeems them for `platform/http`, each at most once. */
export class PermitOffice implements PermitCheck {
  private readonly open = new WeakMap<WritePermit, () => void>();

  /** `demand` is called again when the permit is redeemed, and throws where it holds no more. */
  issue(target: WriteTarget, demand: () => void = () => undefined): WritePermit {
    const permit: WritePermit = Object.freeze({ target: Object.freeze({ ...target }) });
    this.open.set(permit, demand);
    return permit;
  }

  redeem(permit: WritePermit | undefined, target: WriteTarget): void {
    if (permit === undefined) {
      throw new AppError("refused", "permit/missing");
    }
    const demand = this.open.get(permit);
    // Spent before it is compared: a permit that was tried on another target is gone too.
    if (demand === undefined || !this.open.delete(permit)) {
      throw new AppError("refused", "permit/spent");
    }
    const wanted = permit.target;
    const same =
      wanted.connectionId === target.connectionId &&
      wanted.method === target.method &&
      wanted.url === target.url &&
      wanted.bodyHash === target.bodyHash;
    if (!same) {
      throw new AppError("refused", "permit/otherTarget");
    }
    demand();
  }
}

/** SHA-256 in hex of a body, as permits and records name it. */
export function hashBody(body: Uint8Array | undefined): string {
  return createHash("sha256")
    .update(body ?? new Uint8Array())
    .digest("hex");
}
