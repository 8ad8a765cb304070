import assert from "node:assert/strict";
import type { Connections } from "../../../../src/features/connections/host/connections";
import { changeSignIn } from "../../../../src/features/connections/host/changeSignIn";
import type { Connection } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";

describe("a change of how a connection signs in", () => {
  const stored = aConnection({ proofKey: "off", responseType: "code id_token" });

  async function change(remedy: unknown): Promise<readonly Connection[]> {
    const saved: Connection[] = [];
    const edit: Connections["edit"] = (id, become) => {
      assert.equal(id, stored.id);
      saved.push(...[stored].flatMap((one) => become(one) ?? []));
      return Promise.resolve();
    };
    await changeSignIn({ edit }, stored.id, remedy);
    return saved;
  }

  const CHANGES: readonly (readonly [remedy: string, change: Partial<Connection>])[] = [
    ["basic", { clientAuthentication: "basic" }],
    ["post", { clientAuthentication: "post" }],
    ["code", { responseType: "code" }],
    ["proofKey", { proofKey: "auto" }],
  ];
  for (const [remedy, changed] of CHANGES) {
    it(`is that alone which the refusal named: ${remedy}`, async () => {
      assert.deepEqual(await change(remedy), [{ ...stored, ...changed }]);
    });
  }

  it("is none where nothing was named, or something else", async () => {
    for (const remedy of [undefined, "", "off", "toString", "__proto__"]) {
      assert.deepEqual(await change(remedy), []);
    }
  });
});
