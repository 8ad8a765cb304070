import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { packageSandbox } from "../../../../scripts/host/packageSandbox.mjs";
import { Caller } from "../../support/sandboxProcess";
import { startProgram } from "../../support/sandboxProgram";
import { IS_LONG } from "../../../fakes/runs";

describe("the sandbox as an npm package", () => {
  let folder: string;
  let installed: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "fp-sandbox-package-"));
    const file = await packageSandbox({ stdio: "ignore" });
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    const install = ["install", "--offline", "--no-audit", "--no-fund", file];
    const { status, stderr } = spawnSync("npm", install, { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    installed = join(folder, "node_modules", "fp-sandbox");
  });

  after(() => rmSync(folder, { recursive: true }));

  it("holds its program, the definitions, its page and the licences, and nothing else", () => {
    const files = globSync("**/*.*", { cwd: installed }).filter((file) => !file.includes("media"));
    assert.deepEqual(files.sort(), [
      ...["README.md", "THIRD-PARTY-NOTICES.md"],
      ...[join("dist", "conformance.js"), join("dist", "sandbox.js"), "package.json"],
    ]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as object;
    for (const member of ["scripts", "dependencies", "optionalDependencies"]) {
      assert.ok(!(member in manifest), member);
    }
    const notices = readFileSync(join(installed, "THIRD-PARTY-NOTICES.md"), "utf8");
    assert.match(notices, /^## oidc-provider /m);
    assert.doesNotMatch(notices, /^## (lit|undici|@vscode\/codicons) /m);
  });

  it("links in its page to the web alone: other pages are not in it", () => {
    const page = readFileSync(join(installed, "README.md"), "utf8");
    assert.deepEqual(page.match(/\]\((?!https?:)[^)\s]+\)/g), null);
  });

  it("holds the schema of scenarios where its page says", () => {
    const page = readFileSync(join(installed, "README.md"), "utf8");
    const [, place = ""] = /"\$schema": "\.\/([^"]+)"/.exec(page) ?? [];
    const schema = JSON.parse(readFileSync(join(folder, place), "utf8")) as { title: string };
    assert.equal(schema.title, "Scenario of the Financial Planning sandbox");
  });

  it("checks a sandbox by the lines of its page, and ends it", function () {
    if (!IS_LONG || process.platform === "win32") {
      this.skip();
    }
    const page = readFileSync(join(installed, "README.md"), "utf8");
    const [, lines = ""] = /```sh[^\n]*\n([^`]+--facts facts\.json[^`]+)```/.exec(page) ?? [];
    const { status, stdout, stderr } = spawnSync("sh", ["-c", lines], {
      ...{ cwd: folder, encoding: "utf8" },
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^# \d{2,} kept, 0 broken, /m);
  });

  for (const name of ["fp-sandbox", "fp-conformance"]) {
    it(`runs ${name} by its name, and says its version`, () => {
      const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
      const command = join(folder, "node_modules", ".bin", name);
      const { stdout } = spawnSync(command, ["--version"], {
        encoding: "utf8",
        shell: process.platform === "win32",
      });
      assert.equal(stdout, `${version}\n`);
    });
  }

  for (const [what, node] of [
    ["this Node", process.execPath],
    ["the Node of this machine", nodeOfMachine()],
  ] as const) {
    it(`serves clients and signs in on ${what}`, async function () {
      if (node === undefined) {
        this.skip();
      }
      const program = join(installed, "dist", "sandbox.js");
      const { facts, end } = await startProgram(["--clients", "3"], { node, program });
      const caller = await Caller.signIn(facts);
      const { text } = await caller.call("/crm/v1/clients?pageSize=5&pageNumber=1");
      assert.equal((JSON.parse(text) as { totalItems: number }).totalItems, 3);
      const clientId = await caller.firstClientId();
      const path = `/finances/v1/clients/${clientId}/pensions/P`;
      const put = await caller.call(path, { method: "PUT", body: '{"value":1.50}' });
      assert.match(put.text, /"value":1\.50/);
      assert.equal(await end(), 0);
    });
  }
});

/** The one that is not the project's own, where it is new enough; the oldest promised is 20. */
function nodeOfMachine(): string | undefined {
  const elsewhere = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((part) => !part.includes("node_modules"));
  const found = elsewhere
    .map((part) => join(part, process.platform === "win32" ? "node.exe" : "node"))
    .find((file) => /^v(2[0-9]|[3-9]\d)\./.test(versionOf(file)));
  return found;
}

function versionOf(file: string): string {
  return spawnSync(file, ["--version"], { encoding: "utf8" }).stdout;
}
