import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { ScriptedDialogs } from "../../src/platform/vscode/dialogs";
import { saveImage } from "../../src/features/lists/host/saveImage";

describe("saving a drawing", () => {
  let folder: string;
  const dialogs = new ScriptedDialogs(vscode.ExtensionMode.Test);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "drawing-"));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("writes text as it is and base64 as bytes, under a name that every disk takes", async () => {
    const svg = "<svg ><text>Ünï 😀</text></svg>";
    const target = vscode.Uri.file(join(folder, "one.svg"));
    dialogs.script(target.toString());
    await saveImage(dialogs, "Holdings · Abernathy/../Ruth: 1", { format: "svg", content: svg });
    assert.equal(await readFile(target.fsPath, "utf8"), svg);
    assert.deepEqual(dialogs.takeShown(), [
      "Holdings-Abernathy-Ruth-1.svg",
      "Saved 35 B to one.svg.",
    ]);
    const png = vscode.Uri.file(join(folder, "two.png"));
    dialogs.script(png.toString());
    await saveImage(dialogs, "…", { format: "png", content: "iVBORw0KGgo=" });
    assert.equal((await readFile(png.fsPath)).toString("hex"), "89504e470d0a1a0a");
    assert.equal(dialogs.takeShown()[0], "chart.png");
    assert.deepEqual((await readdir(folder)).sort(), ["one.svg", "two.png"]);
  });

  it("writes nothing when the user declines, and says when the disk does", async () => {
    dialogs.script(undefined);
    await saveImage(dialogs, "a", { format: "svg", content: "<svg ></svg>" });
    assert.deepEqual(await readdir(folder), []);
    dialogs.script(vscode.Uri.file(join(folder, "gone", "a.svg")).toString());
    await assert.rejects(saveImage(dialogs, "a", { format: "svg", content: "<svg ></svg>" }), {
      code: "input/notSaved",
    });
  });
});
