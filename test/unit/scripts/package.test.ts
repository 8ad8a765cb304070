import assert from "node:assert/strict";
import { unexpectedFiles } from "../../../scripts/host/packageExtension.mjs";

describe("what the packed extension may hold", () => {
  it("is what users need", () => {
    const needed = [
      ...["extension.vsixmanifest", "[Content_Types].xml", "extension/package.json"],
      ...["extension/readme.md", "extension/docs/sandbox.md", "extension/LICENSE.txt"],
      ...["extension/dist/entry.js", "extension/dist/extension/initial.js"],
      ...["extension/dist/webview/list.js.LEGAL.txt"],
      ...["extension/dist/THIRD-PARTY-NOTICES.md", "extension/media/images/holdings.webp"],
      "extension/media/service/provider/finances.yaml",
    ];
    assert.deepEqual(unexpectedFiles(needed), []);
  });

  it("is nothing else of a checkout", () => {
    const others = [
      ...["extension/.env", "extension/.npmrc", "extension/secrets.json"],
      ...["extension/src/extension.ts", "extension/test/e2e/screenshots/walk.png"],
      ...["extension/dist/extension.js.map", "extension/node_modules/undici/index.js"],
      ...["extension/out/extension.vsix", "extension/docs/notes/private.md"],
      // An editor reads those of other languages: the sentences are English in the source.
      "extension/l10n/bundle.l10n.json",
    ];
    assert.deepEqual(unexpectedFiles(others), others);
  });
});
