import assert from "node:assert/strict";
import { failureOf, listClients, openBench } from "../http/support/bench";
import { startProvider } from "./support";

describe("client credentials with a real OpenID provider", () => {
  for (const discovery of [true, false]) {
    for (const clientAuthentication of ["post", "basic"] as const) {
      const way = `${clientAuthentication}, ${discovery ? "with" : "without"} discovery`;

      it(`gets a token and uses it (${way})`, async () => {
        const identityServer = await startProvider({ discovery, clientAuthentication });
        const connection = { clientAuthentication };
        const bench = await openBench({ identityServer, connection });
        const session = await bench.client.signIn();
        assert.equal((session.expiresAt ?? 0) - session.obtainedAt, 600_000);
        assert.deepEqual(session.scopes, ["crm.read", "finances.read"]);
        await listClients(bench.client);
        assert.match(bench.service.seen[0]?.headers.authorization ?? "", /^Bearer .{20,}$/);
        assert.deepEqual(
          identityServer.seen.map(({ method, path }) => [method, path]),
          [
            ["GET", "/identity/.well-known/openid-configuration"],
            ["POST", "/identity/connect/token"],
          ],
        );
        await bench.close();
      });

      it(`says that a wrong secret was refused (${way})`, async () => {
        const identityServer = await startProvider({ discovery, clientAuthentication });
        const bench = await openBench({ identityServer, connection: { clientAuthentication } });
        bench.secrets.current = { ...bench.secrets.current, clientSecret: "wrong+secret/99" };
        const error = await failureOf(bench.client.signIn());
        assert.deepEqual([error.kind, error.code], ["credentials", "credentials/secretRefused"]);
        assert.equal(error.cause, undefined);
        await bench.close();
      });
    }
  }

  it("says that a scope was refused", async () => {
    const identityServer = await startProvider({ discovery: true, clientAuthentication: "post" });
    const bench = await openBench({ identityServer, connection: { scopes: ["crm.write"] } });
    const error = await failureOf(bench.client.signIn());
    assert.equal(error.code, "credentials/scopeRefused");
    await bench.close();
  });

  it("says that an unknown client was refused", async () => {
    const identityServer = await startProvider({ discovery: true, clientAuthentication: "post" });
    const bench = await openBench({ identityServer, connection: { clientId: "nobody" } });
    const error = await failureOf(bench.client.signIn());
    assert.equal(error.code, "credentials/secretRefused");
    await bench.close();
  });
});
