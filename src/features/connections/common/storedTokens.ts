import { tokenKey } from "../../../platform/auth/tokenStore";
import type { Connection } from "../../../platform/base/connection";
import { AppError } from "../../../platform/base/errors";
import type { Clock } from "../../../platform/base/clock";
import { withTimeout, type PlainStore } from "./storeTimeout";

/** The tokens of connections whose clients are not open: they can only be forgotten. */
export class StoredTokens {
  private readonly store: PlainStore;

  constructor(store: PlainStore, clock: Clock) {
    this.store = withTimeout(store, clock);
  }

  /** True when a token is stored; false too when the store does not say. */
  async has({ id }: Pick<Connection, "id">): Promise<boolean> {
    try {
      return (await this.store.get(tokenKey(id))) !== undefined;
    } catch {
      return false;
    }
  }

  /** @throws AppError `credentials/notDeleted` when the store does not delete it */
  async remove({ id, label }: Pick<Connection, "id" | "label">): Promise<void> {
    try {
      await this.store.delete(tokenKey(id));
    } catch {
      throw new AppError("credentials", "credentials/notDeleted", {
        values: { connectionId: id, connectionLabel: label },
      });
    }
  }
}
