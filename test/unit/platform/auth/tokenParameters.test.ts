import assert from "node:assert/strict";
import { failureOf, openBench, tokenRequests } from "../http/support/bench";

describe("further parameters of token requests", () => {
  it("go into every one, in their order, and may come twice", async () => {
    const tokenParameters = [
      ["audience", "planning api"],
      ["acr_values", "tenant:a&b"],
      ["audience", "second"],
    ] as const;
    const bench = await openBench({ connection: { tokenParameters } });
    await bench.client.signIn();
    const form = new URLSearchParams(tokenRequests(bench.identity)[0]?.body);
    assert.deepEqual(form.getAll("audience"), ["planning api", "second"]);
    assert.equal(form.get("acr_values"), "tenant:a&b");
    assert.equal(form.get("scope"), "crm.read finances.read");
    assert.equal(form.get("grant_type"), "client_credentials");
    await bench.close();
  });

  const STANDARD = [
    ...["grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier"],
    ...["refresh_token", "scope", "client_assertion", "Client_Secret", " scope "],
  ];
  for (const name of STANDARD) {
    it(`cannot replace '${name}'; nothing is sent`, async () => {
      const bench = await openBench({ connection: { tokenParameters: [[name, "evil"]] } });
      const error = await failureOf(bench.client.signIn());
      assert.deepEqual([error.kind, error.code], ["input", "input/tokenParameter"]);
      assert.deepEqual(error.values, { name });
      assert.equal(bench.identity.seen.length, 0);
      await bench.close();
    });
  }
});
