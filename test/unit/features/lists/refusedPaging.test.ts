import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { AppError } from "../../../../src/platform/base/errors";
import type { ListRules } from "../../../../src/features/lists/common/listRules";
import {
  wayLabel,
  waysOn,
  type FailedPage,
} from "../../../../src/features/lists/common/refusedPaging";
import { SeenLists } from "../../../../src/features/lists/common/seenLists";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { ListActs } from "../../../../src/features/lists/host/listActs";
import { listView } from "../../../../src/features/lists/host/listView";
import type { ListsServices } from "../../../../src/features/lists/host/services";
import type { ListView } from "../../../../src/features/lists/messages/listMessages";
import { type Bench, CLIENT_ID, openBench } from "../../platform/http/support/bench";
import { sendJson } from "../../platform/http/support/servers";
import { aQuery, openSession, type OpenSession } from "./support/sessions";

const english = (message: string, ...values: readonly unknown[]): string =>
  message.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));

describe("ways on where a page was refused", () => {
  const refused = (status: number, kind: AppError["kind"] = "service", words?: string): AppError =>
    new AppError(kind, `service/${status}`, {
      status,
      ...(words !== undefined && { body: Buffer.from(words) }),
    });
  const asked: FailedPage = {
    ...{ takesPages: true, rules: {}, pageNumber: 1, pageSize: 100, taken: undefined },
  };
  const labels = (error: unknown, changed: Partial<FailedPage> = {}): readonly string[] =>
    waysOn(error, { ...asked, ...changed }).map((way) =>
      wayLabel(way, { t: english, language: "en" }),
    );

  for (const status of [404, 409, 410]) {
    it(`are none after ${status}, which says something else, but where its words are of pages`, () => {
      assert.deepEqual(labels(refused(status)), []);
      assert.deepEqual(labels(refused(status, "service", '{"detail":"No such client."}')), []);
      const unknown = refused(status, "service", '{"detail":"Unknown parameter pageSize."}');
      assert.equal(labels(unknown).length, 3);
    });
  }

  for (const status of [400, 413, 414, 416, 422]) {
    it(`are the list without pages, smaller ones and no size after ${status}`, () =>
      assert.deepEqual(labels(refused(status)), [
        "Whole list at once",
        "Smaller pages (25)",
        "Default page size",
      ]));
  }

  const cases: readonly (readonly [
    name: string,
    error: unknown,
    changed: Partial<FailedPage>,
    expected: readonly string[],
  ])[] = [
    [
      "offer no smaller page than the smallest",
      refused(400),
      { pageSize: 10 },
      ["Whole list at once", "Default page size"],
    ],
    ["blame no size that other pages had", refused(400), { taken: 100 }, []],
    ["offer the size that came before", refused(400), { taken: 50 }, ["Smaller pages (50)"]],
    ["blame the size alone for a server that broke", refused(500), {}, ["Smaller pages (25)"]],
    ["blame the size alone for a server that broke, if any", refused(502), { pageSize: 10 }, []],
    [
      "blame the size of an answer that was too large or too late",
      new AppError("network", "network/attemptTimeout"),
      {},
      ["Smaller pages (25)"],
    ],
    [
      "are pages again where the whole list was asked for",
      refused(504),
      { rules: { isUnpaged: true } },
      ["Ask for pages again"],
    ],
    [
      "are page 1 where page 0 was asked for",
      refused(400),
      { rules: { firstPage: 0 }, pageNumber: 0, taken: 100 },
      ["Count pages from 1"],
    ],
    [
      "are the usual size where none was sent",
      refused(400),
      { rules: { pageSize: null } },
      ["Whole list at once", "Usual page size"],
    ],
    ["are none where nothing was asked for", refused(400), { takesPages: false }, []],
    ...[401, 403, 405, 407, 415, 429, 503].map(
      (status) => [`are none after ${status}`, refused(status), {}, []] as const,
    ),
    ["are none where a credential was refused", refused(400, "credentials"), {}, []],
    [
      "are none where the identity provider refused",
      new AppError("service", "service/identityRedirect", { status: 404 }),
      {},
      [],
    ],
    ["are none for what is no failure of the service", new TypeError("x"), {}, []],
  ];
  for (const [name, error, changed, expected] of cases) {
    it(name, () => assert.deepEqual(labels(error, changed), expected));
  }
});

