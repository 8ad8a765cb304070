import assert from "node:assert/strict";
import { AppError, isAppError } from "../../../src/core/errors";
import { type JsonNode, parseJsonText } from "../../../src/core/jsonText";
import { ListSession, pageFacts, type ListState } from "../../../src/core/lists/pagedSession";
import { statusOf } from "../../../src/core/lists/status";
import type { Action, Attempt } from "../../../src/core/requests/record";
import type {
  CallContext,
  ServiceAnswer,
  ServiceCall,
  ServiceClient,
  SignedOut,
} from "../../../src/core/service/client";
import { anAction, anAttempt } from "../../fakes/action";

const QUERY = { pageNumber: 1, pageSize: 2 };

describe("ListSession", () => {
  it("asks for the page by name and parameters and shows what came", async () => {
    const { session, client, states } = start(() => '{"items": [{}, {}], "total": 5}');
    await session.reload();
    assert.deepEqual(client.calls, [
      { operationId: "listHoldings", path: { clientId: "c-1" }, query: QUERY },
    ]);
    assert.equal(client.titles[0], "Holdings page 1");
    const { loaded, loading, failure } = session.state;
    assert.deepEqual([loaded?.page.rows.length, loading, failure], [2, undefined, undefined]);
    assert.deepEqual(
      states.map((state) => state.loading),
      [QUERY, undefined],
    );
    assert.ok(loaded);
    const facts = { pageNumber: 1, pageSize: 2, rows: 2, total: 5, isUnpaged: false };
    assert.deepEqual(pageFacts(loaded, false), facts);
  });

  it("asks for clients without a path", async () => {
    const { session, client } = start(() => "[]", { list: "clients" });
    await session.reload();
    assert.deepEqual(client.calls, [{ operationId: "listClients", query: QUERY }]);
  });

  it("leaves rows and place when a page fails, and reload asks for that page again", async () => {
    let fails = true;
    const { session, client } = start(({ query }) => {
      if (query?.["pageNumber"] === 2 && fails) {
        throw new AppError("service", "service/503", { action: actionOf("2", 503), status: 503 });
      }
      return `[{"page": ${String(query?.["pageNumber"])}}, {}]`;
    });
    await session.reload();
    await session.load({ pageNumber: 2, pageSize: 2 });
    const { query, loaded, failure, action } = session.state;
    assert.deepEqual([query, loaded?.query], [QUERY, QUERY]);
    assert.deepEqual(failure?.query, { pageNumber: 2, pageSize: 2 });
    assert.equal(action && statusOf(action)?.status, 503);
    fails = false;
    await session.reload();
    assert.equal(client.calls.at(-1)?.query?.["pageNumber"], 2);
    assert.deepEqual([session.state.query.pageNumber, session.state.failure], [2, undefined]);
  });

  it("keeps the body of an answer that is no list", async () => {
    const { session } = start(() => '{"message": "hello"}');
    await session.reload();
    const error = session.state.failure?.error;
    assert.ok(isAppError(error));
    assert.equal(error.code, "answer/notAList");
    assert.equal(new TextDecoder().decode(error.body), '{"message": "hello"}');
    assert.equal(error.traceId, "fpx-1");
  });

  it("cancels what is superseded and never shows it", async () => {
    const { session, client } = start(
      ({ query }) => `[{"page": ${String(query?.["pageNumber"])}}]`,
      {
        isHeld: true,
      },
    );
    const first = session.load(QUERY);
    await client.arrival();
    const second = session.load({ pageNumber: 2, pageSize: 2 });
    await client.arrival();
    assert.equal(client.signals[0]?.aborted, true);
    assert.equal(client.signals[1]?.aborted, false);
    await first;
    assert.equal(session.state.loading?.pageNumber, 2);
    client.release();
    await second;
    const { loaded, failure, loading } = session.state;
    assert.deepEqual([loaded?.query.pageNumber, failure, loading], [2, undefined, undefined]);
  });

  it("knows of a first load that was cancelled that it was asked for", async () => {
    const { session } = start(() => {
      throw new AppError("canceled", "canceled/disposed");
    });
    assert.equal(session.state.wasAsked, false);
    await session.reload();
    const { wasAsked, loading, loaded, failure } = session.state;
    assert.deepEqual([wasAsked, loading, loaded, failure], [true, undefined, undefined, undefined]);
  });

  it("ends what is in flight with the panel, silently", async () => {
    const { session, client, states } = start(() => "[]", { isHeld: true });
    const loading = session.reload();
    await client.arrival();
    const seen = states.length;
    session.dispose();
    assert.equal(client.signals[0]?.aborted, true);
    client.release();
    await loading;
    await session.reload();
    assert.deepEqual([states.length, client.calls.length], [seen, 1]);
  });

  it("calls nobody after it was superseded while the client was being made", async () => {
    const gate = Promise.withResolvers<undefined>();
    const client = new HeldClient(() => "[]", false);
    const session = new ListSession({
      source: { list: "clients" },
      query: QUERY,
      client: async () => {
        await gate.promise;
        return client;
      },
      onChange: () => undefined,
    });
    const first = session.load(QUERY);
    const second = session.load({ pageNumber: 3, pageSize: 2 });
    gate.resolve(undefined);
    await Promise.all([first, second]);
    assert.deepEqual(
      client.calls.map(({ query }) => query?.["pageNumber"]),
      [3],
    );
  });

  it("notices that the service repeats itself, and stays on the page", async () => {
    const { session } = start(() => '[{"a": 1}, {"a": 2}]');
    await session.reload();
    await session.load({ pageNumber: 2, pageSize: 2 });
    const { isUnpaged, query, loaded } = session.state;
    assert.deepEqual([isUnpaged, query, loaded?.query], [true, QUERY, QUERY]);
    await session.reload();
    assert.equal(session.state.isUnpaged, false);
  });

  it("stays with the first row when the page size changes", async () => {
    const { session, client } = start(({ query }) => `[{"q": ${JSON.stringify(query)}}]`);
    await session.load({ pageNumber: 11, pageSize: 10 });
    await session.resize(25);
    assert.deepEqual(client.calls.at(-1)?.query, { pageNumber: 5, pageSize: 25 });
  });

  it("shows a failure to get a client like any other", async () => {
    const session = new ListSession({
      source: { list: "clients" },
      query: QUERY,
      client: () => Promise.reject(new AppError("credentials", "credentials/missing")),
      onChange: () => undefined,
    });
    await session.reload();
    const error = session.state.failure?.error;
    assert.equal(isAppError(error) && error.code, "credentials/missing");
  });
});

