// Mutants that were looked at and change nothing that anybody could notice, each with the reason.
// An entry has the file, the changed code and what replaced it, as survivors.txt shows them, and
// `line`, the line of the code where it begins, if the same change stands elsewhere in the file too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

const FILE = join(ROOT, "test", "mutants", "equivalent.json");

export function readEquivalents() {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

/**
 * The reasons of mutants that an entry names, and which entries of the mutated files have to be
 * looked at again: those that name none, more than one, or one that a test noticed.
 * A mutant has `file`, `text`, `replacement`, `line` and `status`.
 */
export function findEquivalents(mutants, entries) {
  const reasons = new Map();
  const doubts = [];
  const files = new Set(mutants.map(({ file }) => file));
  for (const entry of entries.filter(({ file }) => files.has(file))) {
    const named = mutants.filter((mutant) => isNamed(mutant, entry));
    const doubt = doubtOf(named);
    if (doubt === undefined) {
      reasons.set(named[0], entry.why);
    } else {
      doubts.push(`${entry.file} ${entry.from} => ${entry.to}: ${doubt}`);
    }
  }
  return { reasons, doubts };
}

function isNamed({ file, text, replacement, line }, entry) {
  const isSame = file === entry.file && text === entry.from && replacement === entry.to;
  return isSame && (entry.line === undefined || entry.line === line);
}

function doubtOf(named) {
  if (named.length === 0) {
    return "is not there";
  }
  if (named.length > 1) {
    return "stands in more than one place, `line` has to say where";
  }
  return named[0].status === "Killed" ? "a test noticed it" : undefined;
}
