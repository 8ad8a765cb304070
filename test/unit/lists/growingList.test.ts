import assert from "node:assert/strict";
import { GrowingList } from "../../../src/core/lists/growingList";
import { type Bench, openBench } from "../http/support/bench";
import { type Seen, sendJson } from "../http/support/servers";

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

describe("GrowingList", () => {
  let bench: Bench;
  let status = 200;

  afterEach(async () => {
    status = 200;
    await bench.close();
  });

  async function open(body: Body, pageSize = 10): Promise<GrowingList> {
    bench = await openBench({
      answer: (request, response) => {
        const query = new URL(request.path, "http://x").searchParams;
        const page = Number(query.get("pageNumber"));
        sendJson(response, status, body(page, Number(query.get("pageSize")), bench.service.seen));
      },
    });
    return new GrowingList({
      kind: "client",
      pageSize,
      call: { operationId: "listClients" },
      client: () => Promise.resolve(bench.client),
      title: (page) => `Clients page ${String(page)}`,
    });
  }

  it("loads the first page once, whoever asks for it", async () => {
    const list = await open(paged(25));
    await Promise.all([list.load(), list.load(), list.load()]);
    await list.load();
    assert.deepEqual([list.rows.length, list.total, list.rest], [10, 25, "more"]);
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

  it("knows without a total only whether more may follow", async () => {
    const list = await open((page, size) => ids((page - 1) * size, page < 3 ? size : 4));
    await list.load();
    assert.deepEqual([list.total, list.rest], [undefined, "maybe"]);
    await list.loadMore();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [24, "none"]);
  });

  it("takes a page that repeats the one before for a list without paging", async () => {
    const list = await open((_, size) => ids(0, size));
    await list.load();
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.rest], [10, "none"]);
  });

  it("keeps its rows and says why when a page fails, and forgets it when one comes", async () => {
    const list = await open(paged(25));
    await list.load();
    status = 500;
    await list.loadMore();
    assert.equal(list.rows.length, 10);
    assert.equal((list.error as { code: string }).code, "service/500");
    status = 200;
    await list.loadMore();
    assert.deepEqual([list.rows.length, list.error], [20, undefined]);
  });

  it("reloads as many pages as were shown, and keeps the old ones when that fails", async () => {
    let total = 35;
    const list = await open((page, size, seen) => paged(total)(page, size, seen));
    await list.load();
    await list.loadMore();
    total = 12;
    await list.reload();
    assert.deepEqual([list.rows.length, list.total, list.rest], [12, 12, "none"]);
    status = 503;
    await list.reload();
    assert.deepEqual([list.rows.length, (list.error as { status: number }).status], [12, 503]);
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
