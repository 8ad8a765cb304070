import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultRule } from "../../../src/features/sandbox/messages/sandboxFaults";
import { journalOf } from "../features/exports/bulk/support/manyClients";
import { Caller } from "../support/sandboxProcess";
import { type AnalysedSet, openAnalysedSet, OUTCOMES } from "./support/analysedSet";
import { readExportedRows } from "./support/exportedRows";
import { fencesOf, readPages } from "./support/fences";
import { expectFigures } from "./support/figures";
import { expectScenario, expectStarted } from "./support/startedSandbox";

const PAGES = readPages();
const FENCES = [...PAGES].flatMap(([page, markdown]) => fencesOf(page, markdown));
const ANALYSIS = PAGES.get("docs/analysis.md") ?? "";
const SCENARIO = FENCES.find(({ text }) => text.startsWith('{\n  "version": 1'))?.text ?? "";
const PYTHON = process.platform === "win32" ? "python" : "python3";
const { scripts } = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

describe("the samples of README and docs", () => {
  let set: AnalysedSet;

  before(async () => {
    set = await openAnalysedSet();
  });

  after(() => set.close());

  /** A sample is run by what its language names; one without an entry fails. */
  const run: Readonly<Record<string, (text: string) => void | Promise<void>>> = {
    sql: (text) => expectFigures(text, set),
    python: (text) => expectSameRows(text, set),
    json: (text) =>
      text.startsWith("[") ? expectFaults(text, set) : expectScenario(text, set.parent),
    text: (text) => expectLayout(text, set),
    sh: (text) =>
      text.startsWith("npm ") ? expectScripts(text) : expectStarted(text, SCENARIO, set.parent),
  };

  for (const { page, line, language, notRun, text } of FENCES) {
    if (notRun === undefined) {
      it(`${page}:${line} in ${language}`, async function () {
        if (language === "python" && !hasPython()) {
          this.skip();
        }
        const runOne = run[language];
        assert.ok(runOne, `nothing runs it: add that here, or not-run="why" to its info string`);
        await runOne(text);
      });
    }
  }

  it("are found; those that are not run say why", () => {
    const languages = new Set(FENCES.map(({ language }) => language));
    assert.deepEqual([...languages].sort(), [
      "csharp",
      "json",
      "python",
      "sh",
      "sql",
      "text",
      "ts",
    ]);
    const reasons = FENCES.flatMap(({ notRun }) => notRun ?? []);
    assert.deepEqual(
      reasons.filter((why) => why !== "figures"),
      [
        ...["needs Spark", "run where the package is installed", "takes hours"],
        ...["run as a file", "run as a file", "run as a file"],
        ...["run where the package is installed", "takes a service of your own"],
      ],
    );
  });

  it("ask for files by patterns that leave out what lies beside the rows", () => {
    assert.ok(!ANALYSIS.includes("holdings/**"));
    const found = globSync("holdings/*/part-*.jsonl", { cwd: set.parent });
    assert.equal(found.length, OUTCOMES.whole);
  });

  it("may rely on the hashes of journal and manifest", async () => {
    const manifest = JSON.parse(readFileSync(join(set.folder, "_manifest.json"), "utf8")) as {
      readonly journal: { readonly sha256: string };
      readonly layout: object;
    };
    assert.equal(manifest.journal.sha256, hashOf(join(set.folder, "_journal.jsonl")));
    for (const line of await journalOf(set.folder)) {
      if (line.kind === "client" && line.outcome === "whole") {
        const file = join(set.folder, `client_id=${line.client}`, "part-00000.jsonl");
        assert.equal(line.sha256, hashOf(file));
      }
    }
    assert.ok("isMemberOfRows" in manifest.layout && ANALYSIS.includes("`layout.isMemberOfRows`"));
  });

  it("of the mutation tests name folders and options that there are", () => {
    const source = readFileSync(join(process.cwd(), "scripts/run/mutationTest.mjs"), "utf8");
    const [, folders = ""] = /FOLDERS = \[([^\]]*)\]/.exec(source) ?? [];
    const [, options = ""] = /parseArgs\(\{([^]*?)\}\);/.exec(source) ?? [];
    const page = FENCES.filter(({ page }) => page === "docs/mutants.md");
    const lines = page.flatMap(({ text }) => text.split("\n"));
    const words = lines.flatMap((line) => / -- ([^#]*)/.exec(line)?.[1]?.trim().split(" ") ?? []);
    assert.ok(words.length > 3);
    for (const word of words) {
      const [, option] = /^--(\w+)=\d+$/.exec(word) ?? [];
      assert.ok(option === undefined ? folders.includes(word) : options.includes(`${option}: {`));
    }
  });

  it("of npm are scripts that there are", () => {
    const named = [...PAGES.values()].flatMap((page) => page.match(/`npm [^`]+`/g) ?? []);
    assert.ok(named.length > 10);
    named.forEach((sample) => expectScripts(sample.slice(1, -1)));
  });
});

/** Clients and the digits of amounts, as the lines for Python have read them. */
function expectSameRows(text: string, { parent, folder }: AnalysedSet): void {
  const print = 'print(json.dumps([[row["client_id"], str(row["value"])] for row in rows]))';
  const output = execFileSync(PYTHON, ["-c", `${text}\n${print}`], { cwd: parent });
  const given = JSON.parse(output.toString()) as readonly unknown[];
  const expected = readExportedRows(folder).map(({ client, digits }) => [client, digits ?? "None"]);
  assert.ok(expected.length > 0);
  assert.deepEqual(given.map(String).sort(), expected.map(String).sort());
}

/** The sandbox takes the rules, and calls then go as the page says: one refusal, a cursor. */
async function expectFaults(text: string, { sandbox }: AnalysedSet): Promise<void> {
  await sandbox.setFaults(JSON.parse(text) as readonly FaultRule[]);
  const caller = await Caller.signIn(sandbox.facts);
  const id = await caller.firstClientId();
  const put = { method: "PUT", body: "{}" };
  const statuses: number[] = [];
  for (const pensionId of ["PEN-7001", "PEN-7002", "PEN-7003"]) {
    const { status } = await caller.call(`/finances/v1/clients/${id}/pensions/${pensionId}`, put);
    statuses.push(status);
  }
  const holdings = await caller.json<object>(`/finances/v1/clients/${id}/holdings?pageSize=50`);
  await sandbox.setFaults([]);
  assert.deepEqual(statuses, [429, 201, 201]);
  assert.ok(
    Object.keys(holdings).some((name) => /cursor/i.test(name)),
    JSON.stringify(holdings),
  );
  assert.equal(Object.values(holdings).find(Array.isArray)?.length, 20);
}

/** Each name at the beginning of a line is a file or folder of the data set; … stands for any. */
function expectLayout(text: string, { parent }: AnalysedSet): void {
  const [root = "", ...names] = text.split("\n").map((line) => line.trim().split(/\s/)[0] ?? "");
  for (const name of names) {
    const pattern = `${root}${name.replace("…", "*")}`;
    assert.ok(globSync(pattern, { cwd: parent }).length > 0, pattern);
  }
}

/** Looked up, not run: one builds what this test runs from, the other runs this test. */
function expectScripts(text: string): void {
  for (const line of text.split("\n")) {
    const [, name = ""] = /^npm (?:run )?([\w:-]+)\s*(?:--.*|#.*)?$/.exec(line) ?? [];
    assert.ok(name in scripts, `${line} names no script of package.json`);
  }
}

function hasPython(): boolean {
  return spawnSync(PYTHON, ["--version"]).status === 0;
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
