import assert from "node:assert/strict";
import type * as vscode from "vscode";
// First: it stands in for the editor.
import { TabInputTextDiff, window, workspace } from "../../../fakes/editorSurfaces";
import { AnswerDocuments } from "../../../../src/features/lists/host/answerDocuments";

describe("comparisons whose titles name clients", () => {
  const closed: unknown[] = [];
  let change: () => void;
  const privacy = {
    isOn: false,
    key: Buffer.of(),
    onDidChange: (listener: () => void) => {
      change = listener;
      return { dispose: () => undefined };
    },
  };
  const turn = (isOn: boolean): void => {
    privacy.isOn = isOn;
    change();
  };

  it("are closed when privacy mode is turned on, and no others", () => {
    const answers = new AnswerDocuments(privacy, { mask: "", layOut: "" });
    const tabs = ["named", "other", "masked"].map((path) => {
      const input = new TabInputTextDiff({ path } as never);
      return { input: Object.assign(input, { original: { path, toString: () => path } }) };
    });
    const close = (some: readonly unknown[]): Promise<void> => {
      closed.push(...some);
      return Promise.resolve();
    };
    window["tabGroups"] = { all: [{ tabs }], close };
    workspace["textDocuments"] = [];
    const [named, , masked] = tabs.map(({ input }) => input.original as unknown as vscode.Uri);
    turn(true);
    answers.closeWhenMasked(masked!);
    assert.deepEqual(closed, []);
    turn(false);
    answers.closeWhenMasked(named!);
    turn(true);
    assert.deepEqual(closed, tabs.slice(0, 1));
    turn(false);
    turn(true);
    assert.equal(closed.length, 1);
    answers.dispose();
    Reflect.deleteProperty(window, "tabGroups");
  });
});
