import assert from "node:assert/strict";
import type { ListSession, ListState } from "../../../../src/features/lists/common/session";
import type { Paging } from "../../../../src/features/lists/messages/paging";
import type { PagingFault } from "../../../../src/features/sandbox/messages/sandboxFaults";
import { type Bench, openBench } from "../../platform/http/support/bench";
import { type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";
import { openSession, type OpenSession, type SessionGiven } from "./support/sessions";

describe("lists of the sandbox with everything odd about their pages", () => {
  let sandbox: SandboxUnderTest;
  let bench: Bench;
  /** Of a client with 37 holdings, and of one with 100. */
  let ruth: string;
  let ngozi: string;

  before(async () => {
    sandbox = await startSandbox();
    const { baseUrl, authUrl, clients, subscriptionKeys } = sandbox.facts;
    const { clientId, clientSecret, scopes } = clients.serviceAccount;
    bench = await openBench({ connection: { baseUrl, authUrl, clientId, scopes } });
    const subscriptionKey = subscriptionKeys.development;
    bench.secrets.current = { subscriptionKey, clientSecret };
    const action = bench.client.startAction("Clients");
    const call = { operationId: "listClients" as const, query: { pageSize: 200 } };
    const { text } = await bench.client.send(call, { action });
    const { items } = JSON.parse(text) as { items: SandboxClient[] };
    ruth = items.find(({ name }) => name.firstName === "Ruth")?.clientId ?? "";
    ngozi = await ownerOf(bench, "Okafor");
  });

  afterEach(() => sandbox.setFaults([]));

  after(async () => {
    await bench.close();
    await sandbox.stop();
  });

  async function withFaults(
    faults: readonly PagingFault[],
    clientId: string,
    given: SessionGiven = {},
  ): Promise<OpenSession> {
    await sandbox.setFaults(faults.map((fault) => ({ fault })));
    const query = { path: { clientId }, pageSize: 25, ...given.query };
    return openSession(bench.client, { ...given, query });
  }

  async function walked(
    faults: readonly PagingFault[],
    clientId: string,
    given: SessionGiven = {},
  ): Promise<ListState> {
    const { session } = await withFaults(faults, clientId, given);
    await session.loadAll();
    return session.state;
  }

  const kinds = ({ findings }: ListState): readonly string[] => findings.map(({ kind }) => kind);

  const told = (state: ListState): readonly unknown[] => [
    state.walk?.state,
    state.walk?.rows,
    state.paging?.total,
    state.paging?.totalBasis,
    kinds(state),
  ];

  const walks: readonly (readonly [
    name: string,
    faults: readonly PagingFault[],
    expected: readonly unknown[],
  ])[] = [
    ["nothing odd", [], ["finished", 37, 37, "counted", []]],
    ["no total", [paging("noTotal")], ["finished", 37, 37, "counted", []]],
    ["a bare array", [paging("bareArray")], ["finished", 37, 37, "counted", []]],
    [
      "a size that is lowered without a word",
      [{ kind: "paging", variant: "clamped", size: 7 }],
      ["finished", 37, 37, "counted", ["sizeLowered"]],
    ],
    [
      "a lowered size and no total",
      [{ kind: "paging", variant: "clamped", size: 7 }, paging("noTotal")],
      ["finished", 37, 37, "counted", ["sizeLowered"]],
    ],
    [
      "a total that is too high",
      [paging("wrongTotal")],
      ["finished", 37, undefined, undefined, ["fewerThanTotal"]],
    ],
    [
      "a total that moves",
      [paging("movingTotal")],
      ["finished", 37, undefined, undefined, ["movingTotal"]],
    ],
    [
      "no total and an empty page at the end",
      [paging("emptyLast")],
      ["finished", 25, 25, "counted", ["emptyLastPage"]],
    ],
    [
      "pages that are not paged",
      [paging("unpaged")],
      ["finished", 37, 37, "counted", ["repeatedPage", "sizeRaised"]],
    ],
    [
      "pages that are not paged, and no total",
      [paging("unpaged"), paging("noTotal")],
      ["finished", 37, undefined, undefined, ["repeatedPage", "sizeRaised"]],
    ],
    [
      "pages counted from 0",
      [paging("zeroBased")],
      ["finished", 12, undefined, undefined, ["countsFromZero", "fewerThanTotal"]],
    ],
  ];
  for (const [name, faults, expected] of walks) {
    it(`loads all of a list with ${name}`, async () => {
      assert.deepEqual(told(await walked(faults, ruth)), expected);
    });
  }

  for (const style of [
    ...(["items", "data", "links", "cursor", "odata", "numbersFromZero", "nested3"] as const),
  ]) {
    it(`loads all of a list in an envelope of the style ${style}`, async () => {
      const state = await walked([{ kind: "paging", variant: "envelope", style }], ruth);
      const odd = style === "numbersFromZero" ? ["otherPageNumber"] : [];
      assert.deepEqual(told(state), ["finished", 37, 37, "counted", odd]);
    });

    it(`turns the pages of a list in an envelope of the style ${style}`, async () => {
      const { session } = await withFaults([{ kind: "paging", variant: "envelope", style }], ruth);
      await session.reload();
      assert.equal(placeOf(session).hasNext, true);
      await session.goTo(2);
      const { hasNext, firstRow, lastRow, end } = placeOf(session);
      assert.deepEqual([hasNext, firstRow, lastRow, end], [false, 26, 37, "known"]);
    });
  }

  it("says which rows came twice, and no total beside more rows than it", async () => {
    const state = await walked([paging("repeated")], ruth);
    assert.deepEqual(told(state), ["finished", 40, undefined, undefined, ["repeatedRows"]]);
    assert.deepEqual(state.findings[0]?.values, { rows: 3 });
  });

  it("finds the first page of a service that counts from 0, by the rules", async () => {
    const { session, said } = await withFaults([paging("zeroBased")], ruth);
    await session.reload();
    assert.deepEqual(session.state.findings[0], {
      kind: "countsFromZero",
      values: {},
      actionId: "list.countFromZero",
      isLoss: true,
    });
    said.rules = { firstPage: 0 };
    await session.applyRules();
    const { paging: place, query, findings } = session.state;
    assert.deepEqual([query.pageNumber, place?.firstRow, place?.lastPage, findings], [0, 1, 1, []]);
    await session.loadAll();
    assert.deepEqual(told(session.state), ["finished", 37, 37, "counted", []]);
  });

  it("asks once more after a full page that just reaches the total", async () => {
    const before = bench.actions.length;
    const state = await walked([], ngozi);
    assert.deepEqual(told(state), ["finished", 100, 100, "counted", []]);
    const attempts = new Set(bench.actions.slice(before).map(({ attempts: all }) => all.length));
    assert.equal(Math.max(...attempts), 5);
    assert.equal(state.walk?.pages, 4);
  });

  it("takes no total back into what is shown once its pages spoke against it", async () => {
    const { session } = await withFaults([paging("wrongTotal")], ngozi);
    await session.reload();
    assert.deepEqual([session.state.paging?.total, kinds(session.state)], [110, []]);
    await session.goTo(5);
    const { total, deniedTotal } = session.state.paging ?? {};
    assert.deepEqual(
      [total, deniedTotal, kinds(session.state)],
      [undefined, 110, ["fewerThanTotal"]],
    );
    await session.goTo(2);
    assert.deepEqual(
      [session.state.paging?.total, session.state.paging?.deniedTotal],
      [undefined, 110],
    );
  });

  it("stays on a page whose rows come again, and knows the list by it", async () => {
    const { session } = await withFaults([paging("unpaged"), paging("noTotal")], ruth);
    await session.reload();
    await session.goTo(2);
    const { query, paging: place } = session.state;
    assert.deepEqual(
      [query.pageNumber, place?.total, place?.hasNext, place?.end, session.shownPage],
      [1, undefined, true, "mayFollow", 2],
    );
  });

  it("names the rows of a page in the midst of a list whose size was lowered", async () => {
    const fault: PagingFault = { kind: "paging", variant: "clamped", size: 10 };
    const { session } = await withFaults([fault], ruth, { query: { pageNumber: 3 } });
    await session.reload();
    const { firstRow, lastRow, total, lastPage } = session.state.paging ?? {};
    assert.deepEqual([firstRow, lastRow, total, lastPage], [21, 30, 37, 4]);
  });
});

function placeOf({ state }: ListSession): Partial<Paging> {
  return state.paging ?? {};
}

interface SandboxClient {
  readonly clientId: string;
  readonly name: { readonly firstName: string; readonly lastName: string };
}

function paging(variant: Exclude<PagingFault["variant"], "clamped" | "envelope">): PagingFault {
  return { kind: "paging", variant };
}

/** A client of that last name with 100 holdings. */
async function ownerOf(bench: Bench, lastName: string): Promise<string> {
  const action = bench.client.startAction("Clients");
  for (let pageNumber = 1; ; pageNumber++) {
    const query = { pageSize: 200, pageNumber };
    const call = { operationId: "listClients" as const, query };
    const { text } = await bench.client.send(call, { action });
    const { items } = JSON.parse(text) as { items: SandboxClient[] };
    const found = items.find(
      ({ name }) => name.lastName === lastName && name.firstName === "Ngozi",
    );
    if (found !== undefined || items.length === 0) {
      return found?.clientId ?? "";
    }
  }
}
