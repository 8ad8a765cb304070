import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { createDoor } from "../../../../src/platform/http/door";
import { checkRoute } from "../../../../src/platform/http/networkCheck";
import { pinOrigin } from "../../../../src/platform/http/origin";
import { sealIdentityRequest } from "../../../../src/platform/http/seal";
import { VirtualClock } from "./support/virtualClock";

const ORIGIN = "https://login.example";

describe("a check of the way to a server", () => {
  it("leaves nothing behind with who may cancel it, whether an answer came or none", async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    for (const outcome of ["passed", "failed"] as const) {
      const sender = {
        send: (_request: unknown, receiver: { head(head: object): void }) => {
          if (outcome === "failed") {
            return Promise.reject(new Error("no answer"));
          }
          receiver.head({ status: 200, statusText: "OK", headers: [] });
          return Promise.resolve();
        },
        close: () => Promise.resolve(),
      };
      const { hops } = await checkRoute({
        ...{ server: "identity", networking: "editor", clock, signal },
        route: { origin: new URL(ORIGIN), proxy: undefined, authorities: () => undefined, clock },
        door: createDoor({
          ...{ kind: "identity", origin: pinOrigin(ORIGIN), userAgent: "test", clock, sender },
        }),
        request: sealIdentityRequest({ method: "GET", url: `${ORIGIN}/x` }),
        limits: { attemptMilliseconds: 1_000, bodyBytes: 1_000 },
      });
      assert.equal(hops.at(-1)?.outcome, outcome);
      assert.deepEqual([getEventListeners(signal, "abort").length, clock.pending], [0, 0]);
    }
  });
});
