import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const BUILT = path.resolve("dist");
const OTHER = /require\("\.\/(\w+)\.js"\)/g;

describe("the bundles of the extension host", () => {
  const threads = globSync("*Worker.js", { cwd: BUILT }).map((file) => path.basename(file, ".js"));

  it("are there for every thread", () => {
    assert.ok(threads.includes("rowTablesWorker") && threads.includes("definitionWorker"));
  });

  for (const thread of threads) {
    it(`lead ${thread} to none that needs the editor, which threads do not have`, () => {
      const needing = reached(thread).filter((name) => /require\("vscode"\)/.test(textOf(name)));
      assert.deepEqual(needing, []);
    });
  }

  it("are all there that another one asks for", () => {
    for (const name of reached("entry")) {
      assert.notEqual(textOf(name), "", name);
    }
    assert.ok(reached("entry").length > threads.length);
  });

  it("tell nobody of calls, as the library of the calls would by itself", () => {
    const text = textOf("network");
    // Any extension of the same host can listen to these, and would hear all headers.
    assert.match(text, /beforeConnect/);
    assert.doesNotMatch(text, /diagnostics_channel|undici:(client|request|proxy)/);
  });
});

/** Itself and what it comes to at its beginning or later. */
function reached(first: string): readonly string[] {
  const found = new Set([first]);
  for (const name of found) {
    [...textOf(name).matchAll(OTHER)].forEach(([, other = ""]) => found.add(other));
  }
  return [...found];
}

function textOf(name: string): string {
  return readFileSync(path.join(BUILT, `${name}.js`), "utf8");
}
