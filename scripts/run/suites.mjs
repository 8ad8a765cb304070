// The suites of `npm test`: what each runs, needs, and waits for.
import { join } from "node:path";
import { BIN, CACHE, ROOT } from "../paths.mjs";

const script = (name) => join(ROOT, "scripts", "run", name);
const MINUTE_MS = 60_000;

/**
 * Milliseconds after which a suite is ended and counts as failed. Only there to end what hangs:
 * a busy machine may take many times as long as an idle one.
 */
const LIMIT = { short: 30 * MINUTE_MS, long: 180 * MINUTE_MS };

/**
 * Every suite: the programs it runs on the project's Node, whether it reports counts of its own
 * (otherwise it counts as one), which suites have to pass before it, and whether it uses a
 * browser and which VS Code. Longest first: that is the order in which suites start.
 */
export const SUITES = {
  build: { commands: [["esbuild.js"]] },
  packed: { commands: [[script("packed.mjs")]], needs: ["build"] },
  walks: {
    commands: [[script("endToEnd.mjs"), "walks"]],
    counts: true,
    browser: true,
    editor: "newest",
    needs: ["packed"],
  },
  e2e: {
    commands: [[script("endToEnd.mjs"), "windows"]],
    counts: true,
    browser: true,
    editor: "newest",
    needs: ["packed"],
  },
  faults: { commands: [[script("unit.mjs"), "faults"]], counts: true, needs: ["build"] },
  unit: { commands: [[script("unit.mjs"), "unit"]], counts: true, needs: ["build"] },
  pages: {
    commands: [[script("endToEnd.mjs"), "pages"]],
    counts: true,
    browser: true,
    needs: ["build"],
  },
  integration: {
    commands: [[script("integration.mjs"), "newest"]],
    counts: true,
    browser: true,
    editor: "newest",
    needs: ["build"],
  },
  oldest: {
    commands: [[script("integration.mjs"), "oldest"]],
    counts: true,
    browser: true,
    editor: "oldest",
    needs: ["build"],
  },
  lint: { commands: [[script("lint.mjs")], [script("circles.mjs")]] },
  programs: { commands: [[script("unit.mjs"), "programs"]], counts: true, needs: ["build"] },
  types: { commands: [[script("types.mjs")]] },
  // What is kept goes by the content of files, and so for any checkout.
  format: {
    commands: [
      [join(BIN, "prettier"), "--check", ".", "--cache", "--cache-strategy", "content"].concat([
        "--cache-location",
        join(CACHE, "format.json"),
      ]),
    ],
  },
  audit: { commands: [[script("audit.mjs")]], needs: ["build"] },
  desktop: {
    commands: [[script("integration.mjs"), "desktop"]],
    counts: true,
    needs: ["build"],
  },
};

/** Suites that run when they are named only. */
const ONLY_BY_NAME = ["desktop"];
/** Walks of many minutes, and what asks others and so may answer otherwise tomorrow. */
const ONLY_LONG = ["walks", "audit"];

/** What `npm test` or `npm run test:long` runs. */
export function defaultSuites(long) {
  const leftOut = [...ONLY_BY_NAME, ...(long ? [] : ONLY_LONG)];
  return Object.keys(SUITES).filter((name) => !leftOut.includes(name));
}

/**
 * How many suites run at the same time: those with windows often wait for one another. In the long form
 * they work for an hour, and beside three others on two cores an extension host starts too late.
 */
export const CONCURRENCY = { short: 4, long: 3 };

export function limitOf(long) {
  return long ? LIMIT.long : LIMIT.short;
}
