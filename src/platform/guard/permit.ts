import { AppError } from "../base/errors";
import type { WriteTarget, WritePermit } from "../base/permit";
import type { Demand, PermitCheck } from "../http/seal";

/** Issues permits to `platform/guard` and redeems them for `platform/http`, each at most once. */
export class PermitIssuer implements PermitCheck {
  private readonly open = new WeakMap<WritePermit, Demand>();

  /**
   * `demand` is called when the permit is redeemed and, with the key that leaves, before each exchange
   * of its write, and throws where it holds no more.
   */
  issue(target: WriteTarget, demand: Demand = () => undefined): WritePermit {
    const permit: WritePermit = Object.freeze({ target: Object.freeze({ ...target }) });
    this.open.set(permit, demand);
    return permit;
  }

  redeem(permit: WritePermit | undefined, target: WriteTarget): Demand {
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
    return demand;
  }
}
