import assert from "node:assert/strict";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { AppError, isAppError } from "../../../../src/platform/base/errors";
import type { ListState } from "../../../../src/features/lists/common/session";
import type { ServiceClient } from "../../../../src/platform/service/client";
import { statusOf } from "../../../../src/platform/http/status";
import { SeenList } from "../../../../src/features/lists/common/seenLists";
import {
  type Bench,
  type BenchOptions,
  CLIENT_ID,
  DEFINITION,
  openBench,
} from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import {
  aQuery,
  askedPage,
  firstColumn,
  openSession,
  type OpenSession,
  type SessionGiven,
  until,
} from "./support/sessions";

type Body = (pageNumber: number, pageSize: number) => unknown;

/** A page of numbered rows of a list. */
const paged =
  (total: number): Body =>
  (pageNumber, pageSize) => {
    const from = (pageNumber - 1) * pageSize;
    const count = Math.max(0, Math.min(pageSize, total - from));
    return { items: Array.from({ length: count }, (_, row) => ({ n: from + row + 1 })), total };
  };

describe("ListSession", () => {
  let bench: Bench;
  /** Answers that are held back, while there are to be any. */
  let held: (() => void)[] | undefined;
  let status = 200;
  let headers: OutgoingHttpHeaders = {};

  afterEach(async () => {
    [held, status, headers] = [undefined, 200, {}];
    await bench.close();
  });

  async function start(
    body: Body,
    given: SessionGiven = {},
    options: BenchOptions = {},
  ): Promise<OpenSession> {
    bench = await openBench({
      answer: ({ path }, response: ServerResponse) => {
        const answer = (): void => {
          sendJson(response, status, status === 200 ? body(...askedPage(path)) : {}, headers);
        };
        if (held === undefined) {
          answer();
        } else {
          held.push(answer);
        }
      },
      ...options,
    });
    return openSession(bench.client, given);
  }

  const asked = (): readonly number[] => bench.service.seen.map(({ path }) => askedPage(path)[0]);

  it("asks for the page by name and parameters, and shows what came", async () => {
    const { session, states, table } = await start(paged(25));
    await session.reload();
    assert.deepEqual(
      bench.service.seen.map(({ path }) => path),
      [`/finances/v1/clients/${CLIENT_ID}/holdings?pageSize=10&pageNumber=1`],
    );
    const { loaded, loading, failure, paging, action } = session.state;
    assert.deepEqual([loaded?.page.rows, loading, failure], [10, undefined, undefined]);
    assert.deepEqual(
      [paging?.firstRow, paging?.lastRow, paging?.total, paging?.totalBasis, paging?.lastPage],
      [1, 10, 25, "claimed", 3],
    );
    assert.deepEqual([action?.title, statusOf(action!)?.status], ["Holdings page 1", 200]);
    assert.deepEqual(
      states.map((state) => state.loading?.pageNumber),
      [1, undefined],
    );
    assert.deepEqual((await firstColumn(table)).slice(0, 2), ["1", "2"]);
  });

  it("sends the parameters that were chosen, and begins at the first page with them", async () => {
    const query = { operationId: "listResults", pageNumber: 3 };
    const { session } = await start(paged(100), { query });
    await session.reload();
    await session.setParameters({
      fields: ["factors", "answers"],
      questionnaireId: "",
      other: "x",
    });
    const { path } = bench.service.seen.at(-1)!;
    assert.match(path, /results\?pageSize=10&pageNumber=1&fields=factors,answers&other=x$/);
    assert.equal(session.state.query.pageNumber, 1);
  });

  for (const { name, sent, rules, told } of [
    { name: "a total", sent: { "X-Total-Count": "120" }, told: [120, "claimed"] },
    { name: "a range", sent: { "Content-Range": "items 0-9/120" }, told: [120, "claimed"] },
    {
      name: "a total as JSON",
      sent: { "X-Pagination": '{"totalCount":120}' },
      told: [120, "claimed"],
    },
    {
      name: "no total by rule",
      sent: { "X-Total-Count": "120" },
      rules: { total: null },
      told: [],
    },
  ]) {
    it(`takes ${name} from the headers of a bare array`, async () => {
      headers = sent;
      const { session } = await start(
        (_, size) => Array.from({ length: size }, (_one, n) => ({ n })),
        {
          ...(rules && { rules }),
        },
      );
      await session.reload();
      const { paging } = session.state;
      assert.deepEqual(
        [paging?.total, paging?.totalBasis],
        told.length > 0 ? told : [undefined, undefined],
      );
    });
  }

  it("tells of pages that overlap, and counts a page once that is asked for again", async () => {
    const { session } = await start((page, size) => {
      const items = Array.from({ length: size }, (_, row) => ({ id: (page - 1) * 5 + row + 1 }));
      return { items, total: 20 };
    });
    await session.reload();
    for (const step of [2, 2, 3, 2]) {
      await session.goTo(step);
    }
    const repeated = session.state.findings.filter(({ kind }) => kind === "repeatedRows");
    assert.deepEqual(
      repeated.map(({ values }) => values),
      [{ rows: 10 }],
    );
  });

  it("leaves rows and place when a page fails, and reload asks for that page again", async () => {
    const { session, table } = await start(paged(25));
    await session.reload();
    status = 502;
    await session.goTo(2);
    const { query, loaded, failure, action } = session.state;
    assert.deepEqual([query.pageNumber, loaded?.query.pageNumber], [1, 1]);
    assert.equal(failure?.query.pageNumber, 2);
    assert.equal(action && statusOf(action)?.status, 502);
    assert.equal((await firstColumn(table))[0], "1");
    status = 200;
    await session.reload();
    assert.deepEqual([session.state.query.pageNumber, session.state.failure], [2, undefined]);
    assert.equal((await firstColumn(table))[0], "11");
  });

  it("keeps the body and the ids of an answer that is no list, and the rows of before", async () => {
    let body: unknown = [{ n: 1 }];
    const { session, table } = await start(() => body);
    await session.reload();
    body = { message: "hello" };
    await session.reload();
    const error = session.state.failure?.error;
    assert.ok(isAppError(error));
    assert.deepEqual([error.code, error.status], ["answer/notAList", 200]);
    assert.equal(new TextDecoder().decode(error.body), '{"message":"hello"}');
    assert.equal(error.traceId, session.state.action?.traceId);
    assert.deepEqual(await firstColumn(table), ["1"]);
  });

  it("stays on the last page where the one behind it is refused, and says what that leaves open", async () => {
    let last = 2;
    const { session } = await start((page, size) => {
      const { items } = paged(30)(page, size) as { readonly items: readonly unknown[] };
      return items;
    });
    const turn = async (page: number): Promise<void> => {
      status = page > last ? 404 : 200;
      await session.goTo(page);
    };
    await turn(1);
    await turn(2);
    await turn(3);
    const { query, failure, findings, paging, action, isWhole } = session.state;
    assert.deepEqual([query.pageNumber, failure, paging?.hasNext], [2, undefined, true]);
    assert.deepEqual(findings, [{ kind: "refusedPage", values: { page: 3 }, isLoss: true }]);
    assert.deepEqual([statusOf(action!)?.status, isWhole], [404, false]);
    last = 3;
    await turn(3);
    assert.deepEqual([session.state.query.pageNumber, session.state.findings], [3, []]);
    // Amid the list it is a failure.
    last = 1;
    await turn(2);
    assert.equal((session.state.failure?.error as AppError).status, 404);
  });

  it("ends the list at a short page where the one behind it is refused", async () => {
    const { session } = await start((page, size) => {
      const { items } = paged(14)(page, size) as { readonly items: readonly unknown[] };
      return items;
    });
    await session.goTo(1);
    await session.goTo(2);
    assert.deepEqual(
      [session.state.paging?.hasNext, session.state.paging?.total],
      [true, undefined],
    );
    status = 400;
    await session.goTo(3);
    const { failure, findings, paging } = session.state;
    assert.deepEqual([failure, findings, paging?.hasNext], [undefined, [], false]);
    assert.deepEqual([paging?.total, paging?.totalBasis, paging?.lastPage], [14, "counted", 2]);
  });

  it("knows whether the rows on screen are proven to be all", async () => {
    const { session } = await start(paged(14));
    const wholeOf = async (doing: Promise<void>): Promise<boolean> => {
      await doing;
      return session.state.isWhole;
    };
    const walk = await wholeOf(session.loadAll());
    const pages = [await wholeOf(session.goTo(1)), await wholeOf(session.goTo(2))];
    const large = [await wholeOf(session.resize(20)), await wholeOf(session.goTo(2))];
    assert.deepEqual([walk, pages, large], [true, [false, false], [false, false]]);
    assert.equal(await wholeOf(session.goTo(1)), true);
  });

  it("tells the tree of no count that pages with gaps may have left rows out of", async () => {
    const seen = new SeenList();
    seen.deny({ said: 90, came: 20 });
    const items = (page: number): unknown[] =>
      page > 3
        ? []
        : Array.from({ length: page === 3 ? 4 : 5 }, (_, row) => ({ n: page * 10 + row }));
    const { session } = await start(items, {
      query: { operationId: "listClients" },
      seen: () => seen,
    });
    await session.loadAll();
    const { isWhole, findings } = session.state;
    assert.deepEqual([isWhole, seen.denied?.said], [false, 90]);
    assert.deepEqual(findings, [
      {
        ...{ kind: "sizeLowered", values: { asked: 10, given: 5 }, isLoss: true },
        actionId: "list.takeGivenSize",
      },
    ]);
  });

  it("cancels what is superseded and never shows it", async () => {
    held = [];
    const { session, table } = await start(paged(25));
    const first = session.load(aQuery());
    await until(() => held?.length === 1);
    const second = session.goTo(2);
    await first;
    await until(() => held?.length === 2);
    assert.equal(session.state.loading?.pageNumber, 2);
    held.forEach((answer) => answer());
    await second;
    const { loaded, failure, loading } = session.state;
    assert.deepEqual([loaded?.query.pageNumber, failure, loading], [2, undefined, undefined]);
    assert.equal((await firstColumn(table))[0], "11");
  });

  it("knows of a first load that was stopped that it was asked for", async () => {
    held = [];
    const { session } = await start(paged(25));
    assert.equal(session.state.wasAsked, false);
    const loading = session.reload();
    await until(() => held?.length === 1);
    session.stop();
    await loading;
    const { wasAsked, loading: now, loaded, failure } = session.state;
    assert.deepEqual([wasAsked, now, loaded, failure], [true, undefined, undefined, undefined]);
  });

  it("forgets its rows, and what is on its way, when they are another service's", async () => {
    const seen = new SeenList();
    const { session, table } = await start(paged(25), { seen: () => seen });
    await session.load(aQuery());
    held = [];
    const turning = session.goTo(2);
    await until(() => held?.length === 1);
    session.reset();
    held.shift()?.();
    await turning;
    const { loaded, loading, failure, canceled, paging } = session.state;
    const left = [loaded, failure, canceled, paging].filter((one) => one !== undefined);
    assert.deepEqual([left, loading?.pageNumber, session.shownPage], [[], 2, undefined]);
    assert.deepEqual(await firstColumn(table), []);
    // What was on its way is asked of the service of now.
    await until(() => held?.length === 1);
    held.shift()?.();
    await until(() => session.state.loading === undefined);
    assert.deepEqual([session.state.isInvalidated, session.shownPage], [false, 2]);
  });

  it("waits to be asked where it was not loading, and loads what waited for a sign-in", async () => {
    const { session } = await start(paged(25));
    await session.load(aQuery());
    session.reset();
    assert.deepEqual([session.state.isInvalidated, session.state.loading], [true, undefined]);
    await session.reload();
    assert.equal(session.state.isInvalidated, false);
    const refused = new AppError("credentials", "credentials/signInNeeded");
    bench.client.send = () => Promise.reject(refused);
    await session.goTo(2);
    assert.equal(session.state.failure?.error, refused);
    session.reset();
    assert.equal(session.state.loading?.pageNumber, 2);
    await until(() => session.state.loading === undefined);
  });

  it("adds no page of another service to a walk that was paused", async () => {
    const { session, table } = await start(paged(25));
    held = [];
    const walking = session.loadAll();
    await until(() => held?.length === 1);
    session.pause();
    held.pop()?.();
    await walking;
    assert.equal(session.state.walk?.state, "paused");
    session.reset();
    held = undefined;
    await session.resume();
    assert.deepEqual([session.state.walk, bench.service.seen.length], [undefined, 1]);
    assert.deepEqual(await firstColumn(table), []);
  });

  it("says nothing of rows where there were none", async () => {
    const { session, states } = await start(paged(25));
    session.reset();
    assert.deepEqual([session.state.isInvalidated, states], [false, []]);
  });

  it("keeps the rows under a page that was cancelled, and loads that again", async () => {
    const { session, table } = await start(paged(25));
    await session.load(aQuery());
    held = [];
    const turning = session.goTo(2);
    await until(() => held?.length === 1);
    session.stop();
    await turning;
    const { query, canceled, failure, loading, loaded } = session.state;
    assert.deepEqual([query.pageNumber, canceled?.pageNumber], [1, 2]);
    assert.deepEqual([failure, loading, loaded?.query.pageNumber], [undefined, undefined, 1]);
    assert.equal((await firstColumn(table))[0], "1");
    const again = session.reload();
    await until(() => held?.length === 2);
    assert.equal(session.state.canceled, undefined, "a new request is not cancelled");
    held.forEach((answer) => answer());
    await again;
    assert.equal(session.state.query.pageNumber, 2);
  });

  it("ends what is in flight with the panel, silently", async () => {
    held = [];
    const { session, states } = await start(paged(25));
    const loading = session.loadAll();
    await until(() => held?.length === 1);
    const seen = states.length;
    session.dispose();
    await loading;
    await session.reload();
    assert.deepEqual([states.length, asked()], [seen, [1]]);
  });

  it("calls nobody after it was superseded while the client was being made", async () => {
    const gate = Promise.withResolvers<undefined>();
    await start(paged(25));
    const { session } = openSession(async () => {
      await gate.promise;
      return bench.client;
    });
    const first = session.goTo(1);
    const second = session.goTo(2);
    gate.resolve(undefined);
    await Promise.all([first, second]);
    assert.deepEqual(asked(), [2]);
  });

  it("shows a failure to get a client like any other", async () => {
    await start(paged(25));
    const failing = new AppError("credentials", "credentials/missing");
    const { session } = openSession(() => Promise.reject(failing));
    await session.reload();
    assert.equal(session.state.failure?.error, failing);
  });

  it("stays with the first row when the page size changes", async () => {
    const { session } = await start(paged(500), { query: { pageNumber: 11 } });
    await session.reload();
    await session.resize(25);
    assert.deepEqual(askedPage(bench.service.seen.at(-1)!.path), [5, 25]);
    assert.deepEqual([session.state.query.pageSize, session.state.paging?.firstRow], [25, 101]);
  });

  it("says that it waits before a retry, until the answer is there", async () => {
    let isFirst = true;
    const { session, states } = await start(
      paged(3),
      {},
      {
        random: () => 0,
        answer: (_request, response) => {
          const code = isFirst ? 503 : 200;
          isFirst = false;
          sendJson(response, code, code === 200 ? [{ n: 1 }] : {});
        },
      },
    );
    await session.reload();
    assert.deepEqual(
      states.flatMap(({ waiting }) => (waiting === undefined ? [] : [waiting.status])),
      [503],
    );
    assert.equal(session.state.waiting, undefined);
  });

  it("asks an endpoint that takes no pages for none", async () => {
    const definition = withoutPaging();
    const query = { operationId: "listClients" };
    const { session } = await start(() => [{ n: 1 }], { query, definition }, { definition });
    await session.loadAll();
    assert.deepEqual(
      bench.service.seen.map(({ path }) => path),
      ["/crm/v1/clients"],
    );
    const { walk, paging } = session.state;
    assert.deepEqual([walk?.state, paging?.total, paging?.totalBasis], ["finished", 1, "counted"]);
  });

  describe("loading all pages", () => {
    const told = ({ walk, paging }: ListState): readonly unknown[] => [
      walk?.state,
      walk?.pages,
      walk?.rows,
      paging?.total,
      paging?.totalBasis,
    ];

    it("goes from the first to the last page under one trace id, each with its request id", async () => {
      const { session, states, table } = await start(paged(35), { query: { pageNumber: 2 } });
      await session.reload();
      await session.loadAll();
      assert.deepEqual(asked(), [2, 1, 2, 3, 4]);
      const { action, query } = session.state;
      assert.deepEqual(told(session.state), ["finished", 4, 35, 35, "counted"]);
      assert.deepEqual([query.mode, query.pageNumber], ["all", 1]);
      assert.deepEqual([action?.title, action?.attempts.length], ["Holdings, all pages", 4]);
      const traces = new Set(bench.service.seen.slice(1).map((one) => one.headers["x-dt-traceid"]));
      assert.deepEqual([...traces], [action?.traceId]);
      const all = Array.from({ length: 35 }, (_, row) => String(row + 1));
      assert.deepEqual(await firstColumn(table), all);
      const progress = states.flatMap(({ walk }) => (walk === undefined ? [] : [walk.rows]));
      assert.deepEqual([...new Set(progress)], [0, 10, 20, 30, 35]);
      assert.equal(states.find(({ walk }) => walk?.rows === 10)?.walk?.claimed, 35);
    });

    it("walks with the largest page that the list was seen to fill, and goes back to the size of before", async () => {
      const sizes = new SeenList();
      const { session, said } = await start(paged(95), { seen: () => sizes });
      sizes.note(40, 40);
      sizes.note(200, 95);
      await session.reload();
      await session.loadAll();
      const calls = bench.service.seen.map(({ path }) => askedPage(path).join(":"));
      assert.deepEqual(calls, ["1:10", "1:40", "2:40", "3:40"]);
      assert.deepEqual(told(session.state), ["finished", 3, 95, 95, "counted"]);
      await session.loadAll();
      await session.goTo(1);
      assert.deepEqual([session.state.query.pageSize, session.state.paging?.rows], [10, 10]);
      // What the user says of the list comes first.
      said.rules = { pageSize: 10 };
      assert.equal(session.walkPageSize(), 10);
    });

    it("tells how many rows the list has, unless parameters may leave some out", async () => {
      const seen = new SeenList();
      const { session } = await start(paged(95), { seen: () => seen });
      const { path } = session.state.query;
      await session.setParameters({ provider: "Aviva" });
      assert.deepEqual([session.state.paging?.total, seen.totalOf(path)], [95, undefined]);
      await session.setParameters({});
      assert.equal(seen.totalOf(path), 95);
    });

    it("learns by each page what the list fills, and unlearns it where that is refused", async () => {
      const sizes = new SeenList();
      const { session } = await start(paged(95), { seen: () => sizes });
      await session.reload();
      await session.resize(50);
      assert.deepEqual(sizes.sizes, { taken: 50, filled: 50 });
      status = 400;
      await session.resize(100);
      assert.deepEqual(sizes.sizes, { taken: 50, filled: 50 }, "smaller ones still come");
      status = 200;
      await session.resize(10);
      await session.loadAll();
      assert.equal(askedPage(bench.service.seen.at(-1)!.path)[1], 50);
      status = 400;
      await session.loadAll();
      assert.deepEqual([session.state.walk?.state, sizes.sizes.filled], ["failed", 0]);
      assert.deepEqual(
        session.waysOn.map(({ id }) => id),
        ["list.takeAsWhole", "list.smallerPages", "list.defaultPageSize"],
      );
    });

    it("pauses after the page that is on its way, and goes on from there", async () => {
      held = [];
      const { session } = await start(paged(35));
      const walking = session.loadAll();
      await until(() => held?.length === 1);
      session.pause();
      assert.equal(session.state.walk?.state, "paused");
      held[0]?.();
      await walking;
      assert.deepEqual(told(session.state).slice(0, 3), ["paused", 1, 10]);
      held = undefined;
      await session.resume();
      assert.deepEqual(asked(), [1, 2, 3, 4]);
      assert.deepEqual(told(session.state), ["finished", 4, 35, 35, "counted"]);
      assert.equal(session.state.action?.attempts.length, 4);
    });

    it("takes a pause back before its page came", async () => {
      held = [];
      const { session } = await start(paged(15));
      const walking = session.loadAll();
      await until(() => held?.length === 1);
      session.pause();
      await session.resume();
      assert.equal(session.state.walk?.state, "running");
      const [answer] = held;
      held = undefined;
      answer?.();
      await walking;
      assert.deepEqual(told(session.state).slice(0, 3), ["finished", 2, 15]);
    });

    it("stops at once, keeps the rows that came, and can go on", async () => {
      const { session, table } = await start((page, size) => {
        held = page === 1 ? [] : held;
        return paged(35)(page, size);
      });
      const walking = session.loadAll();
      await until(() => held?.length === 1);
      session.stop();
      await walking;
      assert.deepEqual(told(session.state).slice(0, 3), ["stopped", 1, 10]);
      assert.deepEqual([session.state.loading, session.state.failure], [undefined, undefined]);
      assert.equal((await firstColumn(table)).length, 10);
      held = undefined;
      await session.resume();
      assert.deepEqual(told(session.state).slice(0, 3), ["finished", 4, 35]);
    });

    it("goes on though it was stopped just before, and stays stopped where that came last", async () => {
      held = [];
      const { session, table } = await start(paged(35));
      const walking = session.loadAll();
      await until(() => held?.length === 1);
      session.stop();
      const resuming = session.resume();
      session.stop();
      await Promise.all([walking, resuming]);
      assert.equal(session.state.walk?.state, "stopped");
      const again = session.resume();
      await until(() => held?.length === 2);
      session.stop();
      const last = session.resume();
      held = undefined;
      await Promise.all([again, last]);
      assert.deepEqual(told(session.state).slice(0, 3), ["finished", 4, 35]);
      assert.equal((await firstColumn(table)).length, 35);
    });

    it("begins anew where the rows of before are gone with their thread", async () => {
      const { session, table } = await start(paged(35));
      const receive = table.receive.bind(table);
      table.receive = (options) => {
        const gone = (): Promise<never> =>
          Promise.reject(new AppError("internal", "lists/threadBroken"));
        const reader = receive(options);
        return options.asked.pageNumber === 3 ? { ...reader, finish: gone } : reader;
      };
      await session.loadAll();
      assert.deepEqual(told(session.state).slice(0, 3), ["failed", 2, 20]);
      table.receive = receive;
      await session.reload();
      assert.deepEqual(asked(), [1, 2, 3, 1, 2, 3, 4]);
      assert.deepEqual(told(session.state), ["finished", 4, 35, 35, "counted"]);
    });

    it("makes nothing of two definitions: ends where another would ask otherwise, and begins anew", async () => {
      held = [];
      const { session, table, said } = await start(paged(35));
      const walking = session.loadAll();
      await until(() => held?.length === 1);
      const { endpoint } = said;
      // Another one that asks the same changes nothing.
      said.endpoint = { ...endpoint, summary: "Other words" };
      held.shift()?.();
      await until(() => held?.length === 1);
      said.endpoint = { ...endpoint, takesPages: false };
      held.shift()?.();
      await walking;
      const error = session.state.failure?.error;
      assert.equal(isAppError(error) && error.code, "lists/definitionChanged");
      assert.deepEqual(told(session.state).slice(0, 3), ["failed", 2, 20]);
      assert.equal((await firstColumn(table)).length, 20, "what came stays");
      said.endpoint = endpoint;
      held = undefined;
      await session.resume();
      assert.deepEqual(asked(), [1, 2, 1, 2, 3, 4]);
      assert.deepEqual(told(session.state), ["finished", 4, 35, 35, "counted"]);
    });

    it("makes nothing of two keys: ends where the client has another one, and begins anew", async () => {
      await start(paged(35));
      const { session, table } = openSession(() => {
        const value = asked().length < 2 ? "a1b2c3" : "d4e5f6";
        const client = Object.create(bench.client, { keyFingerprint: { value } }) as ServiceClient;
        return Promise.resolve(client);
      });
      await session.loadAll();
      const error = session.state.failure?.error;
      assert.equal(isAppError(error) && error.code, "lists/keyChanged");
      assert.deepEqual(told(session.state).slice(0, 3), ["failed", 2, 20]);
      assert.equal((await firstColumn(table)).length, 20, "what came stays");
      await session.resume();
      assert.deepEqual(told(session.state), ["finished", 4, 35, 35, "counted"]);
    });

    it("keeps what came when a page fails, and goes on from that page", async () => {
      const { session, table } = await start((page, size) => {
        status = page === 2 ? 502 : 200;
        return paged(35)(page, size);
      });
      await session.loadAll();
      assert.deepEqual(told(session.state).slice(0, 3), ["failed", 2, 20]);
      const error = session.state.failure?.error;
      assert.equal(isAppError(error) && error.code, "service/502");
      assert.equal((await firstColumn(table)).length, 20);
      status = 200;
      await session.reload();
      assert.deepEqual(asked(), [1, 2, 3, 3, 4]);
      assert.deepEqual(told(session.state), ["finished", 4, 35, 35, "counted"]);
      assert.equal(session.state.failure, undefined);
    });

    it("asks whether to go on where very many rows came", async () => {
      const { session } = await start(paged(60), { rowsAtOnce: 20 });
      await session.loadAll();
      assert.deepEqual(told(session.state).slice(0, 3), ["paused", 2, 20]);
      assert.equal(session.state.walk?.isAtLimit, true);
      await session.resume();
      assert.deepEqual(told(session.state).slice(0, 3), ["paused", 4, 40]);
      await session.resume();
      await session.resume();
      assert.deepEqual(told(session.state), ["finished", 6, 60, 60, "counted"]);
    });

    it("goes back to pages with the next page that is asked for", async () => {
      const { session, table } = await start(paged(35));
      await session.loadAll();
      await session.goTo(2);
      const { walk, query, paging } = session.state;
      assert.deepEqual([walk, query.mode, paging?.firstRow], [undefined, "page", 11]);
      assert.equal((await firstColumn(table)).length, 10);
    });

    it("takes a page behind the end that is not there for the end", async () => {
      const { session } = await start((page, size) => {
        status = page === 2 ? 404 : 200;
        return paged(20)(page, size);
      });
      await session.loadAll();
      assert.deepEqual(told(session.state).slice(0, 3), ["finished", 2, 20]);
      assert.deepEqual([asked(), session.state.failure], [[1, 2, 3], undefined]);
    });

    it("does not go round in a list that begins anew", async () => {
      const { session } = await start((page, size) => {
        const { items } = paged(100)(1 + ((page - 1) % 3), size) as { items: unknown };
        return items;
      });
      await session.loadAll();
      const { walk, paging, findings } = session.state;
      assert.deepEqual([walk?.state, asked()], ["finished", [1, 2, 3, 4]]);
      assert.equal(paging?.total, undefined);
      assert.deepEqual(
        findings.map(({ kind }) => kind),
        ["repeatedRows"],
      );
    });

    it("gives each page the time of an action for itself", async () => {
      let passed = 0;
      const clock = {
        now: () => 1_767_600_000_000 + passed,
        monotonic: () => passed,
        schedule: (milliseconds: number, run: () => void) => {
          const timer = setTimeout(run, milliseconds).unref();
          return () => clearTimeout(timer);
        },
      };
      const { session } = await start(
        (page, size) => {
          passed += 40_000;
          return paged(35)(page, size);
        },
        {},
        { clock },
      );
      await session.loadAll();
      assert.deepEqual(told(session.state).slice(0, 3), ["finished", 4, 35]);
    });
  });
});

/** The definition, its list of clients as section 4.4 shows it: headers only. */
function withoutPaging(): string {
  const document = JSON.parse(DEFINITION) as {
    paths: Record<string, { get: { parameters: readonly { $ref: string }[] } }>;
  };
  const { get } = document.paths["/crm/v1/clients"]!;
  get.parameters = get.parameters.filter(({ $ref }) => !$ref.includes("Page"));
  return JSON.stringify(document);
}
