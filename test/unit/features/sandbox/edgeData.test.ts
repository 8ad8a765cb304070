import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readDefinition } from "../../../../src/platform/service/definition/definition";
import { checkValue } from "../../../../src/platform/service/definition/schema";
import type { ClientEntry, EdgeKind } from "../../../../src/features/sandbox/server/data/clients";
import { createDataSet } from "../../../../src/features/sandbox/server/data/dataSet";
import { createDataSets } from "../../../../src/features/sandbox/server/data/dataSets";
import { EDGE_CLIENTS } from "../../../../src/features/sandbox/server/data/edge/edgeClients";
import {
  FOREIGN_TEXTS,
  HOSTILE_TEXTS,
} from "../../../../src/features/sandbox/server/data/edge/hostileHoldings";
import { NUMBER_LEXEMES } from "../../../../src/features/sandbox/server/data/edge/numberHoldings";
import { drawHoldings } from "../../../../src/features/sandbox/server/data/holdings";
import { QUESTIONNAIRES } from "../../../../src/features/sandbox/server/data/results";
import { edgeLabel, edgePath } from "../../support/edgeClients";
import { Caller, type SandboxUnderTest, startSandbox } from "../../support/sandboxProcess";

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly items: readonly Row[];
  readonly totalItems: number;
}

const KINDS = Object.keys(EDGE_CLIENTS) as EdgeKind[];
const definition = readDefinition(
  readFileSync("media/service/financial-planning-open-api.json", "utf8"),
);

