import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const PAGE = readFileSync(join(process.cwd(), "docs/troubleshooting.md"), "utf8");
const ROWS = [...PAGE.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)]
  .map(([, what = "", advice = ""]) => [what, advice] as const)
  .filter(([what]) => what !== "you see" && !what.startsWith("---"));

/** What fields refuse has no second column: what they take is part of it. */
const REFUSALS = [...PAGE.matchAll(/^\| ([^|]+?) +\|$/gm)]
  .map(([, text = ""]) => text)
  .filter((text) => text !== "you see" && !text.startsWith("---"));
const CELLS = [...ROWS.flat(), ...REFUSALS];

describe("the page of what can go wrong", () => {
  it("is what the catalogue of errors gives", () => {
    const check = spawnSync(process.execPath, ["scripts/generateTroubleshooting.mjs", "--check"], {
      encoding: "utf8",
    });
    assert.equal(check.status, 0, check.stderr);
  });

  it("says of each error what happened and what to do, in whole sentences", () => {
    assert.ok(ROWS.length > 250, String(ROWS.length));
    assert.ok(REFUSALS.length > 80, String(REFUSALS.length));
    const broken = CELLS.filter((cell) => !/^\S.*[.…:]$/.test(cell));
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
