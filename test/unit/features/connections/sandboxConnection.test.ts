import assert from "node:assert/strict";
import { issueSandbox } from "../../../../src/features/sandbox/common/sandboxConnection";
import {
  decodeSandboxAccess,
  FIRST_SANDBOX_ACCESS,
  type SandboxAccess,
} from "../../../../src/features/connections/common/sandboxAccess";
import type { SandboxFacts } from "../../../../src/features/sandbox/messages/sandboxMessages";

const EDITOR = "code-oss://tools.explorer/callback";
const LOOPBACK = "http://127.0.0.1/callback";
const OTHER_EDITOR = "vscode://tools.explorer/callback";
const PAGE = "https://app.example/callback";

const FACTS = {
  baseUrl: "http://127.0.0.1:1",
  authUrl: "http://127.0.0.1:2",
  subscriptionKeys: { development: "key-d", production: "key-p" },
  clients: {
    serviceAccount: { clientId: "service", clientSecret: "s-1", scopes: ["crm.read"] },
    userPresent: {
      ...{ clientId: "user", clientSecret: "s-2", scopes: ["openid", "crm.read"] },
      redirectUris: [LOOPBACK, OTHER_EDITOR, EDITOR],
    },
    delegation: {
      ...{ clientId: "delegated", clientSecret: "s-3", scopes: ["openid"] },
      redirectUris: [OTHER_EDITOR, EDITOR],
    },
  },
  prefixes: { crm: "/crm/v1", finances: "/finances/v1", profiling: "/elsewhere" },
} satisfies SandboxFacts;

function issue(
  access: SandboxAccess["access"],
  callback: SandboxAccess["callback"] = "editor",
  facts: SandboxFacts = FACTS,
): ReturnType<typeof issueSandbox> {
  const chosen = { access, callback };
  return issueSandbox({ facts, chosen, label: "Sandbox", uriScheme: "code-oss" });
}

describe("the sandbox's connection", () => {
  const expected: readonly (readonly [SandboxAccess["access"], readonly string[]])[] = [
    ["serviceAccount", ["serviceAccount", "service", "s-1", "code", ""]],
    ["userPresent", ["userPresent", "user", "s-2", "code", EDITOR]],
    ["userPresentHybrid", ["userPresent", "user", "s-2", "code id_token", EDITOR]],
    ["delegation", ["delegation", "delegated", "s-3", "code", EDITOR]],
  ];
  for (const [access, facts] of expected) {
    it(`for ${access}`, () => {
      const { connection, secrets } = issue(access);
      const { accessModel, clientId, responseType, callbackUrl } = connection;
      assert.deepEqual(
        [accessModel, clientId, secrets.clientSecret, responseType, callbackUrl],
        facts,
      );
      assert.equal(secrets.subscriptionKey, "key-d");
      assert.equal(connection.prefixes.profiling, "/profiling/v1", "not told by the sandbox");
    });
  }

  it("comes back where it was chosen to, as far as that is registered", () => {
    const back = (callback: SandboxAccess["callback"], redirectUris?: string[]): string => {
      const userPresent = { ...FACTS.clients.userPresent, ...(redirectUris && { redirectUris }) };
      const facts = { ...FACTS, clients: { ...FACTS.clients, userPresent } };
      return issue("userPresent", callback, facts).connection.callbackUrl;
    };
    assert.deepEqual(
      [back("editor"), back("loopback"), back("paste"), back("paste", [LOOPBACK, EDITOR, PAGE])],
      [EDITOR, LOOPBACK, OTHER_EDITOR, PAGE],
    );
    assert.deepEqual([back("editor", [LOOPBACK]), back("loopback", [])], [LOOPBACK, ""]);
  });
});

describe("the kept choice of access", () => {
  it("is read with checks", () => {
    const kept: SandboxAccess = { access: "delegation", callback: "paste" };
    assert.deepEqual(decodeSandboxAccess({ ...kept, more: 1 }), kept);
    for (const odd of [undefined, null, 3, "x", {}, { ...kept, access: "x" }, { access: "y" }]) {
      assert.deepEqual(decodeSandboxAccess(odd), FIRST_SANDBOX_ACCESS);
    }
  });
});
