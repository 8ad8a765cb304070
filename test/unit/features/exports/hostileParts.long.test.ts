import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isAppError } from "../../../../src/platform/base/errors";
import type { PartFacts, RunningExport } from "../../../../src/features/exports/common/exports";
import { JOURNAL_ENDING } from "../../../../src/features/exports/common/journal";
import { type Bench, failureOf, openBench } from "../../platform/http/support/bench";
import { type ExportBench, openExports, ran } from "./support/exportBench";
import { HoldingPages } from "./support/holdingPages";

type Line = Record<string, unknown>;

describe("a part that comes from anywhere", () => {
  let service: Bench;
  let bench: ExportBench;
  let pages: HoldingPages;

  beforeEach(async () => {
    pages = new HoldingPages(45);
    bench = openExports();
    service = await openBench({ answer: pages.answer });
    const left = bench.exports.begin(bench.spec(), {
      ...bench.source(service.client),
      onChange: () => (left.progress.pages === 3 ? void left.stop() : undefined),
    });
    await left.run();
    assert.equal(left.progress.state, "stopped");
  });

  afterEach(async () => {
    await bench.close();
    await service.close();
  });

  const factsOf = async (): Promise<PartFacts | string> =>
    await bench.exports.readPart(bench.part).catch((error: unknown) => {
      assert.ok(isAppError(error));
      return error.code;
    });
  const resumed = async (): Promise<RunningExport> =>
    await ran(await bench.exports.resume(bench.part, bench.source(service.client)));
  const write = (lines: readonly unknown[]): void =>
    writeFileSync(
      bench.part + JOURNAL_ENDING,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
  /** The journal with its head, or its first page, changed. */
  const change = (kind: "head" | "page", turn: (line: Line) => Line): void => {
    const lines = bench.journal();
    const at = kind === "head" ? 0 : lines.findIndex((line) => "page" in line);
    write(lines.map((line, index) => (index === at ? turn(line) : line)));
  };
  const changeSpec = (turn: (spec: Line) => Line): void =>
    change("head", (head) => ({ ...head, spec: turn(head["spec"] as Line) }));
  const isDamaged = async (): Promise<void> => {
    const { code } = await failureOf(bench.exports.readPart(bench.part));
    assert.equal(code, "exports/partDamaged");
    const resuming = bench.exports.resume(bench.part, bench.source(service.client));
    assert.equal((await failureOf(resuming)).code, "exports/partDamaged");
  };

  const specs: readonly (readonly [string, (spec: Line) => Line])[] = [
    ["an id that names a file elsewhere", (spec) => ({ ...spec, id: "../../settings" })],
    ["no query", (spec) => ({ ...spec, query: undefined })],
    ["rows of a panel", (spec) => ({ ...spec, scope: "loaded" })],
    ["a target that names no scheme", (spec) => ({ ...spec, target: { kind: "file", uri: "x" } })],
    ["a target that is no address", (spec) => ({ ...spec, target: { kind: "file", uri: 7 } })],
    ["a target of another kind", (spec) => ({ ...spec, target: { kind: "terminal" } })],
    ["something beside what it has", (spec) => ({ ...spec, command: "rm" })],
    ["masking that is no yes or no", (spec) => ({ ...spec, isMasked: "no" })],
    ["columns that are none", (spec) => ({ ...spec, form: { ...(spec["form"] as Line), columns: ["a"] } })], // prettier-ignore
  ];
  const queries: readonly (readonly [string, Line])[] = [
    ["pages of no rows", { pageSize: 0 }],
    ["pages of more rows than numbers count", { pageSize: 2 ** 53 }],
    ["rules that are none", { rules: { rows: "constructor" } }],
    ["rules with prototypes", { rules: JSON.parse('{"__proto__":{"isUnpaged":true}}') as Line }],
    ["no rules", { rules: null }],
    ["parameters that are no texts", { parameters: { fields: { toString: "x" } } }],
    ["a path that is none", { path: ["clientId"] }],
    ["an environment of its own", { environment: "safe" }],
  ];
  for (const [what, turn] of [
    ...specs,
    ...queries.map(
      ([name, query]) =>
        [
          name,
          (spec: Line) => ({ ...spec, query: { ...(spec["query"] as Line), ...query } }),
        ] as const,
    ),
  ]) {
    it(`is not taken with ${what}`, async () => {
      changeSpec(turn);
      await isDamaged();
    });
  }

  it("is not taken from a later version", async () => {
    change("head", (head) => ({ ...head, journalVersion: 2 }));
    await isDamaged();
  });

  const damagedPages: readonly (readonly [string, Line])[] = [
    ["ends where no file does", { end: Number.MAX_SAFE_INTEGER }],
    ["ends before the file begins", { end: -1 }],
    ["has rows at a place that is none", { shape: { path: "items" } }],
    ["calls ids by no name", { shape: { path: ["items"], idMember: 7 } }],
    ["has rows that are no number", { rows: "10" }],
  ];
  for (const [what, page] of damagedPages) {
    it(`is whole in the end where its journal says that a page ${what}`, async () => {
      change("page", (line) => ({ ...line, ...page }));
      await resumed();
      assert.equal(bench.text(), pages.lines);
    });
  }

  it("is whole in the end where lines of its journal are swapped", async () => {
    const lines = bench.journal();
    write([...lines.slice(0, 2), lines[3], lines[2], ...lines.slice(4)]);
    await resumed();
    assert.equal(bench.text(), pages.lines);
  });

  it("is read or refused wherever its journal ends", async () => {
    const whole = readFileSync(bench.part + JOURNAL_ENDING);
    const headEnd = whole.indexOf("\n") + 1;
    let rows = 0;
    for (let end = 0; end <= whole.length; end += end < headEnd - 1 ? 37 : 1) {
      writeFileSync(bench.part + JOURNAL_ENDING, whole.subarray(0, end));
      const facts = await factsOf();
      if (end < headEnd) {
        assert.equal(facts, "exports/partDamaged", `${end}`);
      } else {
        assert.ok(typeof facts === "object" && facts.rows >= rows, `${end}`);
        rows = facts.rows;
      }
    }
    assert.ok(rows >= 30);
  });

  it("is whole in the end wherever its rows end", async () => {
    const [rows, journal] = [readFileSync(bench.part), readFileSync(bench.part + JOURNAL_ENDING)];
    for (let end = 0; end <= rows.length; end += 131) {
      writeFileSync(bench.part, rows);
      truncateSync(bench.part, end);
      writeFileSync(bench.part + JOURNAL_ENDING, journal);
      await resumed();
      assert.equal(bench.text(), pages.lines, `${end}`);
    }
  });

  for (const ending of ["", JOURNAL_ENDING]) {
    const name = ending === "" ? "the part" : "its journal";
    it(`is not taken where ${name} leads elsewhere, and nothing is cut there`, async () => {
      const other = join(bench.folder, "letter.txt");
      renameSync(bench.part + ending, other);
      const before = readFileSync(other);
      symlinkSync(other, bench.part + ending);
      await isDamaged();
      assert.deepEqual(readFileSync(other), before);
      await bench.exports.discard(bench.part, bench.spec().id);
      assert.deepEqual(readFileSync(other), before);
      assert.ok(!existsSync(bench.part + ending));
    });

    it(`is not taken where ${name} is a folder`, async () => {
      rmSync(bench.part + ending);
      mkdirSync(bench.part + ending);
      await isDamaged();
    });
  }
});
