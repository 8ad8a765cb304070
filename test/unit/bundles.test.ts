import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const BUILT = path.resolve("dist");
/** What the first question loads: in this order, each in a turn of its own. */
const FIRST = ["platform", "services", "tree", "initial"].map((name) => `extension/${name}.js`);

describe("the bundles of the extension host", () => {
  const workers = globSync("*Worker.js", { cwd: BUILT });
  const files = globSync("extension/*.js", { cwd: BUILT }).map((file) =>
    file.replaceAll("\\", "/"),
  );

  it("has one for every worker thread", () => {
    assert.ok(workers.includes("rowTablesWorker.js") && workers.includes("definitionWorker.js"));
  });

  for (const worker of workers) {
    it(`keeps the editor's API out of ${worker}, where it cannot be loaded`, () => {
      assert.doesNotMatch(textOf(worker), /require\("vscode"\)/);
    });
  }

  it("leaves the extension out of what activation reads", () => {
    assert.match(textOf("entry.js"), /"\.\/editorPlatform".*"\.\/services".*"\.\/extension"/s);
  });

  it("reads what the first question needs in files that do not read one another", () => {
    for (const [place, file] of FIRST.entries()) {
      const names = FIRST.map((one) => path.basename(one));
      for (const [other, name] of names.entries()) {
        const isRead = new RegExp(`^.*(?<!=>)require\\("\\./${name}"\\)`).test(textOf(file));
        assert.ok(other < place || !isRead, `${file} reads ${name}`);
      }
    }
    assert.match(textOf("services.js"), /require\("\.\/extension\/services\.js"\)/);
    assert.match(textOf("extension.js"), /require\("\.\/extension\/initial\.js"\)/);
    for (const file of FIRST) {
      assert.ok(textOf(file).length < 300_000, `${file}: ${textOf(file).length}`);
    }
  });

  it("reads the HTTP client in a file of its own, before the network", () => {
    assert.ok(textOf("extension/ownSender.js").includes("beforeConnect"));
    assert.ok(!textOf("extension/network.js").includes("beforeConnect"));
    assert.match(textOf("extension/services.js"), /ownSender\.js.*network\.js/s);
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
