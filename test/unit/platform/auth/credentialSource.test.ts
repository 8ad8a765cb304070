import assert from "node:assert/strict";
import { redactedSecrets } from "../../../../src/platform/auth/credentialSource";
import type { ConnectionSecrets } from "../../../../src/platform/base/connection";

describe("the secrets of a connection", () => {
  it("are known to the redaction, both of them, before anybody gets them", async () => {
    const secrets: ConnectionSecrets = { subscriptionKey: "key-0001", clientSecret: "secret-1" };
    const added: string[] = [];
    const redactor = { add: (text: string) => void added.push(text) };
    const read = redactedSecrets(() => Promise.resolve(secrets), redactor);
    const asking = read().then((found) => {
      assert.deepEqual(added, ["key-0001", "secret-1"]);
      return found;
    });
    assert.equal(await asking, secrets);
  });
});
