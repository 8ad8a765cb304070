import assert from "node:assert/strict";
import { GrowingList } from "../../../../src/features/lists/common/growingList";
import { ListPlace } from "../../../../src/features/lists/common/listPlace";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";

const TOTAL = 25;
const SIZE = 10;

describe("ListPlace", () => {
  let bench: Bench;
  let list: GrowingList;
  let one: ListPlace;
  let other: ListPlace;
  let total = TOTAL;
  let status = 200;

  beforeEach(async () => {
    [total, status] = [TOTAL, 200];
    bench = await openBench({
      answer: ({ path }, response) => {
        const page = Number(new URL(path, "http://x").searchParams.get("pageNumber"));
        const count = Math.max(0, Math.min(SIZE, total - (page - 1) * SIZE));
        const items = Array.from({ length: count }, (_, row) => ({ id: `${page}.${row}` }));
        // Its retries need no wait.
        sendJson(response, status, { items, totalItems: total }, { "retry-after": "0" });
      },
    });
    list = newList();
    [one, other] = [new ListPlace(list), new ListPlace(list)];
    await list.load();
  });

  afterEach(() => bench.close());

  const newList = (): GrowingList =>
    new GrowingList({
      kind: "client",
      pageSize: () => SIZE,
      call: { operationId: "listClients" },
      client: () => Promise.resolve(bench.client),
      title: (page) => `Clients page ${page}`,
    });
  const shown = (): number[] => [one.rows.length, other.rows.length];
  const calls = (): number => bench.service.seen.length;
  const codes = (): unknown[] =>
    [one, other].map(({ error }) => (error as { code: string } | undefined)?.code);

  it("grows by itself, and asks for no page twice", async () => {
    assert.deepEqual([shown(), calls()], [[10, 10], 1]);
    await one.loadMore();
    await one.loadMore();
    assert.deepEqual([shown(), calls()], [[25, 10], 3]);
    assert.deepEqual([one.rest, other.rest], ["none", "more"]);
    await other.loadMore();
    await other.loadMore();
    assert.deepEqual([shown(), calls(), other.rest], [[25, 25], 3, "none"]);
    await other.loadMore();
    assert.deepEqual(shown(), [25, 25]);
  });

  it("shares a page that both want at the same time", async () => {
    await Promise.all([one.loadMore(), other.loadMore(), one.loadMore()]);
    assert.deepEqual([shown(), calls()], [[20, 20], 2]);
  });

  it("keeps to itself that its next page failed, and tries that one again", async () => {
    status = 500;
    await one.loadMore();
    assert.deepEqual(
      [shown(), codes()],
      [
        [10, 10],
        ["service/500", undefined],
      ],
    );
    await other.retry();
    assert.deepEqual(codes(), ["service/500", "service/500"]);
    status = 200;
    await one.retry();
    assert.deepEqual(
      [shown(), codes()],
      [
        [20, 10],
        [undefined, undefined],
      ],
    );
  });

  it("shows everywhere that the whole list could not be loaded anew, and tries that again", async () => {
    await one.loadMore();
    status = 500;
    await list.reload();
    assert.deepEqual(
      [shown(), codes()],
      [
        [20, 10],
        ["service/500", "service/500"],
      ],
    );
    [status, total] = [200, 12];
    await other.retry();
    assert.deepEqual([shown(), codes(), list.pageCount], [[12, 10], [undefined, undefined], 2]);
  });

  it("begins with the first page after a first load that failed", async () => {
    const later = newList();
    const place = new ListPlace(later);
    status = 500;
    await later.load();
    assert.equal((place.error as { code: string }).code, "service/500");
    status = 200;
    await place.retry();
    assert.deepEqual([place.rows.length, place.error], [10, undefined]);
  });

  it("goes on from where a list that became shorter ends", async () => {
    await one.loadMore();
    await one.loadMore();
    total = 5;
    await list.reload();
    assert.deepEqual([shown(), one.rest], [[5, 5], "none"]);
    total = TOTAL;
    await list.reload();
    await one.loadMore();
    assert.deepEqual(shown(), [20, 10]);
  });
});
