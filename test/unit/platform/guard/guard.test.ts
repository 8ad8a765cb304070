import assert from "node:assert/strict";
import { isAppError } from "../../../../src/platform/base/errors";
import { WriteGuard } from "../../../../src/platform/guard/guard";
import { PermitIssuer } from "../../../../src/platform/guard/permit";
import { hashBody } from "../../../../src/platform/http/bodyHash";
import type { WriteTarget } from "../../../../src/platform/base/permit";
import { aConnection } from "../../../fakes/connection";

const CONNECTION = aConnection({ id: "one", label: "One", environment: "sandbox" });
const BODY = new TextEncoder().encode('{"a":1}');
const REQUEST = { method: "PUT", url: "https://service.example/x", body: BODY };
const TARGET: WriteTarget = {
  connectionId: "one",
  method: "PUT",
  url: REQUEST.url,
  bodyHash: hashBody(BODY),
};

async function codeOf(work: Promise<unknown> | (() => void)): Promise<string> {
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
  return "passed";
}

describe("the guard of writes", () => {
  const yes = (): Promise<boolean> => Promise.resolve(true);

  it("gives a permit for exactly what was confirmed", async () => {
    const office = new PermitIssuer();
    const guard = new WriteGuard(office, () => true);
    const permit = await guard.permit({ ...REQUEST, connection: CONNECTION, confirm: yes });
    assert.deepEqual(permit.target, TARGET);
    office.redeem(permit, TARGET);
  });

  it("gives none when the user declines: that is no error", async () => {
    const guard = new WriteGuard(new PermitIssuer(), () => true);
    const confirm = (): Promise<boolean> => Promise.resolve(false);
    const refused = guard.permit({ ...REQUEST, connection: CONNECTION, confirm });
    assert.equal(await codeOf(refused), "canceled/byUser");
  });

  for (const environment of ["sandbox", "development", "production"] as const) {
    it(`in Restricted Mode ${environment} is ${environment === "sandbox" ? "open" : "closed, unasked"}`, async () => {
      let asked = 0;
      const confirm = (): Promise<boolean> => {
        asked++;
        return yes();
      };
      const guard = new WriteGuard(new PermitIssuer(), () => false);
      const connection = { ...CONNECTION, environment };
      const code = await codeOf(guard.permit({ ...REQUEST, connection, confirm }));
      assert.equal(code, environment === "sandbox" ? "passed" : "refused/untrusted");
      assert.equal(asked, environment === "sandbox" ? 1 : 0);
    });
  }

  it("gives none in Restricted Mode that began while the user was asked", async () => {
    let isTrusted = true;
    const guard = new WriteGuard(new PermitIssuer(), () => isTrusted);
    const confirm = (): Promise<boolean> => {
      isTrusted = false;
      return yes();
    };
    const connection = { ...CONNECTION, environment: "development" } as const;
    const code = await codeOf(guard.permit({ ...REQUEST, connection, confirm }));
    assert.equal(code, "refused/untrusted");
  });
});

describe("permits", () => {
  for (const [what, change] of [
    ["another connection", { connectionId: "two" }],
    ["another method", { method: "DELETE" }],
    ["another address", { url: "https://service.example/y" }],
    ["another body", { bodyHash: hashBody(new TextEncoder().encode('{"a":2}')) }],
  ] as const) {
    it(`do not hold for ${what}, and are gone when that was tried`, async () => {
      const office = new PermitIssuer();
      const permit = office.issue(TARGET);
      assert.equal(
        await codeOf(() => office.redeem(permit, { ...TARGET, ...change })),
        "permit/otherTarget",
      );
      assert.equal(await codeOf(() => office.redeem(permit, TARGET)), "permit/spent");
    });
  }

  it("hold once", async () => {
    const office = new PermitIssuer();
    const permit = office.issue(TARGET);
    office.redeem(permit, TARGET);
    assert.equal(await codeOf(() => office.redeem(permit, TARGET)), "permit/spent");
  });

  it("cannot be made up, copied, or brought from another office", async () => {
    const office = new PermitIssuer();
    const real = office.issue(TARGET);
    for (const forged of [{ target: TARGET }, { ...real }, new PermitIssuer().issue(TARGET)]) {
      assert.equal(await codeOf(() => office.redeem(forged, TARGET)), "permit/spent");
    }
    assert.equal(await codeOf(() => office.redeem(undefined, TARGET)), "permit/missing");
    office.redeem(real, TARGET);
  });

  it("cannot be changed after they were issued", () => {
    const permit = new PermitIssuer().issue(TARGET);
    assert.ok(Object.isFrozen(permit) && Object.isFrozen(permit.target));
  });
});
