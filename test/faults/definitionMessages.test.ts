import assert from "node:assert/strict";
import fc from "fast-check";
import {
  DEFINITION_ACTIONS,
  definitionsToHost,
  hostToDefinitions,
} from "../../src/features/definitions/messages/definitionsPanel";
import { Rpc } from "../../src/platform/base/rpc";
import { hostileMessages } from "../e2e/panels/hostileMessages";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";
import { IS_LONG } from "../fakes/runs";

const MESSAGES = IS_LONG ? 10_000 : 4_000;

/** Every message that the view sends, as it sends it. */
const GENUINE: readonly unknown[] = [
  call("start", {}),
  ...DEFINITION_ACTIONS.map((id) => call("act", { id })),
  call("act", { id: "use", domain: "finances", target: "" }),
  call("act", { id: "openAnswer", target: "a" }),
];

describe("gate G12: hostile messages of the view of definitions", () => {
  expectNoRejections("G12");

  it("run nothing but what its buttons ask", () => {
    const ran: string[] = [];
    const rpc = new Rpc({
      post: () => undefined,
      incoming: definitionsToHost,
      outgoing: hostToDefinitions,
      handlers: {
        start: (parameters) => {
          ran.push(`start${JSON.stringify(parameters)}`);
          throw new Error("not drawn here");
        },
        act: (parameters) => {
          ran.push(`act${JSON.stringify(parameters)}`);
          return undefined;
        },
      },
      timeoutMilliseconds: 1000,
      describeFailure: () => ({ code: "internal/unexpected", text: "" }),
      schedule: () => () => undefined,
    });
    for (const message of fc.sample(hostileMessages(GENUINE), {
      ...{ numRuns: MESSAGES, seed: 20_271 },
    })) {
      rpc.receive(message);
      count("G12", "messages");
    }
    const member = String.raw`"id":"(${DEFINITION_ACTIONS.join("|")})"|"domain":"(crm|finances|profiling)"|"target":"(\\.|[^"\\])*"`;
    const right = new RegExp(`^(start\\{\\}|act\\{(${member})(,(${member})){0,2}\\})$`, "s");
    const foreign = ran.filter((text) => !right.test(text));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    assert.ok(ran.length > 100 && rpc.dropped > MESSAGES / 2, `${ran.length}, ${rpc.dropped}`);
  });
});

function call(name: string, parameters: unknown): unknown {
  return { kind: "call", id: 1, name, parameters };
}
