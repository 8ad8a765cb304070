import assert from "node:assert/strict";
import { failureOf, listClients, openBench, tokenRequests } from "../unit/http/support/bench";
import { sendJson, serve } from "../unit/http/support/servers";

describe("redirects", () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it(`shows a ${status} to another origin, which sees no byte`, async () => {
      const elsewhere = await serve((_request, response) => sendJson(response, 200, []));
      const bench = await openBench({
        answer: (_request, response) => {
          response.writeHead(status, { location: `${elsewhere.origin}/x?secret=1` });
          response.end();
        },
      });
      const error = await failureOf(listClients(bench.client));
      await bench.close();
      assert.deepEqual(
        [error.kind, error.code, error.status, error.values["location"]],
        ["service", "service/redirect", status, `${elsewhere.origin}/x`],
      );
      assert.deepEqual([elsewhere.seen.length, elsewhere.connections()], [0, 0]);
      assert.equal(bench.service.seen.length, 1);
      await elsewhere.close();
    });

    it(`does not follow a ${status} of the token endpoint`, async () => {
      const elsewhere = await serve((_request, response) =>
        sendJson(response, 200, { access_token: "stolen", token_type: "Bearer" }),
      );
      const bench = await openBench({
        identity: (request, response) => {
          const token = request.path === "/identity/connect/token";
          const location = `${elsewhere.origin}/identity/connect/token`;
          response.writeHead(token ? status : 404, token ? { location } : {});
          response.end();
        },
      });
      const error = await failureOf(bench.client.signIn());
      await bench.close();
      assert.deepEqual([error.kind, error.code], ["service", "service/identityRedirect"]);
      assert.equal(elsewhere.seen.length, 0);
      assert.equal(tokenRequests(bench.identity).length, 1);
      await elsewhere.close();
    });
  }

  it("makes a Location harmless before it is shown", async () => {
    for (const location of ["javascript:alert(1)#x", "file:///etc/passwd?y", "/loop", "%%%"]) {
      const bench = await openBench({
        answer: (_request, response) => response.writeHead(302, { location }).end(),
      });
      const error = await failureOf(listClients(bench.client));
      await bench.close();
      assert.equal(error.code, "service/redirect");
      assert.equal(error.values["location"], location.split(/[?#]/)[0]);
      assert.equal(bench.service.seen.length, 1);
    }
  });
});
