import assert from "node:assert/strict";
import { readContributes, shownInPalette } from "../fakes/palette";
import { type Editor, leaveWindow, startEditor } from "./support/editor";
import { shownCommands } from "./support/paletteHands";
import { until } from "./support/until";
import type { Workbench } from "./support/workbench";

const expected = (...keys: readonly string[]): readonly string[] =>
  shownInPalette(readContributes(), keys)
    .map(({ title }) => title)
    .sort();

describe("the palette of an empty window", () => {
  let editor: Editor;
  let window: Workbench;

  before(async () => {
    // Its own: what other tests store would be offered here.
    editor = await startEditor();
    window = await editor.openWindow({ folder: false });
  });

  after(async () => {
    await leaveWindow(undefined, window);
    await editor.stop();
  });

  it("shows what can be run there, and no more", async () => {
    const shown = await shownCommands(window);
    assert.deepEqual([...shown].sort(), expected());
    assert.ok(shown.length >= 35 && shown.length <= 50, String(shown.length));
  });

  it("shows more once the sandbox runs and was called", async () => {
    await window.runCommand("Financial Planning: Find Client…");
    await window.quickInput.row("Abernathy, Ruth").first().waitFor();
    await window.quickInput.cancel();
    const keys = ["sandboxRunning", "isSignedIn", "hasCalls", "hasRequests"];
    const wanted = expected(...keys.map((key) => `financialPlanning.${key}`));
    assert.ok(["Stop Sandbox", "Sign Out", "Copy Trace Id"].every((one) => wanted.includes(one)));
    await until("the palette follows", async () => {
      const shown = [...(await shownCommands(window))].sort();
      return JSON.stringify(shown) === JSON.stringify(wanted);
    });
  });
});
