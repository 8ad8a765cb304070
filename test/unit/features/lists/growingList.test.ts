import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { Action } from "../../../../src/platform/base/action";
import { AppError } from "../../../../src/platform/base/errors";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import { GrowingList } from "../../../../src/features/lists/common/growingList";
import { SeenList } from "../../../../src/features/lists/common/seenLists";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { delivered } from "../../platform/http/support/loopback";
import { type Seen, sendJson } from "../../platform/http/support/servers";

type Body = (pageNumber: number, pageSize: number, seen: readonly Seen[]) => unknown;

const ids = (from: number, count: number): { clientId: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    clientId: `00000000-0000-4000-8000-${String(from + index).padStart(12, "0")}`,
  }));

/** A service with `total` clients that pages as asked. */
const paged =
  (total: number): Body =>
  (pageNumber, pageSize) => {
    const from = (pageNumber - 1) * pageSize;
    return { items: ids(from, Math.max(0, Math.min(pageSize, total - from))), totalItems: total };
  };

function pageOf(path: string): [pageNumber: number, pageSize: number] {
  const query = new URL(path, "http://x").searchParams;
  return [Number(query.get("pageNumber")), Number(query.get("pageSize"))];
}

/** For what real sockets do in their own time; the runner ends a wait without end. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await setImmediate();
  }
}

describe("GrowingList", () => {
  let bench: Bench;
  let status = 200;
  /** Requests whose connection was closed before they were answered. */
  let givenUp = 0;
  let sizes: SeenList;

  beforeEach(() => (sizes = new SeenList()));

  afterEach(async () => {
    [status, givenUp] = [200, 0];
    await bench.close();
  });

  async function open(
    body: Body,
    {
      before = (answer: () => void): unknown => answer(),
      headers = undefined as ((page: number) => OutgoingHttpHeaders) | undefined,
      takesPages = true,
      rules = (): ListRules => ({}),
    } = {},
  ): Promise<GrowingList> {
    bench = await openBench({
      answer: ({ path }, response) => {
        response.once("close", () => (givenUp += response.writableFinished ? 0 : 1));
        const [page, size] = pageOf(path);
        before(() =>
          sendJson(response, status, body(page, size, bench.service.seen), headers?.(page)),
        );
      },
    });
    return new GrowingList({
      kind: "client",
      pageSize: () => 10,
      ...{ takesPages: () => takesPages, rules },
      call: { operationId: "listClients" },
      client: () => Promise.resolve(bench.client),
      seen: () => sizes,
      title: (page) => `Clients page ${String(page)}`,
    });
  }

  it("learns what a panel has learnt of the list when it is drawn again", async () => {
    let rules: ListRules = {};
    const zero: Body = (page, size) => paged(25)(page + 1, size, []);
    const list = await open(zero, { rules: () => rules });
    await list.load();
    assert.equal(list.rows[0]?.key, ids(10, 1)[0]?.clientId);
    rules = { firstPage: 0 };
    await list.load();
    assert.equal(list.rows[0]?.key, ids(0, 1)[0]?.clientId);
    await list.load();
    rules = { isUnpaged: true };
    await list.load();
    assert.deepEqual(
      bench.service.seen.map(({ path }) => path.split("?")[1] ?? ""),
      ["pageSize=10&pageNumber=1", "pageSize=10&pageNumber=0", ""],
    );
  });

  it("waits for the load that drawing began, where a way was taken", async () => {
    let rules: ListRules = { pageSize: 5 };
    const list = await open(paged(25), { rules: () => rules });
    await list.load();
    rules = {};
    // The change of the rules draws the tree anew before the way itself asks.
    const drawn = list.load();
    await list.settle();
    assert.equal(list.rows.length, 10);
    await drawn;
    assert.equal(bench.service.seen.length, 2, "one load for both");
  });

  it("tells which sizes of pages it was seen to take", async () => {
    const list = await open(paged(25));
    await list.load();
    assert.deepEqual(sizes.sizes, { taken: 10, filled: 10 });
    status = 400;
    await list.reload();
    assert.deepEqual(sizes.sizes, { taken: 0, filled: 0 });
    assert.deepEqual(
      list.waysOn.map(({ id }) => id),
      ["list.takeAsWhole", "list.defaultPageSize"],
    );
  });

  it("says why there may be more than it can bring", async () => {
    const list = await open(() => ({ items: ids(0, 10), totalItems: 120 }));
    await list.load();
    assert.deepEqual([list.loss], [undefined]);
    await list.loadMore();
    assert.deepEqual(
      [list.rows.length, list.rest, list.total, list.said, list.loss?.kind],
      [10, "none", undefined, 120, "fewerThanTotal"],
    );
  });

  for (const code of [400, 404]) {
    it(`takes a refusal with ${code} behind a full page for what may be the end`, async () => {
      let last = 2;
      const list = await open((page, size) => ids((page - 1) * size, size), {
        before: (answer) => {
          status = pagesAsked().at(-1)! > last ? code : 200;
          answer();
        },
      });
      await list.load();
      await list.loadMore();
      await list.loadMore();
      assert.deepEqual([list.rows.length, list.failure], [20, undefined]);
      assert.deepEqual(
        [list.rest, list.loss?.kind, list.loss?.values],
        [...["maybe", "refusedPage", { page: 3 }]],
      );
      last = 3;
      await list.loadMore();
      assert.deepEqual([list.rows.length, list.rest, list.loss], [30, "maybe", undefined]);
      last = 1;
      await list.reload();
      assert.deepEqual(
        [list.rows.length, list.failure, list.loss?.values],
        [...[10, undefined, { page: 2 }]],
      );
      assert.deepEqual(pagesAsked(), [1, 2, 3, 3, 1, 2]);
    });
  }

  it("takes a refusal behind a short page for the end, and one amid the list for a failure", async () => {
    let told = {};
    const list = await open((page) => ({ items: page === 1 ? ids(0, 4) : [], ...told }), {
      before: (answer) => {
        status = pagesAsked().at(-1)! > 1 ? 404 : 200;
        answer();
      },
    });
    await list.load();
    assert.equal(list.rest, "maybe");
    await list.loadMore();
    assert.deepEqual([list.rest, list.loss, list.failure], ["none", undefined, undefined]);
    told = { totalItems: 12 };
    await list.reload();
    await list.loadMore();
    assert.equal((list.failure?.error as { status: number }).status, 404);
  });

  it("goes on behind a short page while the service says more pages", async () => {
    const list = await open((page) => ({
      items: ids(page * 10, page > 1 ? 4 : 10),
      totalPages: 3,
    }));
    await list.load();
    await list.loadMore();
    assert.equal(list.rest, "maybe");
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [18, "none"]);
  });

  it("says how many rows a page brings, as pages have shown it", async () => {
    const list = await open((page) => paged(25)(page, 4, []));
    await list.load();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.pageSize], [8, 4]);
  });

  const pagesAsked = (): number[] => bench.service.seen.map(({ path }) => pageOf(path)[0]);

  it("loads the first page once, whoever asks for it", async () => {
    const list = await open(paged(25));
    await Promise.all([list.load(), list.load(), list.load()]);
    await list.load();
    assert.deepEqual([list.rows.length, list.total?.value, list.rest], [10, 25, "more"]);
    assert.equal(bench.service.seen.length, 1);
  });

  it("grows to the end that the service told", async () => {
    const list = await open(paged(25));
    await list.load();
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [25, "none"]);
    assert.equal(new Set(list.rows.map(({ key }) => key)).size, 25);
  });

  it("asks for no page, and once, where the definition knows none of the list", async () => {
    const list = await open(() => ids(0, 10), { takesPages: false });
    await list.load();
    assert.deepEqual([list.rows.length, list.rest], [10, "none"]);
    assert.deepEqual(
      bench.service.seen.map(({ path }) => path),
      ["/crm/v1/clients"],
    );
  });

  it("knows without a total only whether more may follow", async () => {
    const list = await open((page, size) => ids((page - 1) * size, page < 3 ? size : 4));
    await list.load();
    assert.deepEqual([list.total, list.rest], [undefined, "maybe"]);
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [24, "none"]);
  });

  it("takes from headers the total that the body lacks", async () => {
    const headers = (): OutgoingHttpHeaders => ({ "X-Total-Count": "12" });
    const list = await open((page) => ids((page - 1) * 10, page === 1 ? 10 : 2), { headers });
    await list.load();
    assert.deepEqual([list.total?.value, list.rest], [12, "more"]);
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [12, "none"]);
  });

  it("goes on behind a short page while a link leads to the next", async () => {
    const link = '</clients?pageNumber=9>; rel="next"';
    const headers = (page: number): OutgoingHttpHeaders => (page < 3 ? { Link: link } : {});
    const list = await open((page) => ids(page * 10, page === 2 ? 4 : 10), { headers });
    await list.load();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [14, "more"]);
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [24, "none"]);
  });

  it("takes a page that repeats the one before for a list without paging", async () => {
    const list = await open((_, size) => ids(0, size));
    await list.load();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [10, "none"]);
  });

  for (const { name, last, total, then } of [
    { name: "to all rows", last: ids(10, 10), total: 20, then: [20, "none", undefined] },
    { name: "and says what is missing", last: [], total: 20, then: [15, "none", "repeatedRows"] },
    { name: "without a total", last: ids(12, 5), then: [17, "maybe", undefined] },
  ]) {
    it(`shows rows once where pages overlap, and goes on ${name}`, async () => {
      const pages = [ids(0, 10), ids(5, 10), last];
      const list = await open((page) => ({ items: pages[page - 1], totalItems: total }));
      await list.load();
      await list.loadMore();
      assert.deepEqual([list.rows.length, list.rest], [15, total === undefined ? "maybe" : "more"]);
      await list.loadMore();
      assert.deepEqual([list.rows.length, list.rest, list.loss?.kind], then);
    });
  }

  it("shows every row where what looks like an id is another's, and equal ones once", async () => {
    const [{ clientId: one } = assert.fail(), { clientId: other } = assert.fail()] = ids(1, 2);
    const pages = [
      [
        { name: "A", adviserId: one },
        { name: "B", adviserId: other },
      ],
      [
        { name: "B", adviserId: other },
        { name: "C", adviserId: one },
      ],
    ];
    const list = await open((page) => ({ items: pages[page - 1] }));
    await list.load();
    await list.loadMore();
    const names = list.rows.map(({ label }) => label?.value);
    assert.deepEqual(names, ["A", "B", "C"]);
  });

  it("keeps its rows and says why when a page fails, and forgets it when one comes", async () => {
    const list = await open(paged(25));
    await list.load();
    status = 502;
    await list.loadMore();
    assert.equal(list.rows.length, 10);
    assert.equal((list.failure?.error as { code: string }).code, "service/502");
    status = 200;
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.failure], [20, undefined]);
  });

  it("reloads as many pages as were shown, and keeps the old ones when that fails", async () => {
    let total = 35;
    const list = await open((page, size, seen) => paged(total)(page, size, seen));
    await list.load();
    await list.loadMore();
    total = 12;
    await list.reload();
    assert.deepEqual([list.rows.length, list.total?.value, list.rest], [12, 12, "none"]);
    status = 502;
    await list.reload();
    assert.deepEqual(
      [list.rows.length, (list.failure?.error as { status: number }).status],
      [12, 502],
    );
  });

  it("reloads after a page that is on its way, not with it, and once for all who asked", async () => {
    let held: (() => void) | undefined;
    let total = 25;
    const list = await open((page, size, seen) => paged(total)(page, size, seen), {
      before: (answer) => {
        if (bench.service.seen.length === 1) {
          held = answer;
        } else {
          answer();
        }
      },
    });
    const loading = list.load();
    await until(() => held !== undefined);
    const reloads = [list.reload(), list.reload()];
    assert.equal(list.wasAsked, true);
    total = 12;
    held?.();
    await Promise.all([loading, ...reloads]);
    assert.deepEqual([list.total?.value, pagesAsked()], [12, [1, 1]]);
  });

  it("loads more after a reload that is under way", async () => {
    const held: (() => void)[] = [];
    const list = await open(paged(25), { before: (answer) => held.push(answer) });
    const loading = list.load();
    await until(() => held.length === 1);
    held[0]?.();
    await loading;
    const works = [list.reload(), list.loadMore()];
    await until(() => held.length === 2);
    await delivered();
    assert.deepEqual(pagesAsked(), [1, 1]);
    held[1]?.();
    await until(() => held.length === 3);
    held[2]?.();
    await Promise.all(works);
    assert.deepEqual([list.rows.length, pagesAsked()], [20, [1, 1, 2]]);
  });

  it("ends what is in flight when the only one who waits leaves, and stays as it was", async () => {
    const isFirst = (): boolean => bench.service.seen.length === 1;
    const list = await open(paged(25), { before: (answer) => isFirst() && answer() });
    await list.load();
    for (const work of ["loadMore", "reload"] as const) {
      const controller = new AbortController();
      const seen = bench.service.seen.length;
      const working = list[work]({ signal: controller.signal });
      await until(() => bench.service.seen.length > seen);
      controller.abort();
      await working;
      assert.deepEqual([list.rows.length, list.failure], [10, undefined]);
      await until(() => givenUp === bench.service.seen.length - 1);
    }
  });

  it("goes on for those who stay", async () => {
    let held: (() => void) | undefined;
    const list = await open(paged(25), { before: (answer) => (held = answer) });
    const controller = new AbortController();
    const leaving = list.load({ signal: controller.signal });
    const staying = list.load();
    await until(() => held !== undefined);
    controller.abort();
    await leaving;
    assert.equal(list.isLoaded, false);
    held?.();
    await staying;
    assert.deepEqual([list.rows.length, pagesAsked()], [10, [1]]);
  });

  it("is cancelled for all who wait, with a reload that waits behind, and asks no more", async () => {
    let isHeld = true;
    const list = await open(paged(25), { before: (answer) => isHeld || answer() });
    const loading = list.load();
    await until(() => bench.service.seen.length === 1);
    const reloading = list.reload();
    list.cancel();
    await Promise.all([loading, reloading]);
    await until(() => givenUp === 1);
    await delivered();
    await list.load();
    assert.equal((list.failure?.error as { kind: string }).kind, "canceled");
    assert.equal(bench.service.seen.length, 1);
    isHeld = false;
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.failure], [10, undefined]);
    list.cancel();
    assert.equal(list.failure, undefined, "nothing was being loaded");
  });

  it("keeps its error when a retry is cancelled, so that drawing asks nobody", async () => {
    status = 502;
    let isHeld = false;
    const list = await open(paged(25), { before: (answer) => isHeld || answer() });
    await list.load();
    isHeld = true;
    const controller = new AbortController();
    const retrying = list.loadMore({ signal: controller.signal });
    await until(() => bench.service.seen.length === 2);
    controller.abort();
    await retrying;
    await until(() => givenUp === 1);
    await delivered();
    await list.load();
    assert.equal((list.failure?.error as { code: string }).code, "service/502");
    assert.equal(bench.service.seen.length, 2);
  });

  for (const code of [
    ...["signInNeeded", "sessionEnded", "consentEnded"].map((name) => `credentials/${name}`),
    "refused/untrusted",
  ]) {
    it(`asks again once there may be access, after ${code}`, async () => {
      bench = await openBench({
        answer: (_request, response) => sendJson(response, 200, ids(1, 3)),
      });
      let isSignedIn = false;
      const list = new GrowingList({
        ...{ kind: "client", pageSize: () => 10, call: { operationId: "listClients" } },
        client: () =>
          isSignedIn
            ? Promise.resolve(bench.client)
            : Promise.reject(new AppError("credentials", code)),
        title: () => "Clients",
      });
      await list.load();
      isSignedIn = true;
      assert.equal(await list.retryAccess(), true);
      assert.deepEqual([list.rows.length, list.failure], [3, undefined]);
      assert.equal(await list.retryAccess(), false);
      assert.equal(bench.service.seen.length, 1);
    });
  }

  for (const [code, isAnotherRefused] of [
    ["tokenRefused", false],
    ["tokenRefused", true],
    ["refused", false],
    ["refused", true],
  ] as const) {
    const which = isAnotherRefused ? "not of a token that was renewed" : "of one nothing renews";
    it(`asks again once somebody signed in after ${code}, ${which}`, async () => {
      const attempts = isAnotherRefused ? [{ reason: "first" }, { reason: "renewal" }] : [];
      const action = { attempts } as unknown as Action;
      const list = new GrowingList({
        ...{ kind: "client", pageSize: () => 10, call: { operationId: "listClients" } },
        client: () =>
          Promise.reject(new AppError("credentials", `credentials/${code}`, { action })),
        title: () => "Clients",
      });
      await list.load();
      assert.equal(await list.retryAccess(), !isAnotherRefused);
    });
  }

  it("asks for nothing that failed otherwise when somebody signs in", async () => {
    status = 502;
    const list = await open(paged(25));
    await list.load();
    assert.equal(await list.retryAccess(), false);
    assert.equal(bench.service.seen.length, 1);
  });

  it("gives every row a key of its own, with ids that repeat and rows without one", async () => {
    const [row] = ids(7, 1);
    const list = await open(() => [row, row, { note: "no id" }, { note: "no id" }, row]);
    await list.load();
    const keys = list.rows.map(({ key }) => key);
    assert.equal(new Set(keys).size, 5);
    assert.equal(keys[0], row!.clientId);
    assert.equal(list.rows[2]!.id, undefined);
  });
});
