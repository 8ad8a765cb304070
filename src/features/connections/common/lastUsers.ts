import type { ConnectionSummary } from "../../../platform/base/connection";

/** A connection, and who has access to it. */
export type Access = Pick<ConnectionSummary, "id" | "connection" | "session">;

/** Who had access last, by connection: what a service answered may be for that user alone. */
export class LastUsers {
  private readonly users = new Map<string, string>();

  /** Notes who has access now; true where it was somebody else before. A service account is nobody. */
  note(access: Access): boolean {
    const user = userOf(access);
    if (user === undefined) {
      return false;
    }
    const before = this.users.get(access.id);
    this.users.set(access.id, user);
    return before !== undefined && before !== user;
  }

  /** Whoever has access next is nobody else. */
  forget(connectionId: string): void {
    this.users.delete(connectionId);
  }
}

function userOf({ connection, session }: Access): string | undefined {
  if (session?.identity !== undefined) {
    // A subject is unique within its issuer only (OpenID Connect Core, section 2).
    return JSON.stringify([session.identity.issuer, session.identity.subject]);
  }
  const isService = (connection?.accessModel ?? "serviceAccount") === "serviceAccount";
  // Without an ID token nobody knows who it is: each sign-in may be another user's. Renewals are
  // part of the sign-in that they renew.
  return session === undefined || isService ? undefined : JSON.stringify(session.signedInAt);
}
