import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { RELEASES } from "../../scripts/versions.mjs";
import {
  defaultBindings,
  keyOn,
  type OwnBinding,
  placeOf,
  shadowedBy,
  SYSTEMS,
} from "../fakes/shadowedKeys";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: { readonly keybindings: readonly OwnBinding[] };
};
const { keybindings } = manifest.contributes;

/** Default bindings whose key is ours in a place of ours, and why nobody misses them there. */
const HARMLESS: Readonly<Record<string, string>> = {
  "list.find actions.find": "a list panel has no text that the editor could look through",
  "list.find editor.action.webvieweditor.showFind":
    "only panels that ask for the editor's own find widget have it; lists do not",
  "changes.plan workbench.action.terminal.chat.runCommand":
    "it is the chat in a terminal that has the focus",
  "changes.plan workbench.action.terminal.chat.runFirstCommand":
    "it is the chat in a terminal that has the focus",
  "changes.plan inlineChat2.keep": "it is the chat in a text that has the focus",
};

/**
 * What panels handle themselves, beside plain keys: `keys.ts` of the grid, `compareGrid.ts`,
 * `lineKeys.ts`. The editor gets these keys as well.
 */
const OF_PANELS = [
  ...["shift+f10", "alt+down", "ctrl+shift+left", "ctrl+shift+right", "shift+alt+left"],
  ...["shift+alt+right", "ctrl+a", "cmd+a", "shift+space", "ctrl+space", "f3", "shift+f3"],
  ...["ctrl+home", "ctrl+end", "ctrl+shift+up", "ctrl+shift+down", "ctrl+shift+home"],
  ...["ctrl+shift+end", "f7", "shift+f7", "ctrl+c", "cmd+c", "shift+enter"],
];

/** What the editor does with such a key wherever the focus is, and why that is right. */
const ALSO_DONE: Readonly<Record<string, string>> = {
  "ctrl+a editor.action.selectAll": "the editor hands it to the panel, which selects all",
  "cmd+a editor.action.selectAll": "the editor hands it to the panel, which selects all",
};

describe("keys", () => {
  it("are compared with the defaults of the newest editor", () => {
    for (const system of SYSTEMS) {
      const [head] = readFileSync(`test/fixtures/keybindings/${system}.tsv`, "utf8").split("\n");
      assert.match(head!, new RegExp(` VS Code ${RELEASES.newest.vscode.replaceAll(".", "\\.")},`));
      assert.ok(defaultBindings(system).length > 1_000, system);
    }
  });

  it("count only in views, panels and files of ours", () => {
    const others = keybindings.filter((binding) => placeOf(binding) === undefined);
    assert.deepEqual(others, []);
  });

  it("shadow nothing there that somebody could need, on any system", () => {
    const found = new Set<string>();
    const missing: string[] = [];
    for (const system of SYSTEMS) {
      const defaults = defaultBindings(system);
      for (const binding of keybindings) {
        const key = keyOn(system, binding);
        for (const { command, clause } of shadowedBy(key, placeOf(binding)!, defaults)) {
          const pair = `${binding.command.replace("financialPlanning.", "")} ${command}`;
          found.add(pair);
          if (!Object.hasOwn(HARMLESS, pair)) {
            missing.push(`${system}: ${key} of ${pair} (${clause})`);
          }
        }
      }
    }
    assert.deepEqual(missing, []);
    assert.deepEqual([...found].sort(), Object.keys(HARMLESS).sort(), "no reason without its key");
  });

  it("that panels handle themselves do nothing else in the editor", () => {
    const found = SYSTEMS.flatMap((system) => {
      const everywhere = defaultBindings(system).filter(({ when }) => when === "");
      return OF_PANELS.flatMap((key) =>
        shadowedBy(key, "panel", everywhere).map(({ command }) => `${key} ${command}`),
      );
    });
    assert.deepEqual([...new Set(found)].sort(), Object.keys(ALSO_DONE).sort());
  });

  it("would be found out where they take what an editor of text needs", () => {
    const when =
      "editorTextFocus && (resourceFilename =~ /x/ || resourcePath in financialPlanning.payloadFiles)";
    const place = placeOf({ command: "", key: "", when })!;
    const of = (key: string, system: (typeof SYSTEMS)[number]): readonly string[] =>
      shadowedBy(key, place, defaultBindings(system)).map(({ command }) => command);
    assert.ok(of("ctrl+enter", "linux").includes("editor.action.insertLineAfter"));
    assert.ok(of("cmd+enter", "mac").includes("editor.action.insertLineAfter"));
    assert.ok(
      of("alt+ctrl+left", "windows").includes("workbench.action.moveEditorToPreviousGroup"),
    );
  });
});
