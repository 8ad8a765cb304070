import assert from "node:assert/strict";
// First: it stands in for the editor.
import { drawn } from "../../../fakes/editorSurfaces";
import { showView } from "../../../../src/platform/vscode/showView";
import { webviewFocus } from "../../../../src/platform/vscode/webviewFocus";

describe("a view that is shown", () => {
  const shown = [{ surface: "executeCommand", text: "some.view.focus" }];

  beforeEach(() => {
    drawn.length = 0;
  });

  it("gets the focus by the editor's own command", async () => {
    await showView("some.view");
    assert.deepEqual(drawn, shown);
  });

  it("gets it when the panel in front has done what the palette told it", async () => {
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    const panel = webviewFocus.add({
      isVisible: () => true,
      ping: () => {
        asked.resolve(undefined);
        return answer.promise;
      },
    });
    const showing = showView("some.view");
    await asked.promise;
    assert.deepEqual(drawn, []);
    answer.resolve(undefined);
    await showing;
    assert.deepEqual(drawn, shown);
    panel.dispose();
  });
});
