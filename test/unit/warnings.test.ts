import assert from "node:assert/strict";
import type { Refusal } from "../../src/platform/texts/refusals";
import { readdirSync, readFileSync } from "node:fs";

/** What puts a sentence of the catalogue into a message. */
const FROM_CATALOGUE = new Set(["warningText", "inOneText"]);

/** Messages made of several parts, and the functions that make them from the catalogue. */
const REPORTS: Readonly<Record<string, string>> = {
  "src/platform/vscode/errorMessages.ts: messageOf": "describeError",
  "src/features/connections/host/networkCheck.ts: summary": "describeNetworkCheck",
  "src/features/connections/host/setup/testCommand.ts: summary": "describeConnectionTest",
  "src/features/exports/host/itemMessages.ts: message": "warningText, partWords, describe",
  "src/features/exports/host/snapshots/keepSnapshot.ts: [": "findingsWords",
  "src/features/pensions/host/writing/compareCommands.ts: report": "comparedReport, shownReport",
  "src/features/pensions/host/writing/writeCommands.ts: `": "landingReport, deletedWords",
  "src/features/sourceControl/host/batch/batchMessages.ts: text": "batchSummary, warningText",
};

const CALL = /\bdialogs\s*\.notify\(\s*([^,]+),\s*(\w+|\S)/g;

/** Calls with a warning, an error, or what may be one: the file, and how the message begins. */
function warnings(file: string, text: string): readonly string[] {
  return [...text.matchAll(CALL)]
    .filter(([, severity = ""]) => severity.trim() !== '"information"')
    .filter(([, , message = ""]) => !FROM_CATALOGUE.has(message))
    .map(([, , message = ""]) => `${file}: ${message}`);
}

/** Notices with a sentence of their own. */
function ownNotices(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\bwhat: (?:\w+\.)*t\(/g)].map(() => file);
}

/** Words of panels for what failed that are a sentence of their own. */
function ownFailures(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\b(\w*[fF]ailed): (?:\w+\.)*t\(\s*"[^"]+\."/g)].map(
    ([, name = ""]) => `${file}: ${name}`,
  );
}

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => `src/${name.replaceAll("\\", "/")}`)
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

describe("warnings and errors in messages", () => {
  it("say sentences of the catalogue", () => {
    const others = new Set(sources.flatMap(({ file, text }) => warnings(file, text)));
    assert.deepEqual([...others].sort(), Object.keys(REPORTS).sort());
  });

  it("go through the dialogs", () => {
    const direct = sources.filter(({ text }) => /\bshow(Warning|Error)Message\(/.test(text));
    assert.deepEqual(
      direct.map(({ file }) => file),
      ["src/platform/vscode/dialogs.ts"],
    );
  });

  it("refuse what is entered by sentences of the catalogue", () => {
    // @ts-expect-error -- no sentence of a table of refusals
    const odd: Refusal = "Odd.";
    assert.equal(odd, "Odd.");
    const filesWith = (pattern: RegExp): string[] =>
      sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    assert.deepEqual(filesWith(/\bas Refusal\b/), ["src/platform/texts/refusals.ts"]);
    assert.deepEqual(filesWith(/\bvalidateInput\b|\.validationMessage\b/).sort(), [
      "src/platform/vscode/dialogs.ts",
      "src/platform/vscode/stepDialogs.ts",
    ]);
    // By its name and folder the page finds a table.
    const tables = filesWith(/^export const \w+_REFUSALS = /m);
    assert.deepEqual(filesWith(/ satisfies .*\bRefusalTable\b/), tables);
    assert.deepEqual(
      tables.filter((file) => !/^src\/(platform|features\/\w+)\/texts\//.test(file)),
      [],
    );
    const others = sources
      .filter(({ text }) => /texts\/refusals"|"\.\/refusals"/.test(text))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/\brefusal\((?!\w+_REFUSALS[.[])/g)].map(() => file),
      );
    assert.deepEqual(others, []);
  });

  it("stand in panels as sentences of the catalogue", () => {
    const others = sources
      .filter(({ file }) => !file.includes("/texts/"))
      .flatMap(({ file, text }) => ownNotices(file, text));
    // Says how a pension is written, which is no trouble.
    assert.deepEqual(others, ["src/features/requests/host/send/sendView.ts"]);
    const findings = sources
      .filter(({ file }) => file.includes("/lists/host/"))
      .filter(({ text }) => /kind: "\w+",\s+text: (?:\w+\.)*t\(/.test(text));
    assert.deepEqual(findings, []);
    const failures = sources
      .filter(({ file }) => /\/(texts|host)\//.test(file))
      .flatMap(({ file, text }) => ownFailures(file, text));
    assert.deepEqual(failures, []);
  });

  it("would be found out", () => {
    const call = 'await this.services.dialogs.notify(\n  "warning",\n  vscode.l10n.t("Odd."),\n);';
    assert.deepEqual(warnings("a.ts", call), ["a.ts: vscode"]);
    assert.deepEqual(warnings("a.ts", call.replace("vscode.l10n.t", "warningText")), []);
    assert.deepEqual(warnings("a.ts", call.replace("warning", "information")), []);
    assert.deepEqual(ownNotices("a.ts", 'what: l10n.t("Odd."),'), ["a.ts"]);
    assert.deepEqual(ownFailures("a.ts", 'copyFailed: t("Odd."),'), ["a.ts: copyFailed"]);
  });
});
