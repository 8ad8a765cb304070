import assert from "node:assert/strict";
import { LastUsers } from "../../../../src/features/connections/common/lastUsers";
import type { SignedInIdentity } from "../../../../src/platform/base/session";

const user = (subject: string, issuer = "https://one.example"): SignedInIdentity => ({
  ...{ issuer, subject, claims: {} },
});

describe("the user of a connection", () => {
  it("is another where another subject has access after the first", () => {
    const users = new LastUsers();
    const noted = ["alex", "alex", "sam", "sam", "alex"].map((name) => users.note("a", user(name)));
    assert.deepEqual(noted, [false, false, true, false, true]);
  });

  it("is another where the same subject is of another issuer", () => {
    const users = new LastUsers();
    users.note("a", user("alex"));
    assert.equal(users.note("a", user("alex", "https://two.example")), true);
  });

  it("is known of each connection by itself", () => {
    const users = new LastUsers();
    users.note("a", user("alex"));
    assert.equal(users.note("b", user("sam")), false);
    assert.equal(users.note("a", user("alex")), false);
  });

  it("is nobody's successor once the one before is forgotten", () => {
    const users = new LastUsers();
    users.note("a", user("alex"));
    users.forget("a");
    assert.equal(users.note("a", user("sam")), false);
  });

  it("is none with a service account, which changes nothing", () => {
    const users = new LastUsers();
    users.note("a", user("alex"));
    assert.equal(users.note("a", undefined), false);
    assert.equal(users.note("a", user("alex")), false);
    assert.equal(users.note("a", user("sam")), true);
  });
});