describe("statusOf", () => {
  it("spans all attempts and shows the last", () => {
    const first = { ...anAnswered("1", 401), startedAt: 1000, times: { queue: 0, total: 20 } };
    const last = {
      ...anAnswered("2", 200),
      startedAt: 1050,
      times: { queue: 0, total: 34 },
      number: 2,
    };
    const facts = statusOf({ ...actionOf("1", 200), attempts: [first, last] });
    assert.deepEqual(facts, {
      status: 200,
      statusText: "OK",
      milliseconds: 84,
      bytes: 10,
      attempts: 2,
      requestId: "r-2",
      traceId: "fpx-1",
      echo: "equal",
    });
    assert.equal(statusOf({ ...actionOf("1", 200), attempts: [] }), undefined);
  });
});

interface Started {
  readonly session: ListSession;
  readonly client: HeldClient;
  readonly states: ListState[];
}

function start(
  answer: (call: ServiceCall) => string,
  { list = "holdings", isHeld = false }: { list?: "clients" | "holdings"; isHeld?: boolean } = {},
): Started {
  const client = new HeldClient(answer, isHeld);
  const states: ListState[] = [];
  const session = new ListSession({
    source: { list, ...(list === "clients" ? {} : { clientId: "c-1" }) },
    query: QUERY,
    client: () => Promise.resolve(client),
    onChange: () => states.push(session.state),
  });
  return { session, client, states };
}

/** A client by its contract: rejects with kind `canceled` at abort, answers when it is let go. */
class HeldClient implements ServiceClient {
  readonly session = undefined;
  readonly calls: ServiceCall[] = [];
  readonly titles: string[] = [];
  readonly signals: AbortSignal[] = [];
  private readonly gate = Promise.withResolvers<undefined>();
  private arrived = Promise.withResolvers<undefined>();

  constructor(
    private readonly answer: (call: ServiceCall) => string,
    isHeld: boolean,
  ) {
    if (!isHeld) {
      this.gate.resolve(undefined);
    }
  }

  release(): void {
    this.gate.resolve(undefined);
  }

  async arrival(): Promise<void> {
    await this.arrived.promise;
    this.arrived = Promise.withResolvers<undefined>();
  }

  startAction(title: string): Action {
    this.titles.push(title);
    return { ...actionOf("1", 200), title, attempts: [] };
  }

  async send(call: ServiceCall, { signal }: CallContext): Promise<ServiceAnswer> {
    this.calls.push(call);
    if (signal !== undefined) {
      this.signals.push(signal);
    }
    this.arrived.resolve(undefined);
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => reject(new AppError("canceled", "canceled/byUser")));
    });
    await Promise.race([this.gate.promise, aborted]);
    const text = this.answer(call);
    const body = new TextEncoder().encode(text);
    const action = actionOf("1", 200);
    const encoding = { name: "utf-8", exact: true };
    const index = (): Promise<JsonNode> => Promise.resolve(parseJsonText(text));
    return { status: 200, statusText: "OK", headers: [], body, text, encoding, action, index };
  }

  download(): Promise<never> {
    return Promise.reject(new AppError("input", "input/parameter"));
  }

  checkNetwork(): Promise<never> {
    return Promise.reject(new AppError("input", "input/parameter"));
  }

  discover(): Promise<never> {
    return Promise.reject(new AppError("input", "input/parameter"));
  }

  plan(): never {
    throw new Error("not asked for");
  }

  describe(): never {
    throw new AppError("input", "input/parameter");
  }

  beginSignIn(): Promise<never> {
    return Promise.reject(new AppError("input", "input/accessModel"));
  }

  completeSignIn(): Promise<never> {
    return Promise.reject(new AppError("credentials", "credentials/callbackRejected"));
  }

  cancelSignIn(): Promise<void> {
    return Promise.resolve();
  }

  signIn(): Promise<never> {
    return Promise.reject(new AppError("credentials", "credentials/missing"));
  }

  signOut(): Promise<SignedOut> {
    return Promise.resolve({ revoked: false });
  }

  setConsentEnd(): Promise<void> {
    return Promise.resolve();
  }

  copyableToken(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  copyableCredentials(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

function actionOf(id: string, status: number): Action {
  return anAction({ id, title: "t", attempts: [anAnswered(id, status)] });
}

function anAnswered(id: string, status: number): Attempt {
  return anAttempt({ status, statusText: "OK", requestId: `r-${id}`, responseBytes: 10 });
}