describe("clients whose lists hold what must not be left to chance", () => {
  let sandbox: SandboxUnderTest;
  let caller: Caller;

  before(async () => {
    sandbox = await startSandbox();
    caller = await Caller.signIn(sandbox.facts);
  });

  after(() => sandbox.stop());

  const text = async (kind: EdgeKind): Promise<string> =>
    (await caller.call(edgePath(kind, "holdings", "?pageSize=200"))).text;
  const rows = async (kind: EdgeKind): Promise<readonly Row[]> =>
    (JSON.parse(await text(kind)) as Page).items;

  it("are the last of the list, all of one last name, whatever the seed is", async () => {
    const shown = await caller.json<Page>("/crm/v1/clients?pageSize=200&pageNumber=10");
    const names = shown.items.map(({ name }) => (name as Row)["lastName"]);
    assert.deepEqual(new Set(names.slice(-9)), new Set(["Zygmunt"]));
    assert.deepEqual([names.indexOf("Zygmunt"), names.length, shown.totalItems], [191, 200, 2000]);
    const other = createDataSets("another seed", Date.now);
    for (const kind of KINDS) {
      const { clientId, firstName } = EDGE_CLIENTS[kind];
      const record = await caller.json<Row>(`/crm/v1/clients/${clientId}`);
      assert.equal((record["name"] as Row)["firstName"], firstName);
      assert.match(edgeLabel(kind), new RegExp(`^Zygmunt, ${kind[0]?.toUpperCase() ?? ""}`));
      assert.equal(other.development.client(clientId)?.edge, kind);
      assert.equal(other.production.client(clientId), undefined);
    }
  });

  it("move no other client, and nothing of it", () => {
    const now = Date.now;
    const clients = { count: 60, known: [], edge: Object.values(EDGE_CLIENTS) };
    const withThem = createDataSet({ seed: "s", clients, now });
    const without = createDataSet({ seed: "s", clients: { ...clients, edge: [] }, now });
    assert.deepEqual(withThem.clients.slice(0, 51), without.clients.slice(0, 51));
    const { clientId } = without.clients.slice(20, 21)[0]!.row;
    const all = [withThem, without].map((set) => {
      const rowsOfIt = set.holdings(set.client(clientId)!);
      return rowsOfIt.slice(0, rowsOfIt.length);
    });
    assert.ok(all[0]!.length > 0);
    assert.deepEqual(all[0], all[1]);
  });

  it("fit the definition like all others", async () => {
    for (const kind of KINDS) {
      const page = JSON.parse(await text(kind)) as unknown;
      assert.deepEqual(checkValue(definition.schema("HoldingPage"), page), [], kind);
    }
  });

  describe("many: 200,000 holdings", () => {
    it("says so, has a last page and nothing behind it", async () => {
      const page = (query: string): Promise<Page> =>
        caller.json<Page>(edgePath("many", "holdings", query));
      const [first, last, behind] = [
        await page("?pageSize=200&pageNumber=1"),
        await page("?pageSize=200&pageNumber=1000"),
        await page("?pageSize=200&pageNumber=1001"),
      ];
      assert.deepEqual([first.items.length, last.items.length, behind.items.length], [200, 200, 0]);
      assert.deepEqual([first.totalItems, behind.totalItems], [200_000, 200_000]);
      const number = (row: Row | undefined): number => Number(String(row?.["holdingId"]).slice(4));
      assert.equal(number(last.items.at(-1)) - number(first.items[0]), 199_999);
    });

    it("a page in the middle is the one that one walks to, for any size of pages", () => {
      const set = createDataSets("walk", Date.now).development;
      const list = set.holdings(set.client(EDGE_CLIENTS.many.clientId)!);
      const straight = list.slice(0, 1000);
      for (const size of [7, 64, 199, 200, 201, 333]) {
        const walked: string[] = [];
        while (walked.length < 1000) {
          walked.push(...list.slice(walked.length, walked.length + size));
        }
        assert.deepEqual(walked.slice(0, 1000), straight, String(size));
      }
      assert.deepEqual(list.slice(123_456, 123_459), list.slice(123_400, 123_500).slice(56, 59));
      const drawn = straight.map((row) => row.replace(/HLD-\d+/, ""));
      assert.ok(new Set(drawn).size > 990, "no block repeats another");
      assert.deepEqual(list.slice(199_999, 200_300).length, 1);
      assert.deepEqual(list.slice(200_000, 200_300), []);
    });

    it("is made page by page: a list that no memory could hold has pages too", () => {
      const { row } = createDataSets("endless", Date.now).development.client(
        EDGE_CLIENTS.many.clientId,
      )!;
      const holdings = Number.MAX_SAFE_INTEGER;
      const client: ClientEntry = { row, holdings, pensionIds: [], results: 0 };
      const from = holdings - 150;
      assert.equal(drawHoldings("s", client, { from, to: from + 100 }).length, 100);
    });
  });

  it("wide: 300 columns, half of them in objects of objects", async () => {
    const columns = new Set((await rows("wide")).flatMap((row) => leaves(row)));
    assert.equal(columns.size, 300);
    assert.ok(columns.has("alpha.y2010") && columns.has("beta.byYear.y2026"));
  });

  it("deep: 40 levels of objects and of lists", async () => {
    const [first, second] = await rows("deep");
    const depths = [first!["structure"], first!["lists"], second!["structure"]].map(depthOf);
    assert.deepEqual(depths, [40, 40, 39]);
  });

  it("mixed: every type in one column, lists in cells, what is missing, empty, blank, long", async () => {
    const all = await rows("mixed");
    const types = new Set(all.map((row) => typeOf(row["anything"])));
    const every = ["string", "number", "boolean", "null", "object", "array", "undefined"];
    assert.deepEqual([...types].sort(), every.sort());
    const remarks = all.map((row) => row["remark"]);
    for (const remark of ["", " ", "\t\n", null, undefined]) {
      assert.ok(remarks.includes(remark), JSON.stringify(remark));
    }
    assert.equal(remarks.filter((remark) => String(remark).length === 100_000).length, 1);
    const lists = all.flatMap((row) => [row["tags"], row["lots"]]).filter(Array.isArray);
    const items = new Set(lists.flatMap((list: readonly unknown[]) => list.map(typeOf)));
    assert.deepEqual([...items].sort(), ["array", "boolean", "null", "number", "object", "string"]);
    assert.ok(lists.some((list: readonly unknown[]) => list.length === 1000));
  });

  it("names: twice in one object, prototypes, none, blank, with the signs of paths", async () => {
    const page = await text("names");
    for (const part of [
      '"twice":1,"twice":2',
      '"__proto__":{"polluted":true},"constructor":"text"',
      '"":"no name at all"," ":"blank name"',
      '"a.b":1,"a":{"b":2,"b.c":3}',
      '"a/b":1,"a~b":2',
      String.raw`"two\nlines":1`,
      String.raw`"\ud83d":2`,
    ]) {
      assert.ok(page.includes(part), part);
    }
    assert.equal((JSON.parse(page) as Page).items.length, 30);
  });

  it("hostile and foreign: each text arrives as it is, in values and in names", async () => {
    for (const [kind, texts] of [
      ["hostile", HOSTILE_TEXTS],
      ["foreign", FOREIGN_TEXTS],
    ] as const) {
      const notes = (await rows(kind)).map(({ note }) => note);
      assert.deepEqual(notes.slice(0, texts.length), texts, kind);
    }
    assert.match(await text("hostile"), /\\ud83d lone high, \\ude00 lone low/);
    const all = [...HOSTILE_TEXTS, ...FOREIGN_TEXTS].join("");
    for (const sign of ["<script", "\u202e", "\u200d", "🏽", "🇬🇧", "\u0000", "\u0301", "ש", "ع"]) {
      assert.ok(all.includes(sign), sign);
    }
    for (const start of ["=", "+", "-", "@", "\t", "\r"]) {
      assert.ok(HOSTILE_TEXTS.some((one) => one.startsWith(start), start));
    }
    const { clientId } = EDGE_CLIENTS.hostile;
    assert.match((await caller.call(`/crm/v1/clients/${clientId}`)).text, /"<svg onload=/);
  });

  it("numbers: as they are written, beyond what binary floating point holds", async () => {
    const page = await text("numbers");
    for (const lexeme of NUMBER_LEXEMES) {
      assert.ok(page.includes(`"number":${lexeme},"written":"${lexeme}",`), lexeme);
    }
    for (const lexeme of ["1e400", "-0", "1E+2", "9007199254740993", "1204.3300"]) {
      assert.ok(NUMBER_LEXEMES.includes(lexeme), lexeme);
    }
    assert.ok(page.includes(`"account":1${"0".repeat(38)}1}`));
  });

  describe("series: results for a chart", () => {
    const results = async (query = ""): Promise<readonly Row[]> =>
      (await caller.json<Page>(edgePath("series", "results", `?pageSize=200${query}`))).items;

    it("each questionnaire once a month for 24 months, newest first", async () => {
      const all = await results();
      const dates = all.map((row) => String(row["completedOn"]));
      assert.deepEqual(dates, dates.toSorted().toReversed());
      assert.deepEqual([dates.at(-1), dates[0]], ["2024-01-15", "2025-12-15"]);
      assert.equal(new Set(dates).size, 24);
      const pairs = all.map(
        (row) => `${String(row["completedOn"])} ${String(row["questionnaire"])}`,
      );
      assert.deepEqual([all.length, new Set(pairs).size], [96, 96]);
      for (const row of all) {
        const score = Number(row["score"]);
        assert.ok(score > 0 && score < 1000 && Math.ceil(score / 100) === row["riskLevel"]);
      }
    });

    it("questionnaireId and unions keep what they name, fields adds", async () => {
      const all = await results();
      const kept = async (query: string, member: string, value: string): Promise<void> => {
        const expected = all.filter((row) => row[member] === value);
        assert.ok(expected.length > 0 && expected.length < all.length, query);
        assert.deepEqual(await results(query), expected, query);
      };
      for (const { id } of QUESTIONNAIRES) {
        await kept(`&questionnaireId=${id}`, "questionnaireId", id);
      }
      await kept("&unions=joint", "union", "joint");
      await kept("&unions=single", "union", "single");
      assert.deepEqual(
        (await results("&fields=factors,answers")).map(({ factors, answers, ...rest }) => {
          assert.ok(Array.isArray(factors) && Array.isArray(answers));
          return rest;
        }),
        all,
      );
    });

    it("the definition names the values that do something", () => {
      const { parameters } = definition.operation("listResults");
      const examples = (name: string): unknown => {
        const schema = parameters.find((parameter) => parameter.name === name)?.schema;
        return schema?.items?.examples ?? schema?.examples;
      };
      assert.deepEqual(examples("fields"), ["factors", "answers"]);
      assert.deepEqual(examples("unions"), ["single", "joint"]);
      assert.deepEqual(
        examples("questionnaireId"),
        QUESTIONNAIRES.map(({ id }) => id),
      );
    });
  });
});

/** Dotted names of what is no object. */
function leaves(row: Row, prefix = ""): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    typeOf(value) === "object" ? leaves(value as Row, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** Objects or lists in one another. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) {
    return 0;
  }
  return 1 + Math.max(...Object.values(value).map(depthOf));
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
