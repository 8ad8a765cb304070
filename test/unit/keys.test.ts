import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RELEASES } from "../../scripts/versions.mjs";
import { gridStep } from "../../src/features/lists/webview/list/grid/keys";
import { lineStep } from "../../src/features/requests/webview/requests/lineKeys";
import {
  defaultBindings,
  HARMLESS,
  keyOn,
  OF_OTHER_PARTS,
  type OwnBinding,
  placeOf,
  shadowedBy,
  SYSTEMS,
} from "../fakes/shadowedKeys";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: { readonly keybindings: readonly OwnBinding[] };
};
const { keybindings } = manifest.contributes;

const EVERY_KEY = [
  ...["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"],
  ...["Enter", "Escape", "Tab", "Delete", "Backspace", "Insert", "ContextMenu", " "],
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  ...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"),
];
const MODIFIERS = ["ctrl", "shift", "alt", "meta"] as const;
const PRESSES = EVERY_KEY.flatMap((key) =>
  Array.from({ length: 2 ** MODIFIERS.length }, (_, held) => pressOf(key, held)),
);

/** Handlers that are functions: what a press means to them, wherever it happens. */
const STEPS: Readonly<Record<string, (press: Press) => boolean>> = {
  "src/features/lists/webview/list/grid/keys.ts": (press) =>
    [0, 1, 2].some((row) =>
      [0, 1, 2].some(
        (column) =>
          gridStep({ row, column }, press, { rows: 9, columns: 9, visibleRows: 3 }) !== undefined,
      ),
    ),
  "src/features/requests/webview/requests/lineKeys.ts": (press) =>
    lineStep(1, press, { total: 9, visible: 3 }) !== undefined,
};

/** What the editor does with a key of a panel wherever the focus is, and why that is right. */
const ALSO_DONE: Readonly<Record<string, string>> = {
  "ctrl+a editor.action.selectAll": "the editor hands it to the panel, which selects all",
  "cmd+a editor.action.selectAll": "the editor hands it to the panel, which selects all",
  "alt+cmd+tab workbench.action.showAllEditors": "only menus take Tab, and let no key out",
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

  it("of other parts of the editor are told by where the focus is, and by nothing else", () => {
    assert.deepEqual(
      OF_OTHER_PARTS.filter((condition) => !/Focus(ed|InAny)?$|^in[A-Z]/.test(condition)),
      [],
    );
  });

  it("that panels handle themselves do nothing else in the editor, which gets them as well", () => {
    const found = new Set<string>();
    for (const system of SYSTEMS) {
      const everywhere = defaultBindings(system).filter(({ when }) => when === "");
      for (const key of keysOfPanels()) {
        shadowedBy(key, "panel", everywhere).forEach(({ command }) =>
          found.add(`${key} ${command}`),
        );
      }
    }
    assert.deepEqual([...found].sort(), Object.keys(ALSO_DONE).sort());
  });

  it("of panels are found in their sources", () => {
    const keys = keysOfPanels();
    for (const key of [
      "shift+f7",
      "ctrl+f",
      "ctrl+shift+end",
      "shift+f10",
      "cmd+c",
      "shift+enter",
    ]) {
      assert.ok(keys.has(key), key);
    }
  });

  it("would be found out where they take what an editor of text needs", () => {
    const file = "(resourceFilename =~ /x/ || resourcePath in financialPlanning.payloadFiles)";
    const when = `editorTextFocus && ${file} && resourceScheme =~ /y/`;
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

interface Press extends Readonly<Record<`${(typeof MODIFIERS)[number]}Key`, boolean>> {
  readonly key: string;
}

function pressOf(key: string, held: number): Press {
  const [ctrlKey, shiftKey, altKey, metaKey] = MODIFIERS.map(
    (_, place) => (held & (1 << place)) > 0,
  );
  return { key, ctrlKey: ctrlKey!, shiftKey: shiftKey!, altKey: altKey!, metaKey: metaKey! };
}

/** As bindings write it. */
function nameOf(press: Press): string {
  const held = MODIFIERS.filter((name) => press[`${name}Key`]).map((name) =>
    name.replace("meta", "cmd"),
  );
  const key = press.key.replace("Arrow", "").replace(" ", "space").toLowerCase();
  return [...held, key].join("+");
}

/** With every modifier that a handler does not rule out by `plainKey`. */
function keysOfPanels(): ReadonlySet<string> {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((name) => join("src", name).replaceAll("\\", "/"))
    .filter((name) => name.includes("/webview/") && name.endsWith(".ts"));
  const handled = sources.flatMap((name) => {
    const step = STEPS[name];
    if (step !== undefined) {
      return PRESSES.filter(step);
    }
    const source = readFileSync(name, "utf8");
    if (!/KeyboardEvent|KeyPress|"keydown"/.test(source)) {
      return [];
    }
    const isPlain = source.includes("plainKey(") && !/\b(event|press)\.key\b/.test(source);
    // A letter alone may be anything, but not where something is held against it.
    const names = EVERY_KEY.filter((key) =>
      key.length > 1
        ? source.includes(`"${key}"`) || source.includes(` ${key}: `)
        : source.includes(`=== "${key}"`) || source.includes(`case "${key}"`),
    );
    return PRESSES.filter(
      (press) => names.includes(press.key) && !(isPlain && nameOf(press).includes("+")),
    );
  });
  return new Set(handled.map(nameOf));
}
