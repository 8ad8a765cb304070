import assert from "node:assert/strict";
import { translateIdentityError } from "../../../../src/platform/auth/identityErrors";
import { AppError } from "../../../../src/platform/base/errors";
import { aConnection } from "../../../fakes/connection";

describe("a way to the identity provider that failed", () => {
  const connection = aConnection({ authUrl: "https://login.example" });
  const ROWS: readonly (readonly [code: string, values: AppError["values"], said: string])[] = [
    ["network/proxyAnswer", { proxy: "proxy.example:8080", status: 502 }, "network/proxyAnswer"],
    ["network/noAnswer", { proxy: "proxy.example:8080" }, "network/noAnswer"],
    ["network/proxyUnusable", { reason: "pac" }, "network/proxyUnusable"],
    ["network/noAnswer", { seconds: 20 }, "network/identityTimeout"],
    ["network/certificate", { reason: "expired" }, "network/identityCertificate"],
    ["network/refused", {}, "network/identityUnreachable"],
  ];
  for (const [code, values, said] of ROWS) {
    it(`${code}, ${JSON.stringify(values)}: ${said}`, () => {
      const failure = new AppError("network", code, { values });
      // Of the proxy where it was the proxy; else of the provider, with what it was.
      const more = said.includes("identity") ? { host: "login.example", failure: code } : {};
      for (const context of [{ seen: {} }, { seen: { failure } }]) {
        const error = context.seen.failure === undefined ? failure : new Error("of the library");
        const { kind, ...told } = translateIdentityError(error, { ...context, connection, now: 0 });
        assert.deepEqual([kind, told.code, told.values], ["network", said, { ...values, ...more }]);
      }
    });
  }
});
