import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import * as vscode from "vscode";
import { EXTENSION_ID } from "../../src/manifest";
import {
  type DefaultBinding,
  HARMLESS,
  keyOn,
  type OwnBinding,
  placeOf,
  shadowedBy,
} from "../fakes/shadowedKeys";

/** Older editors have a chat in cells of notebooks and in texts too, which has the focus then. */
const IN_OLDER = /^(notebook\.cell\.chat\.\w+|inlineChat\w*\.\w+)$/;

interface Binding extends Omit<DefaultBinding, "when"> {
  readonly when?: string;
}

describe("keys in the running editor", () => {
  let all: readonly Binding[];
  let own: readonly OwnBinding[];

  before(async () => {
    const address = vscode.Uri.parse("vscode://defaultsettings/keybindings.json");
    const document = await vscode.workspace.openTextDocument(address);
    all = parse(document.getText()) as readonly Binding[];
    const { contributes } = vscode.extensions.getExtension(EXTENSION_ID)!.packageJSON as {
      contributes: { keybindings: readonly OwnBinding[] };
    };
    own = contributes.keybindings;
  });

  it("are those of the manifest", () => {
    const known = all.filter(({ command }) => command.startsWith("financialPlanning."));
    assert.deepEqual(
      known.map(({ command }) => command).sort(),
      own.map(({ command }) => command).sort(),
    );
  });

  it("shadow nothing that this editor does there", () => {
    const defaults = all
      .filter(({ command }) => !command.startsWith("financialPlanning."))
      .map(({ when = "", ...binding }) => ({ ...binding, when }));
    assert.ok(defaults.length > 900);
    const shadowed = own.flatMap((binding) =>
      shadowedBy(keyOn("linux", binding), placeOf(binding)!, defaults)
        .filter(({ command }) => !IN_OLDER.test(command) && !isHarmless(binding, command))
        .map(({ command, clause }) => `${binding.command}: ${command} (${clause})`),
    );
    assert.deepEqual(shadowed, []);
  });
});

function isHarmless({ command: own }: OwnBinding, command: string): boolean {
  return Object.hasOwn(HARMLESS, `${own.replace("financialPlanning.", "")} ${command}`);
}
