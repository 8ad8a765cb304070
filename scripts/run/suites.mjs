import { join } from "node:path";
import { BIN, ROOT } from "../paths.mjs";

const script = (name) => join(ROOT, "scripts", "run", name);
const tool = (name) => join(BIN, name);
const MINUTE_MS = 60_000;
const isLong = process.argv.includes("--long");

/**
 * Every suite: the programs it runs on the project's Node, whether it reports counts of its own
 * (otherwise it counts as one), what has to run before, whether it can run without it, and
 * after how many minutes (short form, long form) it is ended.
 */
export const SUITES = {
  types: {
    commands: [types("."), types("src/webview")],
    limit: [3, 3],
  },
  lint: { commands: [[script("lint.mjs")]], limit: [5, 5] },
  format: {
    commands: [[tool("prettier"), "--check", ".", ...formatCache()]],
    limit: [2, 2],
  },
  build: { commands: [["esbuild.js"]], limit: [2, 2] },
  unit: {
    commands: [[script("unit.mjs"), "unit"]],
    counts: true,
    needs: ["build"],
    limit: [5, 30],
  },
  faults: {
    commands: [[script("unit.mjs"), "faults"]],
    counts: true,
    needs: ["build"],
    limit: [5, 60],
  },
  integration: {
    commands: [[script("integration.mjs"), "newest"]],
    counts: true,
    browser: true,
    needs: ["build"],
    usesBuild: true,
    limit: [8, 30],
  },
  oldest: {
    commands: [[script("integration.mjs"), "oldest"]],
    counts: true,
    browser: true,
    needs: ["build"],
    usesBuild: true,
    limit: [8, 30],
  },
  desktop: {
    commands: [[script("integration.mjs"), "desktop"]],
    counts: true,
    needs: ["build"],
    usesBuild: true,
    limit: [15, 30],
  },
  packed: { commands: [[script("packed.mjs")]], needs: ["build"], usesBuild: true, limit: [2, 2] },
  e2e: {
    commands: [[script("endToEnd.mjs"), "windows"]],
    counts: true,
    browser: true,
    needs: ["build", "packed"],
    usesBuild: true,
    limit: [12, 60],
  },
  walks: {
    commands: [[script("endToEnd.mjs"), "walks"]],
    counts: true,
    browser: true,
    needs: ["build", "packed"],
    usesBuild: true,
    limit: [12, 60],
  },
  pages: {
    commands: [[script("endToEnd.mjs"), "pages"]],
    counts: true,
    browser: true,
    needs: ["build"],
    usesBuild: true,
    limit: [12, 40],
  },
};

/** The compiler keeps what it found, and looks again at what that no longer holds for. */
function types(project) {
  const file = join(ROOT, "out", "results", `types-${project.replaceAll("/", "-")}.tsbuildinfo`);
  const incremental = ["--incremental", "--tsBuildInfoFile", file];
  return [tool("tsc"), "-p", project, ...(isLong ? [] : incremental)];
}

/** Files that were well formed and are as they were, byte for byte, are not read again. */
function formatCache() {
  const file = join(ROOT, "out", "results", "format-cache.json");
  const cache = ["--cache", "--cache-strategy", "content", "--cache-location", file];
  return isLong ? [] : cache;
}

/** What `npm test` runs. Rows run at the same time where that is safe, blocks one by one. */
export const PLAN = [
  [["build", "packed"]],
  // Rows that take equally long: faults bring servers and memory to their limits.
  [
    ["faults", "format", "types"],
    ["unit", "lint"],
  ],
  // Windows mostly wait for one another: a further row beside them costs little.
  [["integration", "oldest"], ["pages"], ["walks", "e2e"]],
];

/** The order in which results are shown, whatever order they come in. */
export const ORDER = PLAN.flat(2);

/** Milliseconds after which a suite is ended and counts as failed. */
export function limitOf(suite, long) {
  return suite.limit[long ? 1 : 0] * MINUTE_MS;
}
