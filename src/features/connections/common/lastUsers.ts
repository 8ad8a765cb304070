import type { SignedInIdentity } from "../../../platform/base/session";

/** Who had access last, by connection: what a service answered may be for that user alone. */
export class LastUsers {
  private readonly users = new Map<string, string>();

  /** Notes who has access now; true where it was somebody else before. A service account is nobody. */
  note(connectionId: string, identity: SignedInIdentity | undefined): boolean {
    if (identity === undefined) {
      return false;
    }
    // A subject is unique within its issuer only (OpenID Connect Core, section 2).
    const user = JSON.stringify([identity.issuer, identity.subject]);
    const before = this.users.get(connectionId);
    this.users.set(connectionId, user);
    return before !== undefined && before !== user;
  }

  /** Whoever has access next is nobody else. */
  forget(connectionId: string): void {
    this.users.delete(connectionId);
  }
}
