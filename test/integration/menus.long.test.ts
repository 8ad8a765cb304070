import assert from "node:assert/strict";
import * as vscode from "vscode";
import { EXTENSION_ID } from "../../src/manifest";

describe("menus of source control", () => {
  it("have groups that Git's have in this editor, and no other", () => {
    const own = groupsOf(EXTENSION_ID);
    const ofGit = groupsOf("vscode.git");
    assert.ok(own.length > 5, own.join(", "));
    assert.deepEqual(
      own.filter((group) => !ofGit.includes(group)),
      [],
    );
  });
});

/** Of all menus of source control: `scm/title 2_main`. */
function groupsOf(extension: string): readonly string[] {
  const { contributes } = vscode.extensions.getExtension(extension)!.packageJSON as {
    contributes: { menus: Readonly<Record<string, readonly { readonly group?: string }[]>> };
  };
  const found = Object.entries(contributes.menus)
    .filter(([menu]) => menu.startsWith("scm/"))
    .flatMap(([menu, items]) => items.map(({ group = "" }) => `${menu} ${group.split("@")[0]!}`));
  return [...new Set(found)];
}