/** Which queries a service takes, by name. */
const SERVICES: Readonly<Record<string, (query: URLSearchParams) => boolean>> = {
  "no paging parameters": (query) => !query.has("pageSize") && !query.has("pageNumber"),
  "no pages of more than 30": (query) => Number(query.get("pageSize") ?? 0) <= 30,
  "no page size": (query) => !query.has("pageSize"),
  "no page 0": (query) => query.get("pageNumber") !== "0",
  "any page": () => true,
  "pages from 0 and says how many rows": () => true,
};

describe("a list panel of a service that takes", () => {
  let bench: Bench;
  let seenLists: SeenLists;

  beforeEach(() => (seenLists = new SeenLists()));
  afterEach(() => bench.close());

  /** A list of 60 rows; pages of 20 where no size is asked for. */
  async function open(name: string, given: { rules?: ListRules; pageSize?: number }) {
    bench = await openBench({
      answer: ({ path }, response) => {
        const query = new URL(path, "http://x").searchParams;
        const size = Number(query.get("pageSize") ?? (query.has("pageNumber") ? 20 : 60));
        const first = name.startsWith("pages from 0") ? 0 : 1;
        const from = (Number(query.get("pageNumber") ?? first) - first) * size;
        const count = Math.max(0, Math.min(size, 60 - from));
        const rows = Array.from({ length: count }, (_, row) => ({ id: `row-${from + row + 1}` }));
        const isTaken = SERVICES[name]!(query);
        const list = name.endsWith("how many rows") ? { items: rows, total: 60 } : rows;
        sendJson(response, isTaken ? 200 : 400, isTaken ? list : { reason: "unknown parameter" });
      },
    });
    const query = aQuery({
      pageSize: given.pageSize ?? 100,
      pageNumber: given.rules?.firstPage ?? 1,
    });
    const seen = (): ReturnType<SeenLists["of"]> =>
      seenLists.of(query.connectionId, query.operationId);
    const opened = openSession(bench.client, { query, seen, rules: given.rules ?? {} });
    await opened.session.reload();
    return { ...opened, acts: actsOf(opened) };
  }

  const viewOf = ({ session, said }: OpenSession): ListView =>
    listView({
      ...{ endpoint: said.endpoint, isGone: false, target: aQuery(), connection: undefined },
      lastConnection: undefined,
      ...{
        state: session.state,
        place: session.state,
        waysOn: session.waysOn,
        rules: said.rules,
        drift: undefined,
      },
      address: { method: "GET", url: "" },
      privacy: { isOn: false, masking: NO_MASKING },
      describeError: () => ({ what: "", advice: "", actions: [] }),
    });

  function actsOf(opened: OpenSession): ListActs {
    const rules: ListsServices["rules"] = {
      rules: () => opened.said.rules,
      setRules: (_connection, _operation, changed) => {
        opened.said.rules = changed;
        return Promise.resolve();
      },
    };
    return new ListActs({
      ...{ endpoint: opened.said.endpoint, session: opened.session, table: opened.table },
      services: { rules, seenLists } as unknown as ListsServices,
      view: () => viewOf(opened),
      address: () => assert.fail("nobody asks for the address"),
      dismissDrift: () => undefined,
    });
  }

  const offered = (opened: OpenSession): readonly string[] =>
    viewOf(opened).error?.actions.map(({ label }) => label) ?? [];
  const told = (opened: OpenSession): readonly string[] =>
    viewOf(opened).findings.flatMap(({ text, action }) =>
      action === undefined ? [] : [text, action.label],
    );
  const lastQuery = (): string => bench.service.seen.at(-1)!.path.split("?")[1] ?? "";
  const rowsIn = ({ session }: OpenSession): number | undefined => session.state.loaded?.page.rows;

  it("no paging parameters offers the whole list beside Retry, and the way back", async () => {
    const opened = await open("no paging parameters", {});
    assert.deepEqual(offered(opened), [
      ...["Retry", "Whole list at once", "Smaller pages (25)", "Default page size", "Show answer"],
    ]);
    await opened.acts.act("list.takeAsWhole");
    assert.deepEqual([lastQuery(), rowsIn(opened), offered(opened)], ["", 60, []]);
    assert.deepEqual(opened.said.rules, { isUnpaged: true });
    assert.deepEqual(told(opened), ["The whole list is requested at once.", "Ask for pages again"]);
    await opened.acts.act("list.askForPages");
    assert.deepEqual([opened.said.rules, lastQuery()], [{}, "pageSize=100&pageNumber=1"]);
  });

  it("no large pages takes smaller ones, which are kept for the list", async () => {
    const opened = await open("no pages of more than 30", {});
    await opened.acts.act("list.smallerPages");
    assert.deepEqual([lastQuery(), rowsIn(opened)], ["pageSize=25&pageNumber=1", 25]);
    assert.deepEqual(opened.said.rules, { pageSize: 25 });
    assert.deepEqual(told(opened), [
      "The list is requested with a page size of 25.",
      "Usual page size",
    ]);
  });

  it("no large pages goes back to the size that came, and keeps nothing for that", async () => {
    const opened = await open("no pages of more than 30", { pageSize: 10 });
    await opened.acts.resize(200);
    assert.deepEqual(offered(opened).slice(0, 2), ["Retry", "Smaller pages (10)"]);
    await opened.acts.act("list.smallerPages");
    assert.deepEqual([rowsIn(opened), opened.said.rules], [10, {}]);
  });

  it("no page size leaves it to the service, and believes no size of its own", async () => {
    const opened = await open("no page size", { pageSize: 25 });
    await opened.acts.act("list.defaultPageSize");
    assert.deepEqual([lastQuery(), rowsIn(opened)], ["pageNumber=1", 20]);
    const { paging, findings } = opened.session.state;
    assert.deepEqual([paging?.pageSize, paging?.end, findings], [20, "mayFollow", []]);
    await opened.acts.turn("next");
    const { firstRow, lastRow } = opened.session.state.paging!;
    assert.deepEqual([lastQuery(), firstRow, lastRow], ["pageNumber=2", 21, 40]);
    await opened.session.loadAll();
    const { walk, paging: whole, findings: odd } = opened.session.state;
    assert.deepEqual(
      [walk?.rows, whole?.totalBasis, odd.map(({ kind }) => kind)],
      [...[60, "counted", ["emptyLastPage"]]],
    );
    await opened.acts.resize(50);
    assert.deepEqual(
      [opened.said.rules, lastQuery()],
      [...[{ pageSize: 50 }, "pageSize=50&pageNumber=1"]],
    );
  });

  it("page 0 as the first shows it to who types it, and has the way back", async () => {
    const opened = await open("any page", { pageSize: 25 });
    await opened.acts.goTo(0);
    assert.deepEqual(
      [opened.said.rules, lastQuery()],
      [...[{ firstPage: 0 }, "pageSize=25&pageNumber=0"]],
    );
    assert.deepEqual(told(opened), ["Pages are counted from 0.", "Count pages from 1"]);
    await opened.acts.goTo(2);
    await opened.acts.goTo(0);
    assert.equal(lastQuery(), "pageSize=25&pageNumber=0");
    await opened.acts.act("list.countFromOne");
    await opened.acts.act("list.takeAsWhole");
    assert.deepEqual([opened.said.rules, lastQuery()], [{}, "pageSize=25&pageNumber=1"]);
  });

  it("page 0 as the first says of an empty page 1 where the rows may be", async () => {
    const opened = await open("pages from 0 and says how many rows", { pageSize: 100 });
    const { empty } = viewOf(opened);
    assert.deepEqual(empty?.actions[0], { id: "list.countFromZero", label: "Count pages from 0" });
    assert.match(empty.advice, /may count its pages from 0/);
    await opened.acts.act("list.countFromZero");
    assert.deepEqual([rowsIn(opened), viewOf(opened).empty], [60, undefined]);
  });

  it("no page 0 counts from 1 again", async () => {
    const opened = await open("no page 0", { rules: { firstPage: 0 }, pageSize: 25 });
    assert.equal(offered(opened)[1], "Count pages from 1");
    await opened.acts.act("list.countFromOne");
    assert.deepEqual(
      [opened.said.rules, lastQuery(), rowsIn(opened)],
      [...[{}, "pageSize=25&pageNumber=1", 25]],
    );
  });

  it("all of them offers nothing at the end of the list that was refused", async () => {
    const opened = await open("no page 0", { pageSize: 25 });
    await opened.session.loadAll();
    assert.deepEqual([opened.session.state.walk?.state, opened.session.waysOn], ["finished", []]);
    assert.ok(bench.service.seen.every(({ path }) => path.includes(CLIENT_ID)));
  });
});
