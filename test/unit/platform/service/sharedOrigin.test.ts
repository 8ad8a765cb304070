import assert from "node:assert/strict";
import type { Networking } from "../../../../src/platform/base/connection";
import { failureOf, openBench } from "../http/support/bench";
import { type Answer, sendJson } from "../http/support/servers";

const NO_PREFIXES = { crm: "", finances: "", profiling: "" };
const grant: Answer = ({ method, path }, response) =>
  method === "POST"
    ? sendJson(response, 200, { access_token: "token-1", token_type: "Bearer" })
    : sendJson(response, path.includes("/.well-known/") ? 404 : 200, []);

/** Auth URL and path below the origin that service and identity provider share. */
const TABLE: readonly (readonly [auth: string, path: string, isSent: boolean])[] = [
  ["", "/crm/v1/clients", true],
  ["", "/identity", false],
  ["", "/identity/connect/userinfo", false],
  ["", "/Identity/connect/token", false],
  ["", "/identity;v=1/connect/token", false],
  ["", "/%69dentity/connect/token", false],
  ["", "/x%2F..%2Fidentity/connect/token", false],
  ["/auth", "/auth/anything", false],
  ["/auth", "/identity/x", true],
  ["/auth", "/authors", true],
];

for (const networking of ["own", "editor"] satisfies Networking[]) {
  describe(`one origin for service and identity provider, ${networking} networking`, () => {
    for (const [auth, path, isSent] of TABLE) {
      it(`${isSent ? "sends" : "never sends"} key and token to ${path}, auth URL '${auth}'`, async () => {
        const bench = await openBench({ answer: grant, networking });
        const { origin } = bench.service;
        const client = bench.reopen({ authUrl: `${origin}${auth}`, prefixes: NO_PREFIXES });
        const action = client.startAction("Request");
        const call = { method: "GET", domain: "crm", typedPath: path } as const;
        const sent = client.send(call, { action });
        if (isSent) {
          await sent;
        } else {
          const { kind, code } = await failureOf(sent);
          // What climbs is refused before, by its address.
          const codes = ["refused/otherOrigin", "input/path"];
          assert.ok(["refused", "input"].includes(kind) && codes.includes(code), code);
        }
        const withKey = bench.service.seen.filter(
          ({ headers }) => headers["ocp-apim-subscription-key"] !== undefined,
        );
        assert.deepEqual(
          withKey.map((seen) => seen.path),
          isSent ? [path] : [],
        );
        await bench.close();
      });
    }
  });
}
