import assert from "node:assert/strict";
import { pensionCallOf } from "../../../../src/features/pensions/common/pensionCall";
import { setImmediate as turn } from "node:timers/promises";
import { SendForm } from "../../../../src/features/requests/host/send/sendForm";
import type {
  BodyEditor,
  SendTabRequest,
  SendFormServices,
} from "../../../../src/features/requests/host/send/services";
import type { SendDraft, SendView } from "../../../../src/features/requests/messages/sendPanel";
import { SANDBOX_CONNECTION_ID } from "../../../../src/platform/base/connection";
import { fillText } from "../../../../src/platform/base/texts";
import { DEFINITION, guardOf, openBench } from "../../platform/http/support/bench";
import { definitionWith } from "../../support/definitionText";

const NOTES = definitionWith({ path: "/crm/v1/notes", domain: "crm" });
const NOTES_ID = "crm:GET /notes";
const DRAFT: SendDraft = {
  ...{ connectionId: "one", operationId: "listClients", values: {} },
  ...{ method: "GET", domain: "crm", typedPath: "/", queryString: "", body: "" },
};

/** The form over two connections, of which "two" follows a definition with notes. */
async function start() {
  const bench = await openBench({ definition: NOTES });
  const texts = new Map([
    ["one", DEFINITION],
    ["two", NOTES],
    [SANDBOX_CONNECTION_ID, DEFINITION],
  ]);
  /** Where it is there, texts of the first connection are waited for. */
  const state: {
    gate?: Promise<undefined>;
    change: () => void;
    problems: number;
    failure?: Error;
    isMasked: boolean;
    changePrivacy: () => void;
    replace: (replaced: { readonly connectionId: string }) => void;
    baseUrl: string;
    opened: number;
  } = {
    ...{ change: () => assert.fail("nobody listens"), problems: 0 },
    ...{ isMasked: false, changePrivacy: () => assert.fail("nobody listens") },
    ...{
      replace: () => assert.fail("nobody listens"),
      baseUrl: bench.connection.baseUrl,
      opened: 0,
    },
  };
  const views: SendView[] = [];
  const bodies = { opened: 0, gate: Promise.withResolvers<BodyEditor>() };
  let request: SendTabRequest | undefined;
  const services = {
    t: fillText,
    guard: guardOf(bench),
    definition: async (id: string) => {
      await (id === "one" ? state.gate : undefined);
      return texts.get(id) ?? "";
    },
    onDidChangeDefinition: (listener: () => void) => {
      state.change = listener;
      return { dispose: () => undefined };
    },
    onDidReplace: (listener: typeof state.replace) => {
      state.replace = listener;
      return { dispose: () => undefined };
    },
    onDidChangePrivacy: (listener: () => void) => {
      state.changePrivacy = listener;
      return { dispose: () => undefined };
    },
    describe: () => Promise.resolve({ what: state.isMasked ? "•" : "Ngozi", advice: "" }),
    connections: () => ["one", "two"].map((id) => ({ id, name: id, environment: "development" })),
    environment: () => ({ word: "Development", icon: "plug" }),
    use: () => undefined,
    open: () => {
      state.opened++;
      const { failure, baseUrl } = state;
      const isAsBegun = baseUrl === bench.connection.baseUrl;
      const client = isAsBegun ? bench.client : bench.reopen({ baseUrl });
      return failure === undefined
        ? Promise.resolve({ connection: { ...bench.connection, baseUrl }, client })
        : Promise.reject(failure);
    },
    pensionCallOf,
    openAnswer: () => Promise.resolve(),
    openBody: () => {
      bodies.opened++;
      return bodies.gate.promise;
    },
    showError: (error: unknown) => assert.fail(String(error)),
    openTab: (wanted: SendTabRequest) => {
      request = wanted;
      const notify = (name: string, value: unknown): void => {
        state.problems += name === "point" ? 1 : 0;
        views.push(...(name === "show" ? [value as SendView] : []));
      };
      return { rpc: { notify }, reveal: () => undefined, close: () => wanted.onClose() };
    },
  };
  const form = new SendForm(services as unknown as SendFormServices, DRAFT);
  const { handlers } = request ?? assert.fail();
  const { view } = await handlers.start({});
  views.push(view);
  /** Endpoints that the panel was told of last. */
  const endpoints = (): readonly string[] =>
    views
      .flatMap((one) => (one.endpoints === undefined ? [] : [one.endpoints]))
      .at(-1)
      ?.flatMap(({ choices }) => choices.map(({ value }) => value)) ?? [];
  const shown = (): SendView | undefined => views.at(-1);
  return { bench, texts, state, form, handlers, endpoints, bodies, shown };
}

