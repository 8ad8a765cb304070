import assert from "node:assert/strict";
import { readRawCallback } from "../../../../src/platform/auth/callbackParameters";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { encode } from "../../../faults/support/callbackAttacks";
import { REDIRECT_URI, USER } from "../../../faults/support/signInBench";
import {
  CODE_TOKEN,
  REFRESH_TOKEN,
  SigningProvider,
} from "../../../faults/support/signingProvider";
import { openBench, tokenRequests } from "../http/support/bench";
import { VirtualClock } from "../http/support/virtualClock";

describe("what a sign-in brings", () => {
  it("is known to the redaction: code, proof key, ID token and tokens", async () => {
    const [clock, redactor] = [new VirtualClock(), createRedactor()];
    const provider = new SigningProvider(USER.clientId, () => clock.now());
    provider.tricks = { tokenBody: (body) => ({ ...body, refresh_token: REFRESH_TOKEN }) };
    const connection = { ...USER, responseType: "code id_token" } as const;
    const bench = await openBench({ identity: provider.answer, connection, clock, redactor });
    const { url } = await bench.client.beginSignIn({ redirectUri: REDIRECT_URI });
    const parameters = provider.redirect(url);
    const text = encode(parameters);
    await bench.client.completeSignIn(readRawCallback({ from: "fragment", text }));
    const form = new URLSearchParams(tokenRequests(bench.identity)[0]?.body);
    const front = [parameters["code"], parameters["id_token"], form.get("code_verifier")];
    for (const secret of [...front, CODE_TOKEN, REFRESH_TOKEN]) {
      assert.ok(secret);
      assert.equal(redactor.redact(`of ${secret} here`), "of [redacted] here");
    }
    await bench.close();
  });
});
