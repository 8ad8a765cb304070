import assert from "node:assert/strict";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AnalysedSet, OUTCOMES, type Rows } from "./analysedSet";
import { type ExportedRow, exactTotal, readExportedRows, scaled } from "./exportedRows";

type Check = (found: Rows, set: AnalysedSet, sql: string) => void | Promise<void>;

/** The LIMIT of the page. */
const MOST = 10;

/**
 * What each statement of the page must give, by the columns of its result: figures counted from
 * the rows in the files, without the engine.
 */
const CHECKS: Readonly<Record<string, Check>> = {
  "client_id,positions,total": expectLargest,
  "provider,currency,total": expectGroups,
  "client_id,total": expectExactTotals,
  "outcome,clients,rows,bytes": expectOutcomes,
  "client,written,found": expectNothingLost,
  Count: expectParquet,
};

/** Runs a statement of the page as it stands and holds what it gives against the rows. */
export async function expectFigures(sql: string, set: AnalysedSet): Promise<void> {
  const { columns, rows } = await set.query(sql);
  const check = CHECKS[columns.join()];
  assert.ok(check, `nothing says what a statement with the columns ${columns.join()} must give`);
  await check(rows, set, sql);
}

function expectLargest(found: Rows, set: AnalysedSet): void {
  const expected = largest(set).map(([client, rows]) => [client, rows.length, cents(rows)]);
  const given = found.map((row) => [row["client_id"], Number(row["positions"]), double(row)]);
  assert.deepEqual(given, expected);
}

function expectGroups(found: Rows, { folder }: AnalysedSet, sql: string): void {
  const [, wanted = ""] = /client_id IN \('([^']+)'\)/.exec(sql) ?? [];
  const own = readExportedRows(folder).filter(({ client }) => client === wanted);
  assert.ok(own.length > 0, `the client ${wanted} of the page has no rows in the sandbox`);
  const groups = Map.groupBy(own, ({ provider, currency }) => `${provider} ${currency}`);
  const expected = [...groups].map(([name, rows]) => [name, cents(rows)]);
  const given = found.map((row) => [
    `${text(row, "provider")} ${text(row, "currency")}`,
    double(row),
  ]);
  assert.deepEqual(given.sort(), expected.sort());
}

function expectExactTotals(found: Rows, set: AnalysedSet): void {
  const expected = largest(set).map(([client, rows]) => [client, exactTotal(rows)]);
  const given = found.map((row) => [row["client_id"], scaled(text(row, "total"))]);
  assert.deepEqual(given, expected);
}

function expectOutcomes(found: Rows, set: AnalysedSet): void {
  const files = parts(set);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const rows = readExportedRows(set.folder).length;
  const expected = [
    { outcome: "empty", clients: `${OUTCOMES.empty}`, rows: "0", bytes: "0" },
    { outcome: "refused", clients: `${OUTCOMES.refused}`, rows: null, bytes: null },
    { outcome: "whole", clients: `${OUTCOMES.whole}`, rows: `${rows}`, bytes: `${bytes}` },
  ];
  const sorted = [...found].sort((one, other) =>
    text(one, "outcome") < text(other, "outcome") ? -1 : 1,
  );
  assert.deepEqual(sorted, expected);
}

/** No row while the files are as written; the client and both counts once one line is gone. */
async function expectNothingLost(found: Rows, set: AnalysedSet, sql: string): Promise<void> {
  assert.deepEqual(found, []);
  const [file = ""] = parts(set);
  const before = readFileSync(file, "utf8");
  const lines = before.split("\n").slice(0, -1);
  writeFileSync(file, `${lines.slice(1).join("\n")}\n`);
  try {
    const [, client] = /client_id=([^\\/]+)/.exec(file) ?? [];
    const lost = { client, written: String(lines.length), found: String(lines.length - 1) };
    assert.deepEqual((await set.query(sql)).rows, [lost]);
  } finally {
    writeFileSync(file, before);
  }
}

/** The file that was made gives what the rows themselves give. */
async function expectParquet(found: Rows, set: AnalysedSet, sql: string): Promise<void> {
  assert.deepEqual(found, [{ Count: String(readExportedRows(set.folder).length) }]);
  const [, file = ""] = /TO '([^']+)'/.exec(sql) ?? [];
  const asked = await set.query(
    `SELECT client_id, count(*) AS positions, sum(value) AS total FROM '${file}'
     GROUP BY client_id ORDER BY total DESC LIMIT ${MOST}`,
  );
  expectLargest(asked.rows, set);
}

function largest({ folder }: AnalysedSet): readonly (readonly [string, readonly ExportedRow[]])[] {
  const groups = [...Map.groupBy(readExportedRows(folder), ({ client }) => client)];
  assert.ok(groups.length > MOST, "the LIMIT of the page leaves nobody out");
  return groups
    .sort(([, one], [, other]) => (exactTotal(one) < exactTotal(other) ? 1 : -1))
    .slice(0, MOST);
}

function parts({ folder }: AnalysedSet): readonly string[] {
  const files = globSync("client_id=*/part-*.jsonl", { cwd: folder }).sort();
  return files.map((file) => join(folder, file));
}

/** Sums of doubles drift in digits that no amount of the sandbox has. */
function double(row: Rows[number]): string {
  return Number(row["total"]).toFixed(2);
}

function cents(rows: readonly ExportedRow[]): string {
  return (Number(exactTotal(rows)) / 1e9).toFixed(2);
}

function text(row: Rows[number], column: string): string {
  const value = row[column];
  assert.ok(typeof value === "string", `${column} is ${String(value)}`);
  return value;
}
