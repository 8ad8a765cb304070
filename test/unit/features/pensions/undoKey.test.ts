import assert from "node:assert/strict";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import { answers, TabInputTextDiff, uriOf, window, workspace } from "../../../fakes/editorSurfaces";
import { followUndo } from "../../../../src/features/pensions/host/undoKey";

const PAYLOAD = uriOf("file:///pensions/x.pension.json");
const NOTES = uriOf("output:///log");

describe("whether the last PUT can be undone", () => {
  let told: unknown[];
  let reads: number;
  let isRecorded: boolean;
  let activated: () => void;
  let changed: () => void;
  let following: vscode.Disposable;

  beforeEach(() => {
    [told, reads, isRecorded] = [[], 0, false];
    answers.set("executeCommand", (_command: string, _key: string, value: unknown) => {
      told.push(value);
    });
    workspace["fs"] = { isWritableFileSystem: (scheme: string) => scheme === "file" };
    Object.assign(window, {
      tabGroups: { activeTabGroup: {} },
      onDidChangeActiveTextEditor: (listener: () => void) => {
        activated = listener;
        return { dispose: () => undefined };
      },
    });
    show(NOTES);
    const lenses = {
      canUndo: (uri: unknown) => uri === PAYLOAD && isRecorded,
      onDidChangeCodeLenses: (listener: () => void) => {
        changed = listener;
        return { dispose: () => undefined };
      },
    };
    const refresh = (): Promise<void> => {
      reads++;
      isRecorded = true;
      changed();
      return Promise.reject(new Error("the disk failed, and nobody asked"));
    };
    following = followUndo(lenses, { refresh });
  });

  afterEach(() => {
    following.dispose();
    answers.delete("executeCommand");
    delete workspace["fs"];
    delete window["tabGroups"];
    delete window["onDidChangeActiveTextEditor"];
    delete window["activeTextEditor"];
  });

  function show(uri: typeof PAYLOAD): void {
    window["activeTextEditor"] = { document: { uri } };
  }

  it("is read from the disk once a payload is in front, which other windows write to", () => {
    assert.deepEqual([told, reads], [[false], 0]);
    show(PAYLOAD);
    activated();
    assert.deepEqual([told, reads], [[false, true], 1]);
    show(NOTES);
    activated();
    assert.deepEqual([told, reads], [[false, true, false], 1]);
  });

  it("is told of the payload of a comparison, whichever side has the focus", () => {
    isRecorded = true;
    window["tabGroups"] = {
      activeTabGroup: { activeTab: { input: new TabInputTextDiff(PAYLOAD) } },
    };
    activated();
    assert.deepEqual(told, [false, true]);
  });
});
