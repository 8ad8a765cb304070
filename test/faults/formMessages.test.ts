import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { DRAFT_FIELDS } from "../../src/features/connections/messages/connectionDraft";
import {
  formState,
  formToHost,
  hostToForm,
} from "../../src/features/connections/messages/connectionForm";
import { accepted } from "../../src/platform/base/messageSchemas";
import { type BothCalls, type Calls, type Handlers, Rpc } from "../../src/platform/base/rpc";
import { hostToSession, sessionToHost } from "../../src/features/signIn/messages/sessionPanel";
import { hostToSend, sendDraft, sendToHost } from "../../src/features/requests/messages/sendPanel";
import { ACME_DRAFT } from "../e2e/panels/formBed";
import { hostileMessages } from "../e2e/panels/hostileMessages";
import { count } from "./support/gates";
import { expectNoRejections } from "./support/leftovers";
import { IS_LONG } from "../fakes/runs";

const MESSAGES = IS_LONG ? 10_000 : 4_000;

/** Every message that a connection form sends, as it sends it. */
const FORM_MESSAGES: readonly unknown[] = [
  ...["start", "stopTest", "paste", "cancel"].map((name) => call(name, {})),
  ...["edit", "save", "test"].map((name) => call(name, { draft: ACME_DRAFT, fills: 1 })),
  call("enterSecret", { name: "clientSecret", draft: ACME_DRAFT, fills: 1 }),
  call("act", { id: "connectionForm.discard" }),
];

const SESSION_MESSAGES: readonly unknown[] = [
  call("start", {}),
  ...["renew", "signIn", "signOut", "copyToken", "setConsentEnd"].map((id) => call("act", { id })),
];

const REQUEST_DRAFT = {
  ...{ connectionId: "sandbox", operationId: "getClient", values: { "path.clientId": "7" } },
  ...{ method: "GET", domain: "crm", typedPath: "/", queryString: "", body: "{}" },
};

/** Every message that the form "Send request" sends. */
const SEND_MESSAGES: readonly unknown[] = [
  ...["start", "stop", "hideDryRun", "takeBody", "openAnswer", "details"].map((name) =>
    call(name, {}),
  ),
  ...["edit", "send", "showDryRun", "openBody", "fill"].map((name) =>
    call(name, { draft: REQUEST_DRAFT }),
  ),
  call("copy", { what: "traceId" }),
  call("act", { id: "send.openPayload" }),
];

describe("gate G12: hostile messages of form and session view", () => {
  expectNoRejections("G12");

  it("run nothing of the form but what its buttons ask", async () => {
    const { ran, dropped } = await receiveAll(
      { incoming: formToHost, outgoing: hostToForm },
      fc.sample(hostileMessages(FORM_MESSAGES), { numRuns: MESSAGES, seed: 20_264 }),
    );
    const foreign = ran.filter((one) => !isOfForm(one));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    assert.ok(ran.length > 100, "some of the changed messages are still right");
    assert.ok(dropped > MESSAGES / 2, "most are not");
  });

  it("run nothing of the session view but what its buttons ask", async () => {
    const { ran, dropped } = await receiveAll(
      { incoming: sessionToHost, outgoing: hostToSession },
      fc.sample(hostileMessages(SESSION_MESSAGES), { numRuns: MESSAGES, seed: 20_265 }),
    );
    const right = /^(start\{\}|act\{"id":"(renew|signIn|signOut|copyToken|setConsentEnd)"\})$/;
    const foreign = ran.filter(({ name, text }) => !right.test(`${name}${text}`));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    assert.ok(ran.length > 100 && dropped > MESSAGES / 2, `${ran.length} ran, ${dropped} dropped`);
  });

  it("run nothing of the request form but what its buttons ask", async () => {
    const { ran, dropped } = await receiveAll(
      { incoming: sendToHost, outgoing: hostToSend },
      fc.sample(hostileMessages(SEND_MESSAGES), { numRuns: MESSAGES, seed: 20_267 }),
    );
    const foreign = ran.filter((one) => !isOfRequest(one));
    count("G12", "effects", foreign.length);
    assert.deepEqual(foreign, []);
    assert.ok(ran.length > 100 && dropped > MESSAGES / 2, `${ran.length} ran, ${dropped} dropped`);
  });

  it("bring back no draft but a whole one", () => {
    const kept = { version: 1, draft: ACME_DRAFT, fills: 1, top: 20 };
    const states = fc.sample(hostileMessages([kept]), { numRuns: MESSAGES, seed: 20_266 });
    let restored = 0;
    for (const state of states) {
      const decoded = accepted(formState, state);
      if (decoded !== undefined) {
        restored++;
        assert.deepEqual(Object.keys(decoded.draft).sort(), [...DRAFT_FIELDS].sort());
        assert.ok(decoded.top >= 0 && Object.values(decoded.draft).every(isString));
      }
    }
    assert.ok(restored > 50 && restored < MESSAGES / 2, `${restored} restored`);
  });
});

