import assert from "node:assert/strict";
import { type Access, LastUsers } from "../../../../src/features/connections/common/lastUsers";
import type { AccessModel } from "../../../../src/platform/base/connection";
import type { Session, SignedInIdentity } from "../../../../src/platform/base/session";
import { aConnection } from "../../../fakes/connection";

const user = (subject: string, issuer = "https://one.example"): SignedInIdentity => ({
  ...{ issuer, subject, claims: {} },
});

/** Somebody's access; who it is nobody knows where there is no identity. */
function access(
  id: string,
  identity: SignedInIdentity | undefined,
  {
    signedInAt = 1,
    accessModel = "userPresent",
  }: { readonly signedInAt?: number; readonly accessModel?: AccessModel } = {},
): Access {
  const session: Partial<Session> = { identity, signedInAt };
  return { id, connection: aConnection({ id, accessModel }), session: session as Session };
}

describe("the user of a connection", () => {
  it("is another where another subject has access after the first", () => {
    const users = new LastUsers();
    const noted = ["alex", "alex", "sam", "sam", "alex"].map((name) =>
      users.note(access("a", user(name))),
    );
    assert.deepEqual(noted, [false, false, true, false, true]);
  });

  it("is another where the same subject is of another issuer", () => {
    const users = new LastUsers();
    users.note(access("a", user("alex")));
    assert.equal(users.note(access("a", user("alex", "https://two.example"))), true);
  });

  it("is known of each connection by itself", () => {
    const users = new LastUsers();
    users.note(access("a", user("alex")));
    assert.equal(users.note(access("b", user("sam"))), false);
    assert.equal(users.note(access("a", user("alex"))), false);
  });

  it("is nobody's successor once the one before is forgotten", () => {
    const users = new LastUsers();
    users.note(access("a", user("alex")));
    users.forget("a");
    assert.equal(users.note(access("a", user("sam"))), false);
  });

  it("is another with each sign-in that has no ID token, and the same where that is renewed", () => {
    const users = new LastUsers();
    for (const accessModel of ["userPresent", "delegation"] as const) {
      const noted = [1, 1, 2, 2, 3].map((signedInAt) =>
        users.note(access(accessModel, undefined, { signedInAt, accessModel })),
      );
      assert.deepEqual(noted, [false, false, true, false, true]);
    }
  });

  it("is none with a service account, which changes nothing", () => {
    const users = new LastUsers();
    const accessModel = "serviceAccount";
    users.note(access("a", user("alex")));
    for (const signedInAt of [2, 3]) {
      assert.equal(users.note(access("a", undefined, { signedInAt, accessModel })), false);
    }
    assert.equal(users.note(access("a", user("alex"))), false);
    assert.equal(users.note(access("a", user("sam"))), true);
  });

  it("is none where the session is over, or nothing is known of the connection", () => {
    const users = new LastUsers();
    users.note(access("a", user("alex")));
    assert.equal(users.note({ ...access("a", undefined), session: undefined }), false);
    assert.equal(users.note({ ...access("a", undefined), connection: undefined }), false);
  });
});
