import assert from "node:assert/strict";
import { callbackWay, editorCallback } from "../../../../src/platform/auth/callbackWay";
import { EXTENSION_ID } from "../../../../src/manifest";

const EDITOR = { uriScheme: "code-oss", extensionId: EXTENSION_ID };

describe("the way back from the browser", () => {
  const loopback = (host: string, port: number, path: string): object => ({
    ...{ kind: "loopback", host, port, path },
  });
  const cases: readonly (readonly [callbackUrl: string, way: object])[] = [
    [editorCallback(EDITOR), { kind: "uri" }],
    [`Code-OSS://${EXTENSION_ID.toUpperCase()}/callback`, { kind: "uri" }],
    [`code-oss://${EXTENSION_ID}/Callback`, { kind: "paste" }],
    [`code-oss://${EXTENSION_ID}/callback?a=b`, { kind: "paste" }],
    [`vscode://${EXTENSION_ID}/callback`, { kind: "paste" }],
    [`code-oss://other.extension/callback`, { kind: "paste" }],
    ["http://127.0.0.1/callback", loopback("127.0.0.1", 0, "/callback")],
    ["http://127.0.0.1:8123/", loopback("127.0.0.1", 8123, "/")],
    ["http://127.0.0.1:65535/a/b%20c", loopback("127.0.0.1", 65_535, "/a/b%20c")],
    ["http://[::1]:8123/callback", loopback("::1", 8123, "/callback")],
    ["http://[::1]/callback", loopback("::1", 0, "/callback")],
    ["http://127.0.0.1:80/callback", loopback("127.0.0.1", 80, "/callback")],
    // Nothing that another address could hide behind, or a browser would write in another way.
    ["http://127.0.0.1", { kind: "paste" }],
    ["http://127.0.0.1:0/callback", { kind: "paste" }],
    ["http://127.0.0.1:65536/callback", { kind: "paste" }],
    ["http://127.0.0.1:08123/callback", { kind: "paste" }],
    ["http://127.0.0.1:8123/a/../callback", { kind: "paste" }],
    ["http://127.0.0.1:8123/a\\b", { kind: "paste" }],
    ["http://127.0.0.1:8123//evil.example/", { kind: "paste" }],
    ["http://127.0.0.1:8123/callback?a=b", { kind: "paste" }],
    ["http://127.0.0.1:8123/callback#", { kind: "paste" }],
    ["http://127.0.0.1@evil.example/callback", { kind: "paste" }],
    ["http://127.0.0.1.evil.example/callback", { kind: "paste" }],
    ["http://127.1:8123/callback", { kind: "paste" }],
    ["https://127.0.0.1:8123/callback", { kind: "paste" }],
    ["HTTP://127.0.0.1:8123/callback", { kind: "paste" }],
    ["http://localhost:8123/callback", { kind: "paste" }],
    ["https://app.example/signed-in", { kind: "paste" }],
    ["urn:ietf:wg:oauth:2.0:oob", { kind: "paste" }],
    ["", { kind: "paste" }],
  ];
  for (const [callbackUrl, way] of cases) {
    it(`of '${callbackUrl}'`, () => {
      assert.deepEqual(callbackWay(callbackUrl, EDITOR), way);
    });
  }
});
