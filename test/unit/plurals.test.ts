import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const sentences = Object.keys(
  JSON.parse(readFileSync("l10n/bundle.l10n.json", "utf8")) as Record<string, string>,
);

/** Nouns of many after a count: "{0} rows", "{1} more columns", "{0} million characters". */
const COUNTED = /\{\d+\} (?:([a-z]+) )?([a-z]+s)\b/g;

/** What stands after a name or an id, not a count: verbs, and units without a form for one. */
const NO_NOUN = new Set([
  ...[
    "is",
    "was",
    "has",
    "had",
    "as",
    "its",
    "this",
    "always",
    "does",
    "asks",
    "belongs",
    "begins",
  ],
  ...[
    "costs",
    "follows",
    "gives",
    "goes",
    "holds",
    "means",
    "names",
    "needs",
    "occurs",
    "redirects",
  ],
  ...[
    "repeats",
    "requires",
    "runs",
    "says",
    "shows",
    "stands",
    "stays",
    "works",
    "waits",
    "ends",
    "ms",
  ],
]);

/** Small words between a value and a word that is no noun of its own. */
const NOT_BEFORE_NOUNS = /^\{\d+\} (?:of|in|and|to|on|at|with|by|for|from|the|a|an|or|no|as) /;

/** The sentence for one where it reads otherwise than that for many. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "Copied the text for a support ticket about {0} requests": "Copied the text for a support ticket",
  "Discard the changes of {0} payloads?": "Discard the changes of {0}?",
  "PUT {0} pensions": "PUT pension",
  "The {0} oldest versions were removed.": "The oldest version was removed.",
  "{0} fields do not fit the definition, the first at {1}: {2}.":
    "1 field does not fit the definition ({0}): {1}.",
};

/** Counts that are never one, and why. */
const NEVER_ONE: Readonly<Record<string, string>> = {
  "A file holds at most {0} connections. Split it.": "a limit of ours",
  "The address is longer than {0} characters.": "a limit of ours",
  "The document is larger than {0} million characters.": "a limit of ours",
  "The file is longer than {0} characters. Split it.": "a limit of ours",
  "longer than {0} characters": "a limit of ours",
  "This is too large for a Markdown table: the limit is {0} rows or {1} MB.": "a limit of ours",
  "Of each list, the first {0} items were looked at.": "a limit of ours",
  "{0} matches. The first {1} are marked.": "more than a limit of ours",
  "Type the last {0} characters of the id of client {1}: {2}": "a length of ours",
  "Type the last {0} characters of the id of the client: {1}": "a length of ours",
  "Unlock writing to {0} for {1} minutes?": "a span of ours",
  "Use at most {0} characters.": "a limit of ours",
  "paused after {0} rows: many are loaded; resume for as many again": "a limit of ours",
  "Body: {0} bytes of JSON": "an object has two brackets",
  "Body: {0} bytes of JSON, as in the payload": "an object has two brackets",
  "Measure cost ({0} calls)": "each value is measured against the page without it",
  "{0} calls": "each value is measured against the page without it",
  "{0} of {1} calls": "each value is measured against the page without it",
  "The page is asked for {0} times, one call after the other, without and with each value. Nothing is written. The calls count towards the limits of the service.":
    "each value is measured against the page without it",
  "Page {0}, {1}, measured at {2}: medians of {3} rounds, compared with the page with {4}.":
    "there is no median of one round",
  "Page {0}, {1}, measured at {2}: medians of {3} rounds, compared with the page without {4}.":
    "there is no median of one round",
  "PUT {0} pensions through {1} connections?": "one connection has a sentence of its own",
  "PUT {0} pensions through {1} connections, {2} of them on {3}?":
    "one connection has a sentence of its own",
  "Seen {0} times.": "once needs no words",
  "The first {0} of {1} points are drawn. Filter the rows for others.": "only many are thinned",
  "{0} of {1} points are drawn: only one where several overlap.": "only many are thinned",
  "{0} of {1} points are drawn: those that keep the shape of the lines.": "only many are thinned",
  "{0} points outside the document and is not fetched.": "a verb behind a name",
  "{0} points to nothing inside the document.": "a verb behind a name",
  "The name occurs {0} times in one object. It is not known which value applies.":
    "once is as it should be",
  "{0} is there {1} times": "once is as it should be",
  "{0} values: {1}": "one value is shown as it is",
  "{0} calls have this id": "one call is shown without a question",
  "{0} columns": "one column is called by its name",
  "{0} exports were interrupted.": "one export is called by its name",
  "{0} is {1} pixels wide.": "columns have a least width",
  "{0}: {1} on {2}, {3} on {4}, {5} times in all": "one time has a sentence of its own",
};

/** Words of a sentence without what changes with a number: "rows were" and "row was" are alike. */
function withoutNumber(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/\{\d+\}/g, "#")
    .replace(/\b(?:was|were|is|are)\b/g, "be")
    .replace(/\b(?:has|have)\b/g, "have")
    .replace(/\b(?:does|do)\b/g, "do")
    .replace(/\b(?:it|they|them)\b/g, "it")
    .replace(/\bits\b|\btheir\b/g, "its")
    .replace(/[a-z]+/g, (word) =>
      word
        .replace(/ies$/, "y")
        .replace(/(ss|x|ch|sh)es$/, "$1")
        .replace(/s$/, ""),
    );
}

const known = new Set(sentences.map(withoutNumber));

/** Each count of the sentence that has a noun of many and nothing for one. */
function withoutOne(sentence: string): readonly string[] {
  return [...sentence.matchAll(COUNTED)]
    .filter(([, before = "", noun = ""]) => ![before, noun].some((word) => NO_NOUN.has(word)))
    .filter(([counted]) => !NOT_BEFORE_NOUNS.test(counted))
    .filter(({ 0: counted, index }) => {
      const rest = sentence.slice(index + counted.indexOf(" "));
      return !known.has(withoutNumber(`${sentence.slice(0, index)}1${rest}`));
    })
    .map(([counted]) => `${counted} of: ${sentence}`);
}

describe("sentences with a count", () => {
  it("have another for one, or one that fits any number", () => {
    const missing = sentences
      .filter((sentence) => !Object.hasOwn(OTHERWISE, sentence))
      .filter((sentence) => !Object.hasOwn(NEVER_ONE, sentence))
      .flatMap(withoutOne);
    assert.deepEqual(missing, []);
  });

  it("that read otherwise for one have that sentence", () => {
    for (const [many, one] of Object.entries(OTHERWISE)) {
      assert.ok(sentences.includes(one), one);
      assert.ok(withoutOne(many).length > 0, `needs no exception: ${many}`);
    }
  });

  it("are excepted only where they are there and need it", () => {
    const needless = [...Object.keys(OTHERWISE), ...Object.keys(NEVER_ONE)].filter(
      (sentence) => !sentences.includes(sentence) || withoutOne(sentence).length === 0,
    );
    assert.deepEqual(needless, []);
  });

  it("would be found out", () => {
    assert.equal(withoutOne("{0} bodies were burnt").length, 1);
    assert.equal(withoutOne("{0} more bodies").length, 1);
    assert.equal(withoutOne("{0} rows").length, 0, "there is a sentence for one row");
    assert.equal(withoutOne("{0} has trouble").length, 0);
  });
});
