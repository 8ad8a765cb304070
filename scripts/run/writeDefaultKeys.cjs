// Runs inside the extension host: writes VS Code's default keybindings, as the window has them, to
// the file that DEFAULT_KEYS names. A line each: key, command, condition; what is ours is left out.
"use strict";

const { writeFileSync } = require("node:fs");
const process = require("node:process");
const { parse } = require("jsonc-parser");
const vscode = require("vscode");

exports.run = async function run() {
  const address = vscode.Uri.parse("vscode://defaultsettings/keybindings.json");
  const document = await vscode.workspace.openTextDocument(address);
  // One condition names the file of the user's own keys, which lies in a temporary folder here.
  const text = document.getText().replace(/vscode-remote:[^']*(?=\/User\/)/g, "vscode-remote:");
  const lines = parse(text)
    .filter(({ command }) => !command.startsWith("financialPlanning."))
    .map(({ key, command, when = "" }) => [key, command, when].join("\t"));
  const head = `# Default keybindings of VS Code ${vscode.version}, by scripts/defaultKeys.mjs`;
  writeFileSync(process.env.DEFAULT_KEYS, `${[head, ...lines].join("\n")}\n`);
};