describe("the form 'Send request' over connections with definitions of their own", () => {
  it("sends by the definition of the draft's connection, though another one was shown", async () => {
    const { bench, handlers, state } = await start();
    await handlers.send({ draft: { ...DRAFT, connectionId: "two", operationId: NOTES_ID } });
    while (bench.service.seen.length + state.problems === 0) {
      await turn();
    }
    assert.equal(bench.service.seen[0]?.path, "/crm/v1/notes");
    await bench.close();
  });

  it("shows what the connection follows, whichever text comes last", async () => {
    const { bench, handlers, state, endpoints } = await start();
    assert.ok(!endpoints().includes(NOTES_ID));
    const gate = Promise.withResolvers<undefined>();
    state.gate = gate.promise;
    state.change();
    await handlers.edit({ draft: { ...DRAFT, connectionId: "two" } });
    while (!endpoints().includes(NOTES_ID)) {
      await turn();
    }
    gate.resolve(undefined);
    for (let count = 0; count < 10; count++) {
      await turn();
    }
    assert.ok(endpoints().includes(NOTES_ID), "the text of the connection before came too late");
    await bench.close();
  });
});

describe("the form 'Send request' when a connection leads elsewhere", () => {
  const settle = async (): Promise<void> => {
    for (let count = 0; count < 20; count++) {
      await turn();
    }
  };

  it("shows the address that the request would go to now, and no dry run of the old", async () => {
    const { bench, state, handlers, shown } = await start();
    await settle();
    await handlers.showDryRun({ draft: DRAFT });
    await settle();
    assert.equal(shown()?.request, `GET ${bench.connection.baseUrl}/crm/v1/clients`);
    assert.ok(shown()?.dryRun !== undefined);
    state.baseUrl = "https://moved.example";
    const opened = state.opened;
    state.replace({ connectionId: "two" });
    await settle();
    assert.deepEqual([state.opened - opened, shown()?.dryRun !== undefined], [0, true]);
    state.replace({ connectionId: "one" });
    assert.deepEqual([shown()?.request, shown()?.dryRun], ["", undefined]);
    await settle();
    assert.equal(shown()?.request, "GET https://moved.example/crm/v1/clients");
    await handlers.showDryRun({ draft: DRAFT });
    await settle();
    assert.match(JSON.stringify(shown()?.dryRun), /moved\.example/);
    await bench.close();
  });

  it("says what keeps it from being opened", async () => {
    const { bench, state, shown } = await start();
    await settle();
    state.failure = new Error("Ngozi");
    state.replace({ connectionId: "one" });
    await settle();
    assert.deepEqual([shown()?.request, shown()?.error?.what], ["", "Ngozi"]);
    await bench.close();
  });

  it("does not start a sandbox that was stopped, before its address is asked for", async () => {
    const { bench, state, handlers, shown } = await start();
    const draft = { ...DRAFT, connectionId: SANDBOX_CONNECTION_ID };
    await handlers.edit({ draft });
    await settle();
    const { opened } = state;
    state.baseUrl = "http://127.0.0.1:4999";
    state.replace({ connectionId: SANDBOX_CONNECTION_ID });
    await settle();
    assert.deepEqual([state.opened, shown()?.request], [opened, ""]);
    await handlers.showDryRun({ draft });
    await settle();
    assert.equal(shown()?.request, "GET http://127.0.0.1:4999/crm/v1/clients");
    assert.ok(shown()?.dryRun !== undefined);
    await bench.close();
  });

  it("shows nothing of the connection before while another one is opened", async () => {
    const { bench, form, shown } = await start();
    await settle();
    form.begin({ connectionId: "two", operationId: "listClients" });
    assert.equal(shown()?.request, "");
    await settle();
    assert.equal(shown()?.request, `GET ${bench.connection.baseUrl}/crm/v1/clients`);
    await bench.close();
  });
});

describe("the form 'Send request' when privacy mode changes", () => {
  it("says what failed anew: the service may have named a client", async () => {
    const { bench, state, handlers, shown } = await start();
    state.failure = new Error("Ngozi");
    await handlers.edit({ draft: { ...DRAFT, connectionId: "two" } });
    const settle = async (): Promise<void> => {
      for (let count = 0; count < 20; count++) {
        await turn();
      }
    };
    await settle();
    assert.equal(shown()?.error?.what, "Ngozi");
    state.isMasked = true;
    state.changePrivacy();
    await settle();
    assert.equal(shown()?.error?.what, "•");
    await bench.close();
  });
});

describe("the form 'Send request' over a panel that is hidden", () => {
  it("counts what it fills in, so that the panel knows that its own draft is older", async () => {
    const { bench, form, handlers } = await start();
    const before = await handlers.start({});
    await handlers.edit({ draft: { ...DRAFT, body: "typed" } });
    const edited = await handlers.start({});
    assert.equal(edited.fills, before.fills);
    form.begin({ connectionId: "two", operationId: NOTES_ID });
    const { draft, fills } = await handlers.start({});
    assert.deepEqual([draft.connectionId, draft.operationId], ["two", NOTES_ID]);
    assert.equal(fills, edited.fills + 1);
    await bench.close();
  });

  it("opens one document for its body, however often that is asked for while it opens", async () => {
    const { bench, handlers, bodies } = await start();
    const ask = async (): Promise<unknown> => handlers.openBody({ draft: DRAFT });
    const asked = Promise.all([ask(), ask()]);
    let revealed = 0;
    const reveal = (): void => {
      revealed++;
    };
    bodies.gate.resolve({ name: "Untitled-1", reveal, dispose: () => undefined });
    await asked;
    assert.equal(bodies.opened, 1);
    await ask();
    assert.deepEqual([bodies.opened, revealed], [1, 1]);
    await bench.close();
  });
});
