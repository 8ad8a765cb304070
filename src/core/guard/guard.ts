import type { Connection } from "../connection";
import { AppError } from "../errors";
import { type PermitOffice, type WritePermit, type WriteTarget, hashBody } from "./permit";

/** A write that the user is about to be asked for. */
export interface WriteRequest {
  readonly connection: Connection;
  readonly method: string;
  readonly url: string;
  readonly body: Uint8Array | undefined;
  /** Asks the user; false means that they declined. */
  readonly confirm: () => Promise<boolean>;
}

/** Decides who may write. The only place where permits come from. */
export class WriteGuard {
  constructor(
    private readonly permits: PermitOffice,
    private readonly isTrusted: () => boolean,
  ) {}

  /**
   * A permit for exactly this write, after trust and the user's confirmation. Throws
   * `refused/untrusted`, and kind `canceled` when the user declined.
   */
  async permit(request: WriteRequest): Promise<WritePermit> {
    this.demandTrust(request.connection);
    if (!(await request.confirm())) {
      throw new AppError("canceled", "canceled/byUser");
    }
    return this.permits.issue(targetOf(request));
  }

  /** In Restricted Mode nothing leaves for a real service; the sandbox is made-up data. */
  private demandTrust({ environment }: Connection): void {
    if (environment !== "sandbox" && !this.isTrusted()) {
      throw new AppError("refused", "refused/untrusted");
    }
  }
}

function targetOf({ connection, method, url, body }: WriteRequest): WriteTarget {
  return { connectionId: connection.id, method, url, bodyHash: hashBody(body) };
}
