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
const READABLE = PAGE.replaceAll(" _Or:_ ", " | ").replace(/\\(?=[*_<>`|])/g, "");
const CELLS = [...ROWS.flat(), ...REFUSALS];

/** All of src, without the ending of their names. */
const FILES = globSync("**/*.ts", { cwd: "src" }).map((file) =>
  file.replaceAll("\\", "/").slice(0, -".ts".length),
);
const isOfTexts = (file: string): boolean => /^(?:platform|features\/[^/]+)\/texts\//.test(file);

/** How many sentences of a file need not be on the page, and why. */
type Exceptions = Readonly<Record<string, readonly [count: number, why: string]>>;

/** Files of texts that say nothing of trouble: all others are on the page. */
const WITHOUT_TROUBLE: Exceptions = {
  "features/assistants/texts/confirmations": [13, "what is asked before an assistant gets data"],
  "features/connections/texts/formTexts": [2, "counts the marked fields of a form"],
  "features/connections/texts/importTexts": [
    8,
    "what an import would change, asked before it does",
  ],
  "features/definitions/texts/changeTexts": [28, "what changed between two definitions"],
  "features/definitions/texts/viewTexts": [4, "the view of endpoints"],
  "features/lists/texts/compareTexts": [10, "how the comparison is used"],
  "features/lists/texts/measurementWords": [11, "what was measured"],
  "features/pensions/texts/dryRunText": [1, "a request that was not sent, as wanted"],
  "features/requests/texts/requestWords": [12, "what the attempts of a call were"],
  "features/requests/texts/requestsViewTexts": [5, "the view of requests"],
  "features/requests/texts/sendTexts": [4, "the form of a request"],
  "features/sourceControl/texts/discardQuestion": [3, "asked before changes are dropped"],
  "features/sourceControl/texts/planTexts": [1, "the view of a plan"],
  "platform/texts/errorText": [1, "stands behind a sentence of the page"],
};

/** Words by which a sentence speaks of what went wrong, or cannot be done. */
const TROUBLE =
  /\b(?:not|no|nothing|nobody|none|neither|never|cannot|could|fail(?:s|ed|ure)?|refus(?:es?|ed|als?)|errors?|invalid|unknown|wrong|lost|lacks?|missing|damaged|incomplete|unreadable|instead|(?:un)?expected|should|ignore[sd]?|gone|hidden|expire[sd]|ended|stopped|interrupted|too|only|unless|without)\b/i;

/** Other files with such words that tell of no trouble. */
const OTHERS_WITHOUT_TROUBLE: Exceptions = {
  "features/assistants/host/payloadFile": [1, "asked before a file is overwritten"],
  "features/connections/common/confirmImport": [1, "asked before an import"],
  "features/connections/host/form/connectionForm": [
    3,
    "what buttons did; errors have their own message",
  ],
  "features/connections/host/form/formLayout": [12, "what fields take and choices mean"],
  "features/connections/host/sandboxAccess": [2, "what choices mean"],
  "features/connections/host/setup/exportConnections": [2, "done; a file never holds secrets"],
  "features/connections/host/switchConnection": [1, "what a choice leaves as it is"],
  "features/definitions/host/versionCommands": [1, "asked before a version is deleted"],
  "features/explorer/host/links": [2, "asked before a link is opened or copied"],
  "features/lists/host/consentQuestion": [1, "asked before all pages are loaded"],
  "features/lists/host/fields/fieldCostMeasurement": [1, "asked before a measurement"],
  "features/lists/host/listTexts": [5, "what parts of a panel do"],
  "features/pensions/common/checks/payloadSchema": [1, "what a field means"],
  "features/pensions/host/duplicatePayload": [2, "what was changed, as wanted"],
  "features/pensions/host/editing/patternSchemas": [1, "asked before a setting is changed"],
  "features/requests/host/copies/confirmUnmasked": [1, "asked before a text is copied"],
  "features/requests/host/copies/copyCommands": [1, "done; the file never holds secrets"],
  "features/requests/host/findRequest": [1, "what a box takes"],
  "features/requests/host/send/sendFields": [4, "what fields take"],
  "features/requests/host/send/sendQuestion": [1, "asked before a request is sent"],
  "features/requests/host/viewCommands": [1, "asked before requests are removed"],
  "features/sandbox/host/chooseFaults": [1, "faults that are chosen"],
  "features/sandbox/host/readyDriftFaults": [1, "faults that are chosen"],
  "features/sandbox/host/readyFaults": [6, "faults that are chosen"],
  "features/sandbox/host/readyPagingFaults": [3, "faults that are chosen"],
  "features/sandbox/host/readyWriteFaults": [4, "faults that are chosen"],
  "features/sandbox/register": [2, "asked before the sandbox is restarted"],
  "features/signIn/host/consent": [1, "what a box takes"],
  "features/signIn/host/pastedCallback": [1, "what a box takes"],
  "features/signIn/host/withoutPkce": [2, "asked before and after such a sign-in"],
  "features/sourceControl/host/batch/saveEdited": [1, "asked before files are saved"],
};

describe("the page of what can go wrong", () => {
  it("is what the catalogue of errors gives", () => {
    const check = spawnSync(process.execPath, ["scripts/generateTroubleshooting.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });

  it("has every sentence about trouble that stands in a folder of texts", () => {
    assertOnPage(FILES.filter(isOfTexts), WITHOUT_TROUBLE);
  });

  it("has every sentence that speaks of trouble in any other file", () => {
    const others = FILES.filter((file) => !isOfTexts(file));
    assert.ok(others.length > 900, String(others.length));
    assertOnPage(others, OTHERS_WITHOUT_TROUBLE, (text) => TROUBLE.test(text));
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
      /\b(?:anew|mend|(?<!changed )meanwhile|whatever|if it stays|came about|stands? for|in force|by now|gets hold of|of (?:its|their) own)\b/i;
    const bundle = readFileSync(join(process.cwd(), "l10n/bundle.l10n.json"), "utf8");
    const sentences = Object.keys(JSON.parse(bundle) as object);
    assert.ok(sentences.length > 2_500, String(sentences.length));
    assert.deepEqual(
      [...CELLS, ...sentences].filter((sentence) => rare.test(sentence)),
      [],
    );
  });
});

/** Fails on statements of these files that the page does not have, but for the exceptions. */
function assertOnPage(
  files: readonly string[],
  without: Exceptions,
  isMeant: (text: string) => boolean = () => true,
): void {
  const missing = files.flatMap((file) => {
    const sentences = messagesIn(join(process.cwd(), "src", `${file}.ts`)).filter(isStatement);
    const absent = sentences.filter((text) => isMeant(text) && !isOnPage(text));
    return absent.length === 0 ? [] : [[file, absent] as const];
  });
  const isExcepted = ([file, absent]: (typeof missing)[number]): boolean =>
    without[file]?.[0] === absent.length;
  assert.deepEqual(
    missing.filter((one) => !isExcepted(one)),
    [],
  );
  const found = new Set(missing.map(([file]) => file));
  assert.deepEqual(
    Object.keys(without).filter((file) => !found.has(file)),
    [],
  );
}

/** Whether a line of the page has it, with anything in the places of its values. */
function isOnPage(text: string): boolean {
  const parts = text.split(/\{\d+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<=\\| |[.:;?…”)] )${parts.join("[^|\n]*")}`).test(READABLE);
}
