import assert from "node:assert/strict";
import { changeSignIn } from "../../../../src/features/connections/host/changeSignIn";
import type { Connection } from "../../../../src/platform/base/connection";
import { aConnection } from "../../../fakes/connection";

describe("a change of how a connection signs in", () => {
  const stored = aConnection({ proofKey: "off", responseType: "code id_token" });

  async function change(remedy: unknown, id = stored.id): Promise<readonly Connection[]> {
    const saved: Connection[] = [];
    const save = (connection: Connection): Promise<void> =>
      Promise.resolve(void saved.push(connection));
    await changeSignIn({ stored: [stored], save }, id, remedy);
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

  it("needs a connection of the user's own", async () => {
    await assert.rejects(change("basic", "sandbox"), { code: "input/connectionGone" });
  });
});
