import assert from "node:assert/strict";
import fc from "fast-check";
import {
  hostToRequest,
  requestPanelState,
  requestToHost,
} from "../../src/features/requests/messages/requestPanel";
import {
  hostToRequests,
  requestsState,
  requestsToHost,
} from "../../src/features/requests/messages/requestsView";
import { accepted } from "../../src/platform/base/messageSchemas";
import { type BothCalls, type Calls, type Handlers, Rpc } from "../../src/platform/base/rpc";
import { hostileMessages } from "../e2e/panels/hostileMessages";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";
import { IS_LONG } from "../fakes/runs";

const MESSAGES = IS_LONG ? 10_000 : 4_000;

const FILTER = { text: "a", outcome: "failed", connectionId: "c", time: "today" };

/** Every message that the requests view sends, as it sends it. */
const VIEW_MESSAGES: readonly unknown[] = [
  call("start", {}),
  call("query", {
    ...{ filter: FILTER, expanded: ["a"], from: 0, count: 50 },
    find: [{ actionId: "a" }, { actionId: "a", attempt: 2 }],
  }),
  call("range", { filter: FILTER, expanded: ["a"], anchor: "a", line: 7 }),
  call("range", { filter: FILTER, expanded: [], anchor: "a", end: "b", line: 0 }),
  ...["open", "copyTraceId"].map((name) => call(name, { actionId: "a" })),
  call("open", { actionId: "a", attempt: 1 }),
  ...["send", "find"].map((id) => call("act", { id })),
];

const ACTIONS = [
  ...[
    "openAnswer",
    "findInAnswer",
    "openRequestBody",
    "sendAgain",
    "compare",
    "copyAs",
    "copyTicket",
  ],
  ...["exportEvidence", "saveFixture", "explain", "pinTraceId", "copyTraceId", "copyRequestId"],
];

const PANEL_MESSAGES: readonly unknown[] = [
  call("start", {}),
  ...ACTIONS.map((id) => call("act", { id })),
  call("copyFact", { attempt: 1, fact: 0 }),
];

describe("gate G12: hostile messages of the requests view and the request panel", () => {
  expectNoRejections("G12");

  it("run nothing of the view but what its rows and keys ask", () => {
    const { ran, dropped } = receiveAll(
      { incoming: requestsToHost, outgoing: hostToRequests },
      fc.sample(hostileMessages(VIEW_MESSAGES), { numRuns: MESSAGES, seed: 20_267 }),
    );
    const place = String.raw`\{"actionId":"(\\.|[^"\\])+"(,"attempt":[1-9]\d*)?\}|\{"attempt":[1-9]\d*,"actionId":"(\\.|[^"\\])+"\}`;
    const right = new RegExp(
      `^(start\\{\\}|(open|copyTraceId)(${place})|act\\{"id":"(send|find)"\\}|(query|range)\\{.*\\})$`,
      "s",
    );
    const foreign = ran.filter(({ name, text }) => !right.test(`${name}${text}`));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    for (const { text } of ran.filter(({ name }) => name === "query")) {
      const {
        count: lines,
        from,
        expanded,
        find,
      } = JSON.parse(text) as Record<string, number> & {
        readonly expanded: readonly unknown[];
        readonly find: readonly unknown[];
      };
      assert.ok(lines! > 0 && lines! <= 500 && from! >= 0 && Number.isSafeInteger(from));
      assert.ok(expanded.length <= 200 && find.length <= 2);
    }
    assert.ok(ran.length > 100 && dropped > MESSAGES / 2, `${ran.length} ran, ${dropped} dropped`);
  });

  it("run nothing of the panel but what its buttons ask", () => {
    const { ran, dropped } = receiveAll(
      { incoming: requestToHost, outgoing: hostToRequest },
      fc.sample(hostileMessages(PANEL_MESSAGES), { numRuns: MESSAGES, seed: 20_268 }),
    );
    const right = new RegExp(
      `^(start\\{\\}|act\\{"id":"(${ACTIONS.join("|")})"\\}|copyFact\\{"(attempt|fact)":\\d+,"(attempt|fact)":\\d+\\})$`,
    );
    const foreign = ran.filter(({ name, text }) => !right.test(`${name}${text}`));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    assert.ok(ran.length > 100 && dropped > MESSAGES / 2, `${ran.length} ran, ${dropped} dropped`);
  });

  it("bring back no state but a whole one", () => {
    const kept = [
      { version: 1, filter: FILTER },
      { version: 1, actionId: "a" },
    ];
    const states = fc.sample(hostileMessages(kept), { numRuns: MESSAGES, seed: 20_269 });
    let restored = 0;
    for (const state of states) {
      const view = accepted(requestsState, state);
      const panel = accepted(requestPanelState, state);
      restored += (view === undefined ? 0 : 1) + (panel === undefined ? 0 : 1);
      assert.deepEqual(Object.keys(view?.filter ?? FILTER).sort(), Object.keys(FILTER).sort());
      assert.equal(typeof (panel?.actionId ?? ""), "string");
    }
    assert.ok(restored > 50 && restored < MESSAGES / 2, `${restored} restored`);
  });
});

interface Ran {
  readonly name: string;
  readonly text: string;
}

/** The host's end, with handlers that only note that they ran. */
function receiveAll<Out extends Calls, In extends Calls>(
  calls: BothCalls<Out, In>,
  messages: readonly unknown[],
): { readonly ran: readonly Ran[]; readonly dropped: number } {
  const ran: Ran[] = [];
  const note = (name: string) => (parameters: unknown) => {
    ran.push({ name, text: JSON.stringify(parameters) });
  };
  const names = Object.keys(calls.incoming);
  const rpc = new Rpc<Out, In>({
    post: () => undefined,
    ...calls,
    handlers: Object.fromEntries(
      names.map((name) => [name, note(name)]),
    ) as unknown as Handlers<In>,
    timeoutMilliseconds: 1000,
    describeFailure: () => ({ code: "internal/unexpected", text: "" }),
    schedule: () => () => undefined,
  });
  for (const message of messages) {
    rpc.receive(message);
    count("G12", "messages");
  }
  return { ran, dropped: rpc.dropped };
}

function call(name: string, parameters: unknown): unknown {
  return { kind: "call", id: 1, name, parameters };
}
