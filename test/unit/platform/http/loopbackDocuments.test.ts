import assert from "node:assert/strict";
import {
  contentPolicy,
  fragmentDocument,
  type LoopbackWords,
  OUTCOME_STATUS,
  outcomeDocument,
  outcomeOf,
  outcomeSentence,
} from "../../../../src/platform/http/loopbackDocuments";

const WORDS: LoopbackWords = {
  language: 'e"n',
  outcomes: {
    accepted: { heading: "Signed <in>", sentence: "Close & go." },
    rejected: { heading: "Fits nothing", sentence: "Waits." },
    failed: { heading: "Failed", sentence: "See there." },
  },
  working: { heading: "Finishing", sentence: "One moment." },
  noScript: "Copy <this>.",
};

describe("documents of the loopback page", () => {
  it("say how it went, in words that are no markup, without a script", () => {
    const page = outcomeDocument(WORDS, "accepted", "n0nce");
    assert.match(page, /^<!DOCTYPE html>\n<html lang="e&quot;n">/);
    assert.match(page, /<title>Signed &lt;in&gt;<\/title>/);
    assert.match(page, /<div><h1>Signed &lt;in&gt;<\/h1><p>Close &amp; go\.<\/p><\/div>/);
    assert.match(page, /<style nonce="n0nce">/);
    assert.doesNotMatch(page, /<script|Fits nothing|Failed/);
  });

  it("say why it failed where that is known", () => {
    const answer = { failed: "The provider <refused>." };
    assert.deepEqual([outcomeOf(answer), outcomeOf("rejected")], ["failed", "rejected"]);
    assert.equal(outcomeSentence(WORDS, answer), "The provider <refused>.");
    assert.equal(outcomeSentence(WORDS, "failed"), "See there.");
    const page = outcomeDocument(WORDS, answer, "n");
    assert.match(page, /<h1>Failed<\/h1><p>The provider &lt;refused&gt;\.<\/p>/);
  });

  it("hold every outcome where a fragment is handed over, and show none of them yet", () => {
    const page = fragmentDocument(WORDS, "n0nce");
    assert.match(page, /<title>Finishing<\/title>/);
    assert.match(page, /<div id="working"><h1>Finishing<\/h1><p>One moment\.<\/p><\/div>/);
    const hidden = page.match(/<div data-status="\d+" hidden><h1>[^<]+<\/h1>/g);
    assert.deepEqual(hidden, [
      `<div data-status="${OUTCOME_STATUS.accepted}" hidden><h1>Signed &lt;in&gt;</h1>`,
      `<div data-status="${OUTCOME_STATUS.rejected}" hidden><h1>Fits nothing</h1>`,
      `<div data-status="${OUTCOME_STATUS.failed}" hidden><h1>Failed</h1>`,
    ]);
    assert.match(page, /<noscript><p>Copy &lt;this&gt;\.<\/p><\/noscript>/);
    assert.match(page, /<script nonce="n0nce">/);
  });

  it("are let do nothing but what they bring along", () => {
    const plain = contentPolicy("n0nce", false).split("; ");
    const closed = ["default-src 'none'", "style-src 'nonce-n0nce'", "form-action 'none'"];
    for (const rule of [...closed, "base-uri 'none'", "frame-ancestors 'none'"]) {
      assert.ok(plain.includes(rule), rule);
    }
    const scripted = contentPolicy("n0nce", true).split("; ");
    const added = scripted.filter((rule) => !plain.includes(rule));
    assert.deepEqual(added, ["script-src 'nonce-n0nce'", "connect-src 'self'"]);
    assert.equal(plain.length + 2, scripted.length);
  });
});