interface Ran {
  readonly name: string;
  readonly text: string;
}

/** The host's end, with handlers that only note that they ran. */
async function receiveAll<Out extends Calls, In extends Calls>(
  calls: BothCalls<Out, In>,
  messages: readonly unknown[],
): Promise<{ readonly ran: readonly Ran[]; readonly dropped: number }> {
  const ran: Ran[] = [];
  const handlers = Object.fromEntries(
    Object.keys(calls.incoming).map((name) => [
      name,
      (parameters: unknown) => void ran.push({ name, text: JSON.stringify(parameters) }),
    ]),
  );
  const rpc = new Rpc<Out, In>({
    post: () => undefined,
    ...calls,
    handlers: handlers as Handlers<In>,
    timeoutMilliseconds: 1000,
    describeFailure: () => ({ code: "internal/unexpected", text: "" }),
    schedule: () => () => undefined,
  });
  for (const message of messages) {
    rpc.receive(message);
    count("G12", "messages");
  }
  await new Promise(setImmediate);
  assert.deepEqual([Object.keys({}), Reflect.get({}, "draft")], [[], undefined]);
  return { ran, dropped: rpc.dropped };
}

/** Said a second time and in another way than the checks say it. */
function isOfForm({ name, text }: Ran): boolean {
  const parameters = JSON.parse(text) as Record<string, unknown>;
  const { draft, ...rest } = parameters;
  switch (name) {
    case "start":
    case "stopTest":
    case "paste":
    case "cancel":
      return text === "{}";
    case "act":
      return Object.keys(parameters).join() === "id" && /^\{"id":"(\\.|[^"\\])+"\}$/.test(text);
    case "enterSecret":
      return (
        /^\{"name":"(subscriptionKey|clientSecret)","fills":\d+\}$/.test(JSON.stringify(rest)) &&
        isWhole(draft)
      );
    default:
      return (
        ["edit", "save", "test"].includes(name) &&
        text.startsWith('{"draft"') &&
        /^\{"fills":\d+\}$/.test(JSON.stringify(rest)) &&
        isWhole(draft)
      );
  }
}

/** Said in another way than the checks say it, but for the list of the draft's members. */
function isOfRequest({ name, text }: Ran): boolean {
  const { draft, ...rest } = JSON.parse(text) as Record<string, unknown>;
  if (/^(edit|send|showDryRun|openBody|fill)$/.test(name)) {
    const { values, ...texts } = (draft ?? {}) as Record<string, unknown>;
    const members = [
      ...Object.values(texts),
      ...Object.values((values ?? {}) as Record<string, unknown>),
    ];
    const isPlain = members.every((member) => typeof member === "string");
    return Object.keys(rest).length === 0 && isPlain && v.is(sendDraft, draft);
  }
  const others: Readonly<Record<string, RegExp>> = {
    copy: /^\{"what":"(requestId|traceId)"\}$/,
    act: /^\{"id":"(\\.|[^"\\])*"\}$/,
  };
  return (others[name] ?? /^\{\}$/).test(text);
}

function isWhole(draft: unknown): boolean {
  const values = Object.entries(draft as Record<string, unknown>);
  const among = (name: string, pattern: RegExp): boolean =>
    pattern.test(String((draft as Record<string, unknown>)[name]));
  return (
    values.length === 20 &&
    values.every(([name, value]) => name in ACME_DRAFT && isString(value)) &&
    among("environment", /^(sandbox|development|production)$/) &&
    among("accessModel", /^(serviceAccount|userPresent|delegation)$/) &&
    among("clientAuthentication", /^(post|basic)$/) &&
    among("responseType", /^code( id_token)?$/) &&
    among("proofKey", /^(auto|required|off)$/) &&
    among("networking", /^(own|editor)$/)
  );
}

function isString(value: unknown): boolean {
  return typeof value === "string" && value.length <= 20_000;
}

function call(name: string, parameters: unknown): unknown {
  return { kind: "call", id: 1, name, parameters };
}
