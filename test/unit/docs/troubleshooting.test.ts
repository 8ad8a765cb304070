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

/** All of src, without the ending of their names. */
const FILES = globSync("**/*.ts", { cwd: "src" }).map((file) =>
  file.replaceAll("\\", "/").slice(0, -".ts".length),
);
const isOfTexts = (file: string): boolean => /^(?:platform|features\/[^/]+)\/texts\//.test(file);

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

/** Words by which a sentence speaks of what went wrong, or cannot be done. */
const TROUBLE =
  /\b(?:not|no|nothing|nobody|none|neither|never|cannot|could|fail(?:s|ed|ure)?|refus(?:es?|ed|als?)|errors?|invalid|unknown|wrong|lost|lacks?|missing|damaged|incomplete|unreadable|instead|(?:un)?expected|should|ignore[sd]?|gone|hidden|expire[sd]|ended|stopped|interrupted|too|only|unless|without)\b/i;

/** Other files with such words that tell of no trouble. */
const OTHERS_WITHOUT_TROUBLE: Readonly<Record<string, string>> = {
  "features/assistants/host/payloadFile": "asked before a file is overwritten",
  "features/connections/common/confirmImport": "asked before an import",
  "features/connections/host/form/connectionForm":
    "what buttons did; errors have their own message",
  "features/connections/host/form/formLayout": "what fields take and choices mean",
  "features/connections/host/sandboxAccess": "what choices mean",
  "features/connections/host/setup/exportConnections": "done; a file never holds secrets",
  "features/connections/host/switchConnection": "what a choice leaves as it is",
  "features/definitions/host/versionCommands": "asked before a version is deleted",
  "features/explorer/host/links": "asked before a link is opened or copied",
  "features/lists/host/consentQuestion": "asked before all pages are loaded",
  "features/lists/host/fields/fieldCostMeasurement": "asked before a measurement",
  "features/lists/host/listTexts": "what parts of a panel do",
  "features/pensions/common/checks/payloadSchema": "what a field means",
  "features/pensions/host/duplicatePayload": "what was changed, as wanted",
  "features/pensions/host/editing/patternSchemas": "asked before a setting is changed",
  "features/requests/host/copies/confirmUnmasked": "asked before a text is copied",
  "features/requests/host/copies/copyCommands": "done; the file never holds secrets",
  "features/requests/host/findRequest": "what a box takes",
  "features/requests/host/send/sendFields": "what fields take",
  "features/requests/host/send/sendQuestion": "asked before a request is sent",
  "features/requests/host/viewCommands": "asked before requests are removed",
  "features/sandbox/host/chooseFaults": "faults that are chosen",
  "features/sandbox/host/readyDriftFaults": "faults that are chosen",
  "features/sandbox/host/readyFaults": "faults that are chosen",
  "features/sandbox/host/readyPagingFaults": "faults that are chosen",
  "features/sandbox/host/readyWriteFaults": "faults that are chosen",
  "features/sandbox/register": "asked before the sandbox is restarted",
  "features/signIn/host/consent": "what a box takes",
  "features/signIn/host/pastedCallback": "what a box takes",
  "features/signIn/host/withoutPkce": "asked before and after such a sign-in",
  "features/sourceControl/host/batch/saveEdited": "asked before files are saved",
};

describe("the page of what can go wrong", () => {
  it("is what the catalogue of errors gives", () => {
    const check = spawnSync(process.execPath, ["scripts/generateTroubleshooting.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });

  it("has every sentence about trouble that stands in a folder of texts", () => {
    assertOnPage(FILES.filter(isOfTexts), { without: WITHOUT_TROUBLE });
  });

  it("has every sentence that speaks of trouble in any other file", () => {
    const others = FILES.filter((file) => !isOfTexts(file));
    assert.ok(others.length > 900, String(others.length));
    assertOnPage(others, {
      without: OTHERS_WITHOUT_TROUBLE,
      isMeant: (text) => TROUBLE.test(text),
    });
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
    const rare =
      /\b(?:anew|mend|meanwhile|whatever|if it stays|came about|stands? for|in force|by now|gets hold of|of (?:its|their) own)\b/i;
    const bundle = readFileSync(join(process.cwd(), "l10n/bundle.l10n.json"), "utf8");
    const sentences = Object.keys(JSON.parse(bundle) as object).filter(isStatement);
    assert.ok(sentences.length > 1_000, String(sentences.length));
    assert.deepEqual(
      [...CELLS, ...sentences].filter((sentence) => rare.test(sentence)),
      [],
    );
  });
});

interface Exceptions {
  /** Files whose sentences need not be there, each with at least one that is not. */
  readonly without: Readonly<Record<string, string>>;
  /** Which statements are looked for; all without it. */
  readonly isMeant?: (text: string) => boolean;
}

/** Fails on statements of these files that the page does not have, and on idle exceptions. */
function assertOnPage(
  files: readonly string[],
  { without, isMeant = () => true }: Exceptions,
): void {
  const missing = files.flatMap((file) => {
    const sentences = messagesIn(join(process.cwd(), "src", `${file}.ts`)).filter(isStatement);
    return sentences
      .filter((text) => isMeant(text) && !isOnPage(text))
      .map((text) => ({ file, text }));
  });
  const found = new Set(missing.map(({ file }) => file));
  assert.deepEqual(
    missing.filter(({ file }) => !Object.hasOwn(without, file)),
    [],
  );
  assert.deepEqual(
    Object.keys(without).filter((file) => !found.has(file)),
    [],
  );
}

/** Whether a line of the page has it, with anything in the places of its values. */
function isOnPage(text: string): boolean {
  const parts = text.split(/\{\d+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join("[^|\n]*")).test(READABLE);
}
