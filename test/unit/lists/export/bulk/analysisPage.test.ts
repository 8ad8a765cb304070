import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createDataSet } from "../../../../../src/server/data/dataSet";
import { type Bench, openBench } from "../../../http/support/bench";
import {
  answerOf,
  aSource,
  aSpec,
  dataSets,
  endThreads,
  journalOf,
  removeFolder,
  temporaryFolder,
} from "./support/manyClients";

const PAGE = readFileSync(join(process.cwd(), "docs", "analysis.md"), "utf8");
const BLOCKS = [...PAGE.matchAll(/```(sql|python)\n([^]*?)```/g)];
const STATEMENTS = BLOCKS.map(([, , text = ""]) => text);

/** Rows as the sandbox makes them, so that columns of the page are those of real lists. */
function sandboxRows(): readonly string[] {
  const made = createDataSet({
    seed: "docs",
    clients: { count: 5, known: [], edge: [] },
    now: () => 0,
  });
  const rows = made.clients.flatMap(({ clientId }) => {
    const client = made.client(clientId);
    const list = client && made.holdings(client);
    return list === undefined ? [] : [...list.slice(0, 5)];
  });
  return rows;
}

describe("the page about analysis", () => {
  let bench: Bench;
  let parent: string;
  let folder: string;

  before(async () => {
    parent = await temporaryFolder();
    folder = join(parent, "holdings");
    const rowsOf = (): string[] => ['{"value": 1.10, "clientId": "x"}'];
    const statusOf = (client: number): number => (client === 1 ? 403 : 200);
    bench = await openBench({ answer: answerOf({ clients: 4, rowsOf, statusOf }) });
    const set = await dataSets().begin(aSpec(), aSource(bench.client, folder));
    await set.run();
    assert.equal(set.progress.state, "finished");
  });

  after(async () => {
    await endThreads();
    await bench.close();
    await removeFolder(parent);
  });

  it("has statements, and each asks for files that a data set has", () => {
    assert.ok(STATEMENTS.length >= 7);
    const patterns = new Set(STATEMENTS.flatMap((text) => text.match(/holdings\/[^'"]+/g) ?? []));
    assert.deepEqual([...patterns].sort(), ["holdings/*/part-*.jsonl", "holdings/_journal.jsonl"]);
    for (const pattern of patterns) {
      const found = globSync(pattern, { cwd: parent });
      assert.equal(found.length, pattern.includes("*") ? 3 : 1, pattern);
    }
  });

  it("finds no file on its way by those patterns", () => {
    assert.equal(globSync("holdings/*/part-*.jsonl", { cwd: parent }).length, 3);
    assert.ok(!PAGE.includes("holdings/**"));
  });

  it("asks the journal for what its lines have", async () => {
    const lines = (await journalOf(folder)).map((line) => Object.keys(line));
    const known = new Set(lines.flat());
    const asked = ["kind", "client", "outcome", "rows", "bytes", "sha256"];
    assert.deepEqual(
      asked.filter((name) => !known.has(name) || !PAGE.includes(name)),
      [],
    );
    const values = new Set((await journalOf(folder)).map((line) => line.kind));
    assert.ok(values.has("client") && PAGE.includes("kind = 'client'"));
  });

  it("names members of the manifest that are there", () => {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "_manifest.json"), "utf8"));
    for (const path of ["layout.isMemberOfRows", "journal.sha256", "clients.list"]) {
      assert.ok(PAGE.includes(`\`${path}\``), path);
      const value = path
        .split(".")
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], manifest);
      assert.notEqual(value, undefined, path);
    }
  });

  it("asks rows for columns that holdings of the sandbox have", () => {
    const names = new Set(sandboxRows().flatMap((row) => Object.keys(JSON.parse(row) as object)));
    const asked = ["value", "provider", "currency", "valuedOn", "holdingId"];
    assert.deepEqual(
      asked.filter((name) => !names.has(name) || !PAGE.includes(name)),
      [],
    );
  });
});
