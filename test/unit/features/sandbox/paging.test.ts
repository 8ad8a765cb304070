import assert from "node:assert/strict";
import { readFaultRules } from "../../../../src/features/sandbox/server/faults/faultRules";
import { EDGE_CLIENTS } from "../../../../src/features/sandbox/server/data/edge/edgeClients";
import {
  ENVELOPE_STYLES,
  PAGE_ODDITIES,
  type PagingFault,
} from "../../../../src/features/sandbox/messages/sandboxFaults";
import {
  Caller,
  exchange,
  type SandboxUnderTest,
  startSandbox,
} from "../../support/sandboxProcess";

type Body = Readonly<Record<string, unknown>>;
interface Page extends Body {
  readonly items: readonly unknown[];
}

type WithoutKind<Fault> = Fault extends PagingFault ? Omit<Fault, "kind"> : never;
type Oddity = WithoutKind<PagingFault>;

/** 40 drawn holdings. */
const HOLDINGS = `/finances/v1/clients/${EDGE_CLIENTS.series.clientId}/holdings`;
const LENGTH = 40;

describe("odd pages of the sandbox", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;
  let all: readonly unknown[];

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
    all = (await caller.json<Page>(`${HOLDINGS}?pageSize=200`)).items;
    assert.equal(all.length, LENGTH);
  });

  afterEach(() => sandbox.setFaults([]));

  after(() => sandbox.stop());

  const setOddities = (...oddities: readonly Oddity[]): Promise<void> =>
    sandbox.setFaults(oddities.map((oddity) => ({ fault: { kind: "paging", ...oddity } })));
  const page = <Type = Page>(pageNumber: number | string, pageSize = 15): Promise<Type> =>
    caller.json<Type>(`${HOLDINGS}?pageSize=${pageSize}&pageNumber=${pageNumber}`);

  it("zeroBased: 0 is the first page and 1 the second; without a number the first", async () => {
    await setOddities({ variant: "zeroBased" });
    assert.deepEqual((await page(0)).items, all.slice(0, 15));
    const second = await page(1);
    assert.deepEqual(second.items, all.slice(15, 30));
    assert.deepEqual([second["pageNumber"], second["totalItems"]], [1, LENGTH]);
    assert.deepEqual((await caller.json<Page>(HOLDINGS)).items, all.slice(0, 25));
    assert.equal((await caller.call(`${HOLDINGS}?pageNumber=-1`)).status, 400);
    await sandbox.setFaults([]);
    assert.equal((await caller.call(`${HOLDINGS}?pageNumber=0`)).status, 400);
  });

  it("unpaged: every page is the whole list and speaks of no pages", async () => {
    await setOddities({ variant: "unpaged" });
    for (const number of [1, 2, 7]) {
      assert.deepEqual(await page(number), { items: all, totalItems: LENGTH });
    }
  });

  it("unpaged: a long list comes whole, its rows the same as page by page", async () => {
    const clients = "/crm/v1/clients?pageSize=200";
    const paged: unknown[] = [];
    for (let number = 1; number <= 10; number++) {
      paged.push(...(await caller.json<Page>(`${clients}&pageNumber=${number}`)).items);
    }
    await setOddities({ variant: "unpaged" });
    assert.deepEqual((await caller.json<Page>(clients)).items, paged);
  });

  it("clamped: fewer rows than asked for, and the envelope is silent about it", async () => {
    await setOddities({ variant: "clamped" });
    const second = await page(2);
    assert.deepEqual(second, { items: all.slice(10, 20), pageNumber: 2, totalItems: LENGTH });
    assert.deepEqual((await page(2, 4)).items, all.slice(4, 8));
    await setOddities({ variant: "clamped", size: 7 });
    assert.deepEqual((await page(2)).items, all.slice(7, 14));
  });

  it("repeated: a page begins with the last rows of the one before, until the end", async () => {
    await setOddities({ variant: "repeated" });
    const walked: unknown[] = [];
    let before: readonly unknown[] = [];
    for (let number = 1; walked.length < LENGTH; number++) {
      const { items } = await page(number);
      assert.deepEqual(items.slice(0, 3), number === 1 ? all.slice(0, 3) : before.slice(-3));
      walked.push(...items.slice(number === 1 ? 0 : 3));
      before = items;
    }
    assert.deepEqual(walked, all);
    assert.deepEqual((await page(2, 1)).items, all.slice(1, 2));
  });

  it("movingTotal and wrongTotal: rows as they are, totals that are not", async () => {
    await setOddities({ variant: "movingTotal" });
    const pages = [await page(1), await page(2), await page(3)];
    const totals = pages.map(({ totalItems }) => totalItems);
    assert.deepEqual(totals, [LENGTH, LENGTH + 3, LENGTH + 6]);
    assert.deepEqual(
      pages.flatMap(({ items }) => items),
      all,
    );
    await setOddities({ variant: "wrongTotal" });
    assert.deepEqual((await page(1))["totalItems"], LENGTH + 10);
    assert.deepEqual((await page(4)).items, []);
  });

  it("noTotal and emptyLast: the end shows by a short page, or by one without rows", async () => {
    await setOddities({ variant: "noTotal" });
    const last = await page(3);
    assert.deepEqual(last, { items: all.slice(30), pageNumber: 3, pageSize: 15 });
    await setOddities({ variant: "emptyLast" });
    assert.deepEqual((await page(2)).items, all.slice(15, 30));
    assert.deepEqual(await page(3), { items: [], pageNumber: 3, pageSize: 15 });
    assert.deepEqual((await page(1, 50)).items, all);
    assert.deepEqual((await page(2, 50)).items, []);
  });

  it("bareArray: the rows and nothing else", async () => {
    await setOddities({ variant: "bareArray" });
    assert.deepEqual(await page(2), all.slice(15, 30));
    assert.deepEqual(await page(9), []);
  });

  it("several join, and other operations know nothing of them", async () => {
    await setOddities(
      { variant: "zeroBased" },
      { variant: "clamped" },
      { variant: "noTotal" },
      {
        variant: "envelope",
        style: "items",
      },
    );
    assert.deepEqual(await page(1), { items: all.slice(10, 20), page: 1 });
    const record = await caller.call(`/crm/v1/clients/${EDGE_CLIENTS.series.clientId}`);
    assert.equal(record.status, 200);
  });

  describe("envelopes", () => {
    const styled = async <Type = Body>(
      style: (typeof ENVELOPE_STYLES)[number],
      number: number | string = 2,
    ): Promise<Type> => {
      await setOddities({ variant: "envelope", style });
      return page<Type>(number);
    };
    const middle = (): readonly unknown[] => all.slice(15, 30);
    /** Follows an address that the service gave, as it gave it. */
    const follow = async <Type>(address: unknown): Promise<Type> => {
      const { origin, pathname, search } = new URL(String(address));
      assert.equal(origin, sandbox.facts.baseUrl);
      return caller.json<Type>(pathname + search);
    };

    it("items, data, nested3: the facts under other names and elsewhere", async () => {
      const facts = { total: LENGTH, page: 2, size: 15 };
      assert.deepEqual(await styled("items"), { items: middle(), ...facts });
      const pagination = { current_page: 2, per_page: 15, total_count: LENGTH, total_pages: 3 };
      assert.deepEqual(await styled("data"), { data: middle(), meta: { pagination } });
      const result = { holdings: middle(), count: 15, total: LENGTH };
      const body = { result, page: { number: 2, size: 15 } };
      assert.deepEqual(await styled("nested3"), { response: { status: "ok", body } });
    });

    it("links: from the first page to the last and back, other parameters kept", async () => {
      type Linked = {
        readonly _embedded: { readonly holdings: readonly unknown[] };
        readonly _links: Readonly<Record<"self" | "next" | "prev", { href: string } | undefined>>;
      };
      const walked: unknown[] = [];
      let here = await styled<Linked>("links", "1&fields=a,b");
      assert.equal(here._links.prev, undefined);
      for (;;) {
        walked.push(...here._embedded.holdings);
        assert.deepEqual(await follow(here._links.self?.href), here);
        if (here._links.next === undefined) {
          break;
        }
        assert.equal(new URL(here._links.next.href).searchParams.get("fields"), "a,b");
        here = await follow<Linked>(here._links.next.href);
      }
      assert.deepEqual(walked, all);
      const back = await follow<Linked>(here._links.prev?.href);
      assert.deepEqual(back._embedded.holdings, middle());
    });

    it("links are named by what is in the list", async () => {
      await setOddities({ variant: "envelope", style: "links" });
      const { _embedded } = await caller.json<Body>("/crm/v1/clients?pageSize=1");
      assert.deepEqual(Object.keys(_embedded as Body), ["clients"]);
    });

    it("cursor: the next page by what the page gave, and no other text", async () => {
      type Cursors = { readonly value: readonly unknown[]; readonly nextCursor: string | null };
      const walked: unknown[] = [];
      let here = await styled<Cursors>("cursor", 1);
      walked.push(...here.value);
      while (here.nextCursor !== null) {
        here = await caller.json<Cursors>(`${HOLDINGS}?cursor=${here.nextCursor}`);
        walked.push(...here.value);
      }
      assert.deepEqual(walked, all);
      const refused = await caller.call(`${HOLDINGS}?cursor=abc`);
      assert.equal(refused.status, 400);
      assert.match(refused.text, /"field":"cursor"/);
      await sandbox.setFaults([]);
      assert.equal((await caller.call(`${HOLDINGS}?cursor=abc`)).status, 200);
    });

    it("odata: a count and the address of the next page, none on the last", async () => {
      const first = await styled("odata", 1);
      assert.deepEqual(Object.keys(first), ["@odata.count", "value", "@odata.nextLink"]);
      assert.equal(first["@odata.count"], LENGTH);
      const second = await follow<Body>(first["@odata.nextLink"]);
      assert.deepEqual(second["value"], middle());
      assert.deepEqual(Object.keys(await styled("odata", 3)), ["@odata.count", "value"]);
    });

    it("numbersFromZero: the second page calls itself 1", async () => {
      const facts = { size: 15, totalElements: LENGTH, totalPages: 3 };
      const second = { content: middle(), number: 1, ...facts, last: false };
      assert.deepEqual(await styled("numbersFromZero"), second);
      assert.deepEqual((await styled("numbersFromZero", 3))["last"], true);
    });

    it("links lead back to where the call was sent, or to the sandbox itself", async () => {
      await setOddities({ variant: "envelope", style: "odata" });
      const { port } = new URL(sandbox.facts.baseUrl);
      const headers = { Host: `localhost:${port}` };
      const answer = await caller.call(`${HOLDINGS}?pageSize=1`, { headers });
      const { "@odata.nextLink": next } = JSON.parse(answer.text) as Record<string, string>;
      assert.equal(new URL(String(next)).host, `localhost:${port}`);
      const odd = await caller.call(`${HOLDINGS}?pageSize=1`, { headers: { Host: "" } });
      assert.ok(odd.text.includes(`"@odata.nextLink":"${sandbox.facts.baseUrl}/`), odd.text);
      assert.equal((await exchange(`${sandbox.facts.baseUrl}/`)).status, 401);
    });
  });
});

describe("rules of odd pages", () => {
  const read = (fault: unknown): unknown => readFaultRules([{ fault }]);

  it("are taken where they are known and whole", () => {
    for (const variant of PAGE_ODDITIES) {
      assert.ok(read({ kind: "paging", variant }), variant);
    }
    for (const style of ENVELOPE_STYLES) {
      assert.ok(read({ kind: "paging", variant: "envelope", style }), style);
    }
    assert.ok(read({ kind: "paging", variant: "clamped" }));
    assert.ok(read({ kind: "paging", variant: "clamped", size: 1 }));
  });

  it("are refused otherwise", () => {
    for (const rest of [
      {},
      { variant: "zero" },
      { variant: "envelope" },
      { variant: "envelope", style: "soap" },
      { variant: "noTotal", style: "items" },
      { variant: "noTotal", size: 10 },
      { variant: "clamped", size: 0 },
      { variant: "clamped", size: 2000 },
      { variant: "clamped", style: "items" },
    ]) {
      assert.equal(read({ kind: "paging", ...rest }), undefined, JSON.stringify(rest));
    }
  });
});
