import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HELP_PAGES } from "../../../../src/features/gettingStarted/common/helpPages";

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when: string }[]>
    >;
  };
}

describe("the pages that panels have for help", () => {
  it("are there for each panel whose title has a question mark, and for no other", () => {
    const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
    const [, panels = ""] =
      (contributes.menus["editor/title"] ?? [])
        .filter(({ command }) => command === "financialPlanning.help.show")
        .map(({ when }) => /^activeWebviewPanelId =~ .*\\\.\((.+)\)\$/.exec(when))
        .find((match) => match !== null) ?? assert.fail("no entry for panels");
    const types = panels.split("|").map((name) => `financialPlanning.${name}`);
    assert.deepEqual(Object.keys(HELP_PAGES).sort(), types.sort());
  });

  it("lead to pages of the documentation", () => {
    for (const page of Object.values(HELP_PAGES)) {
      assert.ok(existsSync(join("docs", `${page}.md`)), page);
    }
  });
});
