import assert from "node:assert/strict";
import { transportRules } from "../../../../src/platform/auth/discovery";
import { aConnection } from "../../../fakes/connection";
import { openSignInBench } from "../../../faults/support/signInBench";
import { failureOf, listClients, openBench, tokenRequests } from "../http/support/bench";
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

  it("asks for no scope where its connection has none", async () => {
    const bench = await openBench({ connection: { scopes: [] } });
    await bench.client.signIn();
    const form = new URLSearchParams(tokenRequests(bench.identity)[0]?.body);
    assert.deepEqual([form.get("grant_type"), form.has("scope")], ["client_credentials", false]);
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

describe("what is said of the provider of a connection", () => {
  it("is its issuer and its addresses, as its document has them", async () => {
    const bench = await openSignInBench();
    const issuer = `${bench.identity.origin}/identity`;
    const { signal } = new AbortController();
    assert.deepEqual(await bench.client.discover(signal), {
      ...{ found: true, issuer },
      endpoints: {
        authorization_endpoint: `${issuer}/connect/authorize`,
        token_endpoint: `${issuer}/connect/token`,
        jwks_uri: `${issuer}/.well-known/jwks`,
      },
    });
    await bench.close();
  });

  it("is the documented addresses where there is no document", async () => {
    const bench = await openBench();
    const issuer = `${bench.identity.origin}/identity`;
    assert.deepEqual(await bench.client.discover(), {
      ...{ found: false, issuer },
      endpoints: {
        authorization_endpoint: `${issuer}/connect/authorize`,
        token_endpoint: `${issuer}/connect/token`,
      },
    });
    await bench.close();
  });

  it("is read up to 256 KB, and no longer than somebody waits", async () => {
    const bench = await openSignInBench();
    bench.provider.tricks = { document: (of) => ({ ...of, note: "n".repeat(262_144) }) };
    assert.equal((await failureOf(bench.client.discover())).code, "answer/tooLarge");
    const stop = AbortSignal.abort();
    assert.equal((await failureOf(bench.client.discover(stop))).kind, "canceled");
    await bench.client.dispose();
    assert.equal((await failureOf(bench.client.discover())).kind, "canceled");
    await bench.close();
  });

  it("is asked without encryption on a loopback address alone", () => {
    const rules = (authUrl: string): number => transportRules(aConnection({ authUrl })).length;
    assert.deepEqual(
      ["http://127.0.0.1:5", "https://127.0.0.1:5", "http://login.example", "http://localhost"].map(
        rules,
      ),
      [1, 0, 0, 0],
    );
  });
});
