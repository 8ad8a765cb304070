import assert from "node:assert/strict";
import { resolve } from "node:path";
import { findConsoleProblems } from "../../scripts/run/consoleProblems.mjs";
import { EXTENSION_ID } from "../../src/manifest";

/** The words of real editors, around errors that a test made. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "a rejection in an extension host":
    "[warning] rejected promise not handled within 1 second: Canceled: Canceled",
  "a rejection in a page": "[pageerror] Uncaught (in promise) Error: no such panel",
  "an error that the host reports of the extension": `[error] [${EXTENSION_ID}]no such panel`,
  "an error in a log with a frame of the installed extension":
    "2026-03-01 10:00:00.000 [error] Error: no such panel\n" +
    `    at show (/home/me/extensions/${EXTENSION_ID}-0.1.0/dist/extension.js:1:2)`,
  "an error in a log with a frame of the checkout":
    "2026-03-01 10:00:00.000 [error] Error: no such panel\n    at next (node:events:1:2)\n" +
    `    at show (${resolve("dist/extension.js")}:1:2)`,
};

const QUIET = [
  `2026-03-01 10:00:00.000 [info] ExtensionService#_doActivateExtension ${EXTENSION_ID}`,
  "[error] Error: not found\n    at find (http://127.0.0.1:1/out/workbench.js:1:2)",
  "[error] [vscode.git]no repository",
  "[warn] [node.js fs] readdir with filetypes failed with error: Error: ENOENT\n" +
    `    at list (${resolve("dist/extension.js")}:1:2)`,
  `Canceled: Canceled: Canceled\n    at invoke (${resolve("dist/extension.js")}:1:2)`,
];

describe("problems in the console of an editor", () => {
  for (const [name, text] of Object.entries(PROBLEMS)) {
    it(`finds ${name}, with its stack`, () => {
      const console = [QUIET[0], text, ...QUIET.slice(1)].join("\n");
      assert.deepEqual(findConsoleProblems(console), [text]);
    });
  }

  it("finds nothing in what the editor says of itself and of others", () => {
    assert.deepEqual(findConsoleProblems(QUIET.join("\n")), []);
  });
});
