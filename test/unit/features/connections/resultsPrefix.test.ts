import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { pickResultsPrefix } from "../../../../src/features/connections/host/resultsPrefix";
import type { Dialogs, InputRequest } from "../../../../src/platform/vscode/dialogs";

describe("the box for the prefix of results", () => {
  async function refusalOf(text: string): Promise<string | undefined> {
    let told: string | undefined;
    const dialogs = {
      pick: (_title: string, items: readonly unknown[]) => Promise.resolve(items.at(-1)),
      input: ({ check }: InputRequest) => {
        told = check?.(text);
        return Promise.resolve(told === undefined ? text : undefined);
      },
    };
    const typed = await pickResultsPrefix(dialogs as unknown as Dialogs, undefined);
    assert.equal(typed, told === undefined ? text : undefined);
    return told;
  }

  it("takes what the form takes: none, or segments of letters, digits and marks", async () => {
    for (const text of ["", "/profiling/v1", "/a.b/~c_d-e", "/..a", "/a.."]) {
      assert.equal(await refusalOf(text), undefined, text);
    }
  });

  it("refuses what would lead an address elsewhere", async () => {
    for (const text of ["profiling", "/", "/a/", "/a b", "/a?b", "/..", "/.", "/a/../b", "/a/."]) {
      assert.match((await refusalOf(text)) ?? "", /^Begin with a slash .* alone\.$/, text);
    }
  });
});
