import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  ANSWER_SCHEME,
  KNOWN_SCHEME,
  LIST_PANEL,
  REQUEST_PANEL,
  SCHEMA_SCHEME,
} from "../../src/manifest";
import { type ContributedItem, holds, readContributes, shownInPalette } from "../fakes/palette";

const contributes = readContributes();
const { keybindings } = (
  JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly contributes: { readonly keybindings: readonly ContributedItem[] };
  }
).contributes;

/** What is done with one payload, and what source control does with it. */
const OF_PAYLOAD = contributes.commands
  .map(({ command }) => command)
  .filter((command) => /\.pension\.(?!new|open$|setCheck)/.test(command));
const OF_CHANGE = ["stage", "unstage", "discard", "openChange"].map(
  (act) => `financialPlanning.changes.${act}`,
);
/** What is done with the call that a list in front shows, else with the last one. */
const OF_CALL = [
  ...["copyRequestId", "copyTraceId", "copyTicket", "exportEvidence", "copyAs", "copyTypes"],
  ...["saveFixture", "explain"],
].map((act) => `financialPlanning.requests.${act}`);
const ON_PAGES = ["previousPage", "nextPage", "lastPage", "stopLoading"].map(
  (act) => `financialPlanning.list.${act}`,
);

/** Where versions of files are shown to be read: by VS Code and its Git, and by ours. */
const READ_ONLY = ["git", "vscode-local-history", ANSWER_SCHEME, KNOWN_SCHEME, SCHEMA_SCHEME];
/** Where files are edited: here, unsaved, on a remote, and in file systems of extensions. */
const EDITED = ["file", "untitled", "vscode-remote", "vscode-vfs", "memfs", "gitea"];

function shown(
  keys: readonly string[],
  values: Readonly<Record<string, string>> = {},
): readonly string[] {
  const prefixed = keys.map((key) => `financialPlanning.${key}`);
  return shownInPalette(contributes, prefixed, values).map(({ command }) => command);
}

const payload = (resourceScheme: string): Readonly<Record<string, string>> => ({
  resourceFilename: "PEN-1.pension.json",
  resourceScheme,
});

function only(all: readonly string[], wanted: readonly string[]): readonly string[] {
  return all.filter((command) => wanted.includes(command));
}

describe("the palette shows only what can run", () => {
  it("with a payload in front: of source control nothing where that does not list it", () => {
    for (const scheme of EDITED) {
      assert.deepEqual(only(shown([], payload(scheme)), OF_CHANGE), [], scheme);
      const keys = ["lists", "canStage", "canUnstage", "canDiscard"];
      const listed = shown(
        keys.map((key) => `changes.${key}Front`),
        payload(scheme),
      );
      assert.deepEqual(only(listed, OF_CHANGE), OF_CHANGE, scheme);
    }
  });

  it("with a payload in front that source control lists: what can be done with it now", () => {
    const ofChange = (...keys: readonly string[]): readonly string[] =>
      only(
        shown(
          ["lists", ...keys].map((key) => `changes.${key}Front`),
          payload("file"),
        ),
        OF_CHANGE,
      ).map((command) => command.split(".").at(-1)!);
    assert.deepEqual(ofChange("canStage"), ["stage", "openChange"]);
    assert.deepEqual(ofChange("canUnstage"), ["unstage", "openChange"]);
    assert.deepEqual(ofChange("canStage", "canDiscard"), ["stage", "discard", "openChange"]);
  });

  it("with a payload in front, saved or not: what is done with it", () => {
    assert.ok(OF_PAYLOAD.length >= 9, String(OF_PAYLOAD.length));
    for (const scheme of EDITED) {
      const all = shown(["pension.canUndo"], payload(scheme));
      assert.deepEqual(only(all, OF_PAYLOAD), OF_PAYLOAD, scheme);
    }
  });

  it("with a version in front that can only be read: nothing of a payload", () => {
    for (const scheme of READ_ONLY) {
      const all = shown(["pension.canUndo"], payload(scheme));
      assert.deepEqual(only(all, [...OF_PAYLOAD, ...OF_CHANGE]), [], scheme);
      assert.ok(all.includes("financialPlanning.help.show"), "how payloads work can be read");
    }
  });

  it("with a list in front: the pages that it has, and an end to what loads", () => {
    const list = { activeWebviewPanelId: LIST_PANEL };
    assert.deepEqual(only(shown([], list), ON_PAGES), []);
    const states = [
      ["canGoToPrevious", "previousPage"],
      ["canGoToNext", "nextPage"],
      ["canGoToLast", "lastPage"],
      ["canCancel", "stopLoading"],
    ] as const;
    for (const [key, act] of states) {
      const command = `financialPlanning.list.${act}`;
      assert.deepEqual(only(shown([`list.${key}`], list), ON_PAGES), [command]);
      // Keys stay as they were told last when another editor comes to the front.
      assert.deepEqual(only(shown([`list.${key}`]), ON_PAGES), []);
    }
  });

  it("with a restored list in front: nothing of a call where none was made", () => {
    const list = { activeWebviewPanelId: LIST_PANEL };
    const ofCalls = (keys: readonly string[], front?: typeof list): readonly string[] =>
      shown(["hasRequests", ...keys], front).filter((command) => OF_CALL.includes(command));
    assert.deepEqual(ofCalls([], list), []);
    assert.deepEqual(ofCalls(["list.hasCall"], list), OF_CALL);
    assert.deepEqual(ofCalls(["list.hasCall"]), [], "another editor is in front");
    assert.deepEqual(ofCalls(["hasCalls"]), OF_CALL);
  });

  it("in a new window: nothing that takes the last call of this window, whatever is recorded", () => {
    const command = "financialPlanning.sandbox.answerLikeThis";
    const request = { activeWebviewPanelId: REQUEST_PANEL };
    const list = { activeWebviewPanelId: LIST_PANEL };
    assert.ok(!shown(["hasRequests"]).includes(command));
    // A list that was restored with its window may have asked nobody.
    assert.ok(!shown(["hasRequests"], list).includes(command));
    assert.ok(shown(["hasRequests"], request).includes(command));
    assert.ok(shown(["hasRequests", "hasCalls"]).includes(command));
    assert.ok(!shown([], request).includes(command), "the history was cleared");
  });
});

describe("titles, menus and keys of editors", () => {
  it("have nothing of a payload at a version that can only be read", () => {
    const { menus } = contributes;
    const items = ["editor/title", "editor/context"].flatMap((menu) => menus[menu]!);
    const found = [...items, ...keybindings].filter(({ command }) => OF_PAYLOAD.includes(command));
    assert.ok(found.length >= 14, String(found.length));
    const keys = ["editorTextFocus", "financialPlanning.pension.canUndo"];
    for (const { command, when } of found) {
      for (const scheme of READ_ONLY) {
        assert.ok(!holds(when, keys, payload(scheme)), `${command} at ${scheme}`);
      }
      for (const scheme of EDITED) {
        assert.ok(holds(when, keys, payload(scheme)), `${command} at ${scheme}`);
      }
    }
  });

  it("have the undo of a PUT only where there is one to undo", () => {
    const ofTitle = contributes.menus["editor/title"]!.filter(
      ({ when }) => !holds(when, [], payload("file")) && /\.pension\./.test(String(when)),
    );
    assert.deepEqual(
      ofTitle.map(({ command }) => command),
      ["financialPlanning.pension.undo"],
    );
  });
});
