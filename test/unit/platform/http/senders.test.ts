import assert from "node:assert/strict";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { createEditorSender } from "../../../../src/platform/http/editorSender";
import { createOwnSender } from "../../../../src/platform/http/ownSender";
import { createDoor } from "../../../../src/platform/http/door";
import { pinOrigin } from "../../../../src/platform/http/origin";
import { openScope } from "../../../../src/platform/base/scope";
import { sealIdentityRequest } from "../../../../src/platform/http/seal";
import type { Sender } from "../../../../src/platform/http/sender";
import { failureOf } from "./support/bench";
import { sendJson, serve, type TestServer } from "./support/servers";

const LIMITS = { attemptMilliseconds: 5000, bodyBytes: 1000 };

for (const networking of ["own", "editor"] as const) {
  describe(`a door over ${networking} networking`, () => {
    let server: TestServer;
    let sender: Sender;

    beforeEach(async () => {
      server = await serve((_request, response) => sendJson(response, 200, []));
      const route = {
        ...{ origin: new URL(server.origin), proxy: undefined, clock: SYSTEM_CLOCK },
        ...{ authorities: () => undefined, lookup: undefined },
      };
      sender = networking === "own" ? createOwnSender(route) : createEditorSender(route);
    });

    afterEach(async () => {
      await sender.close();
      await server.close();
    });

    async function exchange(signal?: AbortSignal): Promise<number> {
      const origin = pinOrigin(server.origin);
      const door = { kind: "identity", origin, userAgent: "test", clock: SYSTEM_CLOCK } as const;
      const scope = openScope(SYSTEM_CLOCK, signal);
      const request = sealIdentityRequest({ method: "GET", url: `${server.origin}/x` });
      try {
        const options = { headers: { authorization: "Bearer t" }, limits: LIMITS, scope };
        return (await createDoor({ ...door, sender }).exchange(request, options)).status;
      } finally {
        scope.end();
      }
    }

    it("sends nothing for somebody who has left already", async () => {
      const left = await failureOf(exchange(AbortSignal.abort()));
      assert.deepEqual([left.kind, server.connections()], ["canceled", 0]);
      assert.equal(await exchange(), 200);
    });

    it("opens nothing once it is closed", async () => {
      assert.equal(await exchange(), 200);
      await sender.close();
      const late = await failureOf(exchange());
      assert.deepEqual([late.code, server.seen.length], ["canceled/disposed", 1]);
    });
  });
}
