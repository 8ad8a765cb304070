import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import { SeenLists } from "../../../../src/features/lists/common/seenLists";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import type { TreeNode } from "../../../../src/features/explorer/host/nodes";
import { ConnectionTree } from "../../../../src/features/explorer/host/tree";
import { type Bench, DEFINITION, openBench } from "../../platform/http/support/bench";
import { aQuery, openSession } from "../lists/support/sessions";
import { sendJson } from "../../platform/http/support/servers";

type Answer = (query: URLSearchParams) => unknown;

const ID = "connection-1";
const CLIENTS: TreeNode = {
  kind: "clients",
  list: "clients",
  connectionId: ID,
  nodeId: `${ID}/crm/clients`,
};
const rowsFrom = (from: number, to: number): readonly { readonly clientId: string }[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, row) => ({
    clientId: `00000000-0000-4000-8000-${String(from + row + 1).padStart(12, "0")}`,
  }));

describe("clients in the tree, where the service takes", () => {
  let bench: Bench;
  let rules: ListRules;
  let seenLists: SeenLists;

  beforeEach(() => {
    rules = {};
    seenLists = new SeenLists();
  });
  afterEach(() => bench.close());

  async function open(answer: Answer): Promise<ConnectionTree> {
    bench = await openBench({
      answer: ({ path }, response) => {
        const body = answer(new URL(path, "http://x").searchParams);
        sendJson(response, body === undefined ? 400 : 200, body ?? {});
      },
    });
    const tree: ConnectionTree = new ConnectionTree({
      describe: () => Promise.resolve({ code: "", what: "Refused.", advice: "" }),
      connectionIds: () => [ID],
      client: () => Promise.resolve(bench.client),
      pensions: () => Promise.resolve([]),
      listRules: () => rules,
      setListRules: (connectionId, operationId, said) => {
        assert.deepEqual([connectionId, operationId], [ID, "listClients"]);
        rules = said;
        return Promise.resolve();
      },
      seenLists,
      pageSize: () => undefined,
      definition: () => Promise.resolve(DEFINITION),
      pinned: () => Promise.resolve([]),
      connection: () => undefined,
      domainDescription: () => undefined,
      faults: () => [],
      privacy: { masking: NO_MASKING },
      isUnlocked: () => false,
      sameKey: () => undefined,
    });
    return tree;
  }

  const labels = async (tree: ConnectionTree): Promise<readonly string[]> =>
    (await tree.getChildren(CLIENTS)).map((node) => {
      const { label, description } = tree.getTreeItem(node) as Partial<Record<string, string>>;
      return node.kind === "client" ? node.kind : [label, description].filter(Boolean).join(" · ");
    });

  async function take(tree: ConnectionTree, label: string): Promise<void> {
    const nodes = await tree.getChildren(CLIENTS);
    const node = nodes.find((one) => one.kind === "way" && one.label === label);
    assert.ok(node?.kind === "way", label);
    await tree.applyWay(node);
  }

  const asked = (): readonly string[] =>
    bench.service.seen.map(({ path }) => path.split("?")[1] ?? "");

  it("no paging parameters: the whole list is one click away, and so is the way back", async () => {
    const tree = await open((query) => (query.size === 0 ? rowsFrom(0, 3) : undefined));
    assert.deepEqual(await labels(tree), [
      "Could not load · 400 · Refused.",
      ...["Whole list at once", "Smaller pages (25)", "Default page size"],
    ]);
    await take(tree, "Whole list at once");
    assert.deepEqual(await labels(tree), [
      ...["client", "client", "client"],
      "Ask for pages again · The whole list is requested at once.",
    ]);
    await take(tree, "Ask for pages again");
    assert.deepEqual(rules, {});
    assert.deepEqual(asked(), [...["pageSize=100&pageNumber=1", "", "pageSize=100&pageNumber=1"]]);
  });

  it("no page behind a full last one: says so at once, and asks again when it is told to", async () => {
    let all = 200;
    const tree = await open((query) => {
      const from = (Number(query.get("pageNumber")) - 1) * 100;
      return from < all ? rowsFrom(from, Math.min(from + 100, all)) : undefined;
    });
    const loadMore = async (): Promise<readonly string[]> => {
      const more = (await tree.getChildren(CLIENTS)).find(({ kind }) => kind === "more");
      await tree.loadMore(more!);
      return (await labels(tree)).filter((label) => label !== "client");
    };
    await tree.getChildren(CLIENTS);
    await loadMore();
    assert.deepEqual(await loadMore(), [
      "Rows: 200 or more; page 3 was refused.",
      "Load more · 200 shown · more may follow",
    ]);
    all = 230;
    await loadMore();
    assert.deepEqual((await labels(tree)).slice(230), []);
  });

  it("no paging parameters, and gives more rows than a tree shows: it says so", async () => {
    rules = { isUnpaged: true };
    const tree = await open(() => rowsFrom(0, 5002));
    const shown = await labels(tree);
    assert.equal(shown.filter((label) => label === "client").length, 5000);
    assert.deepEqual(shown.slice(5000), [
      `${(5000).toLocaleString()} of ${(5002).toLocaleString()} shown. Open the list to see all rows.`,
      "Ask for pages again · The whole list is requested at once.",
    ]);
  });

  it("no paging parameters, and gives less than it says: no size is offered for the whole", async () => {
    const tree = await open((query) =>
      query.size === 0 ? { totalCount: 120, items: rowsFrom(0, 25) } : undefined,
    );
    await tree.getChildren(CLIENTS);
    await take(tree, "Whole list at once");
    const ways = (await labels(tree)).filter((label) => /pages|size/i.test(label));
    assert.deepEqual(ways, ["Ask for pages again · The whole list is requested at once."]);
  });

  it("no large pages: smaller ones are asked for from then on", async () => {
    const tree = await open((query) => {
      const [size, page] = [Number(query.get("pageSize")), Number(query.get("pageNumber"))];
      const from = (page - 1) * size;
      return size > 30 ? undefined : rowsFrom(from, Math.min(from + size, 30));
    });
    await tree.getChildren(CLIENTS);
    await take(tree, "Smaller pages (25)");
    const shown = await labels(tree);
    assert.deepEqual(
      [shown.filter((label) => label === "client").length, ...shown.slice(25)],
      [
        25,
        ...["Load more · 25 shown · more may follow"],
        "Usual page size · The list is requested with a page size of 25.",
      ],
    );
    assert.deepEqual([asked().at(-1), rules], ["pageSize=25&pageNumber=1", { pageSize: 25 }]);
  });

  it("pages from 0 without a word: says so at once, and finds the rows before", async () => {
    const tree = await open((query) => {
      const from = Number(query.get("pageNumber")) * 100;
      return { items: rowsFrom(from, Math.min(from + 100, 120)), total: 120 };
    });
    const late = await labels(tree);
    assert.deepEqual(late.slice(20), [
      "Rows: 20 of 120; the service may count its pages from 0.",
      "Count pages from 0",
      "Load 100 more · 20 of 120",
    ]);
    await take(tree, "Count pages from 0");
    assert.deepEqual((await labels(tree)).slice(100), [
      "Load 20 more · 100 of 120",
      "Count pages from 1 · Pages are counted from 0.",
    ]);
    assert.deepEqual(asked().at(-1), "pageSize=100&pageNumber=0");
  });

  it("pages from 1 where it is asked to count from 0: one way back, of one id", async () => {
    rules = { firstPage: 0 };
    const tree = await open((query) => {
      const from = (Math.max(Number(query.get("pageNumber")), 1) - 1) * 100;
      return { items: rowsFrom(from, Math.min(from + 100, 220)), total: 220 };
    });
    const more = (await tree.getChildren(CLIENTS)).find(({ kind }) => kind === "more");
    assert.ok(more?.kind === "more");
    await tree.loadMore(more);
    const ids = (await tree.getChildren(CLIENTS)).map(({ nodeId }) => nodeId);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.filter((id) => id.includes("/way:")).length, 1);
  });

  const countOf = (tree: ConnectionTree): unknown => tree.getTreeItem(CLIENTS).description;

  it("counts no more than came where the list ends before the number of the service", async () => {
    const tree = await open((query) => {
      const from = (Number(query.get("pageNumber")) - 1) * 100;
      return { items: rowsFrom(from, Math.min(from + 100, 108)), total: 120 };
    });
    await tree.getChildren(CLIENTS);
    assert.equal(countOf(tree), "120", "by the service");
    const more = (await tree.getChildren(CLIENTS)).find(({ kind }) => kind === "more");
    await tree.loadMore(more!);
    await tree.loadMore(more!);
    assert.equal(countOf(tree), "at least 108");
  });

  it("counts no more than a panel saw come, until the service says another number", async () => {
    const tree = await open((query) => {
      const from = (Number(query.get("pageNumber")) - 1) * 100;
      return { items: rowsFrom(from, Math.min(from + 100, 108)), total: 120 };
    });
    await tree.getChildren(CLIENTS);
    const query = aQuery({ operationId: "listClients", pageSize: 25 });
    const seen = (): ReturnType<SeenLists["of"]> => seenLists.of(ID, "listClients");
    const { session } = openSession(bench.client, { query, seen });
    await session.reload();
    assert.equal(countOf(tree), "120");
    await session.loadAll();
    assert.deepEqual(session.state.paging?.deniedTotal, 120);
    assert.equal(countOf(tree), "at least 108");
    seen().deny({ said: 130, came: 108 });
    assert.equal(countOf(tree), "120", "of another number nothing was said");
    seen().deny(undefined);
    assert.equal(countOf(tree), "120");
  });

  it("pages from 0 without a word, and has fewer rows than a page", async () => {
    const tree = await open((query) => ({
      items: query.get("pageNumber") === "0" ? rowsFrom(0, 7) : [],
      total: 7,
    }));
    assert.deepEqual(await labels(tree), [
      "Rows: 0 of 7; the service may count its pages from 0.",
      "Count pages from 0",
    ]);
    await take(tree, "Count pages from 0");
    assert.equal((await labels(tree)).filter((label) => label === "client").length, 7);
  });
});
