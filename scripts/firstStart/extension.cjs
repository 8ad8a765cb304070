// Runs beside the explorer in the editor of `npm start` only: the explorer itself never opens anything.
"use strict";
const { mkdir, writeFile } = require("node:fs/promises");
const { join } = require("node:path");
const vscode = require("vscode");

const WALKTHROUGH = "financial-planning-tools.financial-planning-api-explorer#getStarted";

async function activate({ globalStorageUri }) {
  // The extension's own state is the browser's, by address, and the port is another at each start.
  const folder = globalStorageUri.fsPath;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, "opened"), "", { flag: "wx" });
  } catch {
    return;
  }
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", WALKTHROUGH, false);
}

module.exports = { activate };
