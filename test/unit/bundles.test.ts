import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const BUILT = path.resolve("dist");

describe("the bundles of the extension host", () => {
  const workers = globSync("*Worker.js", { cwd: BUILT });

  it("has one for every worker thread", () => {
    assert.ok(workers.includes("rowTablesWorker.js") && workers.includes("definitionWorker.js"));
  });

  for (const worker of workers) {
    it(`keeps the editor's API out of ${worker}, where it cannot be loaded`, () => {
      assert.doesNotMatch(textOf(worker), /require\("vscode"\)/);
    });
  }

  it("leaves the extension out of what activation reads", () => {
    assert.match(textOf("entry.js"), /require\("\.\/extension"\)/);
  });

  it("publishes no request on a diagnostics channel, where any extension could subscribe", () => {
    const text = textOf("extension.js");
    assert.match(text, /beforeConnect/);
    assert.doesNotMatch(text, /diagnostics_channel|undici:(client|request|proxy)/);
  });
});

function textOf(file: string): string {
  return readFileSync(path.join(BUILT, file), "utf8");
}
