import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM } from "../support/sandboxProcess";
import { fencesOf } from "./support/fences";

const EXAMPLE = "docs/examples/first_test.py";

interface LoggedCall {
  readonly server: string;
  readonly method: string;
  readonly status: number;
  readonly broken: readonly unknown[];
}

describe("the example of a first test against the sandbox", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "fp-example-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it("stands in the page as it is in its file", () => {
    const fences = fencesOf("docs/sandbox.md", readFileSync("docs/sandbox.md", "utf8"));
    const shown = fences.filter(({ language }) => language === "python").map(({ text }) => text);
    assert.deepEqual(
      shown.map((text) => text.trimEnd()),
      [readFileSync(EXAMPLE, "utf8").trimEnd()],
    );
  });

  it("in Python is green, and sends its PUT again after the 429", async function () {
    if (process.platform === "win32" || spawnSync("python3", ["--version"]).status !== 0) {
      process.stdout.write("Python: not run here\n");
      this.skip();
    }
    const log = join(folder, "calls.jsonl");
    const sandbox = [process.execPath, PROGRAM, "--log", log].map((part) => `'${part}'`).join(" ");
    const child = spawn("python3", [EXAMPLE], {
      env: { ...process.env, FP_SANDBOX: sandbox },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
    const [code] = (await once(child, "close")) as [number | null];
    assert.equal(code, 0);
    assert.match(printed, /^green: \d+ clients/);

    const lines = readFileSync(log, "utf8").trim().split("\n");
    const calls = lines.map((line) => JSON.parse(line) as LoggedCall);
    const puts = calls.filter(({ method }) => method === "PUT").map(({ status }) => status);
    assert.deepEqual(puts, [429, 201]);
    assert.equal(calls.filter(({ server }) => server === "identity").length, 1, "one token");
    assert.deepEqual(
      calls.flatMap(({ broken }) => broken),
      [],
    );
  });
});
