import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isStatement, messagesIn } from "../../../scripts/l10n/messages.mjs";

const PAGE = readFileSync(join(process.cwd(), "docs/troubleshooting.md"), "utf8");
const ROWS = [...PAGE.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
  .map(([, what = "", advice = ""]) => [what, advice] as const)
  .filter(([what]) => what !== "you see" && !what.startsWith("---"));

/** What fields refuse has no second column: what they take is part of it. */
const REFUSALS = [...PAGE.matchAll(/^\| ([^|]+?) +\|$/gm)]
  .map(([, text = ""]) => text)
  .filter((text) => text !== "you see" && !text.startsWith("---"));
/** As it is read: without the backslashes of Markdown. */
const READABLE = PAGE.replace(/\\(?=[*_<>`|])/g, "");
const CELLS = [...ROWS.flat(), ...REFUSALS];

/** Files of texts that say nothing of trouble: all others are on the page. */
const WITHOUT_TROUBLE: Readonly<Record<string, string>> = {
  "features/assistants/texts/confirmations": "what is asked before an assistant gets data",
  "features/connections/texts/formTexts": "counts the marked fields of a form",
  "features/connections/texts/importTexts": "what an import would change, asked before it does",
  "features/definitions/texts/changeTexts": "what changed between two definitions",
  "features/definitions/texts/viewTexts": "the view of endpoints",
  "features/lists/texts/compareTexts": "how the comparison is used",
  "features/lists/texts/measurementWords": "what was measured",
  "features/pensions/texts/dryRunText": "a request that was not sent, as wanted",
  "features/requests/texts/requestWords": "what the attempts of a call were",
  "features/requests/texts/requestsViewTexts": "the view of requests",
  "features/requests/texts/sendTexts": "the form of a request",
  "features/sourceControl/texts/discardQuestion": "asked before changes are dropped",
  "features/sourceControl/texts/planTexts": "the view of a plan",
};

describe("the page of what can go wrong", () => {
  it("is what the catalogue of errors gives", () => {
    const check = spawnSync(process.execPath, ["scripts/generateTroubleshooting.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });

  it("has every sentence about trouble that stands in a folder of texts", () => {
    const files = globSync("{platform,features/*}/texts/**/*.ts", { cwd: "src" }).map((file) =>
      file.replaceAll("\\", "/").slice(0, -".ts".length),
    );
    const missing = files.flatMap((file) => {
      const sentences = messagesIn(join(process.cwd(), "src", `${file}.ts`)).filter(isStatement);
      return sentences.filter((text) => !isOnPage(text)).map((text) => ({ file, text }));
    });
    const found = new Set(missing.map(({ file }) => file));
    assert.deepEqual(
      missing.filter(({ file }) => !Object.hasOwn(WITHOUT_TROUBLE, file)),
      [],
    );
    assert.deepEqual(
      Object.keys(WITHOUT_TROUBLE).filter((file) => !found.has(file)),
      [],
    );
  });

  it("says of each error what happened and what to do, in whole sentences", () => {
    assert.ok(ROWS.length > 250, String(ROWS.length));
    assert.ok(REFUSALS.length > 80, String(REFUSALS.length));
    const broken = CELLS.filter((cell) => !/^\S.*[.…:?]$/.test(cell));
    assert.deepEqual(broken, []);
  });

  it("has no sentence that is too long to be read at once", () => {
    const sentences = CELLS.flatMap((cell) => cell.split(/(?<=[.:;])\s+/));
    assert.deepEqual(
      sentences.filter((sentence) => sentence.split(/\s+/).length > 25),
      [],
    );
  });

  it("says it in words that a reader of English as a second language knows", () => {
    const rare = /\b(?:anew|mend|meanwhile|whatever|if it stays|came about)\b/i;
    assert.deepEqual(
      CELLS.filter((cell) => rare.test(cell)),
      [],
    );
  });
});

/** Whether a line of the page has it, with anything in the places of its values. */
function isOnPage(text: string): boolean {
  const parts = text.split(/\{\d+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^|\n]*")).test(READABLE);
}
