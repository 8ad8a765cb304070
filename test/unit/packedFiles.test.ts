import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const VSCE = join("node_modules", "@vscode", "vsce", "vsce");

/** All that may ship; what is not named here needs a reason to be added. */
const ALLOWED = [
  /^(package|package\.nls)\.json$/,
  /^(README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE$/,
  /^docs\/[\w-]+\.md$/,
  /^dist\/(webview\/)?[\w-]+\.js(\.LEGAL\.txt)?$/,
  /^dist\/THIRD-PARTY-NOTICES\.md$/,
  /^dist\/webview\/codicon\.(css|ttf)$/,
  /^media\/(icons\/[\w-]+\.(svg|png)|images\/[\w-]+\.png|schemas\/[\w.-]+\.json|service\/(provider\/)?[\w.-]+\.(json|yaml))$/,
];

describe("the packed extension", () => {
  it("holds what users need, and nothing else", () => {
    const listed = execFileSync(process.execPath, [VSCE, "ls", "--no-dependencies"], {
      encoding: "utf8",
    });
    const files = listed.split(/\r?\n/).filter((line) => line !== "");
    for (const wanted of ["dist/entry.js", "dist/THIRD-PARTY-NOTICES.md", "docs/sign-in.md"]) {
      assert.ok(files.includes(wanted), wanted);
    }
    const others = files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));
    assert.deepEqual(others, []);
  });
});
