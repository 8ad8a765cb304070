import * as vscode from "vscode";
import { eventually } from "./support/explorer";
import { hoversAt, openFile, positionOf } from "./support/payloads";

const TEXT = `{
  "version": 1,
  "behaviour": { "tokenLifetime": "long" },
  "faults": [{ "fault": { "kind": "status", "status": 503,  } }],
  "colour": "red",
  
}`;

describe("scenario files of the sandbox in the editor", () => {
  let document: vscode.TextDocument;

  before(async () => {
    document = await openFile("households.fp-scenario.json", TEXT);
  });

  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("are completed", async () => {
    for (const [place, by, awaited] of [
      ["red", 8, "environments"],
      ["503,  ", 5, "retryAfter"],
    ] as const) {
      await eventually(`${awaited} among completions`, async () => {
        const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
          "vscode.executeCompletionItemProvider",
          document.uri,
          positionOf(document, place, by),
        );
        const labels = items.map(({ label }) => (typeof label === "string" ? label : label.label));
        return labels.includes(awaited) || undefined;
      });
    }
  });

  it("are checked", async () => {
    for (const [text, message] of [
      ['"long"', /Expected "integer"/],
      ['"colour"', /colour is not allowed/],
    ] as const) {
      await eventually(
        `a diagnostic under ${text}`,
        () =>
          vscode.languages
            .getDiagnostics(document.uri)
            .some((one) => document.getText(one.range) === text && message.test(one.message)) ||
          undefined,
      );
    }
  });

  it("are explained", async () => {
    await eventually("the description of a member", async () => {
      const hovers = await hoversAt(document, positionOf(document, "tokenLifetime", 2));
      return hovers.some(({ value }) => value.includes("Seconds of an access token")) || undefined;
    });
  });
});
