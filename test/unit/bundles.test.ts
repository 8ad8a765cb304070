import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const BUILT = path.resolve("dist");
/** What the first question loads: in this order, each in a turn of its own. */
const FIRST = ["extension/services.js", "extension/initial.js"];

describe("the bundles of the extension host", () => {
  const workers = globSync("*Worker.js", { cwd: BUILT });
  const files = globSync("extension/*.js", { cwd: BUILT }).map((file) =>
    file.replaceAll("\\", "/"),
  );

  it("has one for every worker thread", () => {
    assert.ok(workers.includes("rowTablesWorker.js") && workers.includes("definitionWorker.js"));
  });

  it("names the editor's API where it is loaded", () => {
    assert.match(textOf("entry.js"), /require\("vscode"\)/);
  });

  for (const worker of workers) {
    it(`keeps the editor's API out of ${worker}, where it cannot be loaded`, () => {
      assert.doesNotMatch(textOf(worker), /require\("vscode"\)/);
    });
  }

  it("leaves the extension out of what activation reads", () => {
    assert.match(textOf("entry.js"), /require\("\.\/services"\).*require\("\.\/extension"\)/s);
  });

  it("loads the services without the rest of what the first question needs", () => {
    const [services = "", rest = ""] = FIRST;
    assert.match(textOf("services.js"), /require\("\.\/extension\/services\.js"\)/);
    assert.doesNotMatch(textOf(services), /(?<!=>)require\("\.\/initial\.js"\)/);
    assert.match(textOf(rest), /require\("\.\/services\.js"\)/);
    const [one, other] = FIRST.map((file) => textOf(file).length);
    assert.ok(Math.max(one ?? 0, other ?? 0) < 450_000, `${one} and ${other}`);
  });

  for (const [library, its] of [
    ["undici", "beforeConnect"],
    ["ajv", "strictTypes"],
  ] as const) {
    it(`leaves ${library} out of what the first question loads`, () => {
      const holding = files.filter((file) => textOf(file).includes(its));
      assert.ok(
        holding.length > 0 && !FIRST.some((file) => holding.includes(file)),
        holding.join(),
      );
      assert.match(textOf("extension.js"), /require\("\.\/extension\/initial\.js"\)/);
    });
  }

  it("publishes no request on a diagnostics channel, where any extension could subscribe", () => {
    const text = files.map(textOf).join("\n");
    assert.match(text, /beforeConnect/);
    assert.doesNotMatch(text, /diagnostics_channel|undici:(client|request|proxy)/);
  });
});

function textOf(file: string): string {
  return readFileSync(path.join(BUILT, file), "utf8");
}
