// Runs Stryker over one folder: a process of its own, which can be ended when its hour is over.
// node scripts/run/mutationFolder.mjs <folder of src> <folder for what is written> <processes>
import { globSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { build } from "esbuild";
import { ROOT } from "../paths.mjs";
import "./loadTypeScript.mjs";

const HOOKS = new URL("mutationHooks.mjs", import.meta.url).href;
/** Tests in Node; further ones need windows of an editor. */
const TESTS = ["test/unit/**/*.test.ts", "test/faults/*.test.ts"];
/** What starts processes takes longer than all other tests of most mutants. */
const STARTS_PROCESSES = /\/support\/(sandboxProcess|childProgram)$/;
/** Texts of any kind and long documents take longer than all other tests of most mutants, too. */
const TAKES_LONG = /(\.long|\/arbitrary|\/realDocuments|\/longTexts)\.test\.ts$/;
/** Tests of a folder that reach it through what supports them, or run in the long form alone. */
const FURTHER_TESTS = {
  "src/platform/http": [
    ...["proxy", "tls", "wire", "wireFaults"].map((name) => `test/faults/${name}.test.ts`),
    ...["cleanAttempt", "patience"].map((name) => `test/unit/platform/http/${name}.long.test.ts`),
  ],
  "src/platform/auth": [
    "test/faults/callbackAttacks.test.ts",
    "test/faults/hostileProvider.test.ts",
    "test/unit/platform/http/renewal.test.ts",
  ],
};
/** Tests of other code that read documents of megabytes by a folder's. */
const LEFT_OUT = {
  "src/features/definitions/common/imports": [
    "test/unit/features/definitions/activeDefinition.test.ts",
    "test/unit/features/lists/coverage.test.ts",
  ],
};
const [folder, directory, concurrency] = process.argv.slice(2);

await new Stryker({
  mutate: [`${folder}{.ts,/**/*.ts}`],
  testRunner: "mocha",
  mochaOptions: { "no-config": true, spec: await testsOf(folder) },
  testRunnerNodeArgs: ["--import", HOOKS],
  plugins: ["@stryker-mutator/mocha-runner", join(ROOT, "scripts", "run", "mutantOrder.mjs")],
  reporters: ["by-chance", "html", "json", "clear-text", "progress-append-only"],
  htmlReporter: { fileName: join(directory, "report.html") },
  jsonReporter: { fileName: join(directory, "report.json") },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  incremental: true,
  incrementalFile: join(directory, "incremental.json"),
  tempDirName: "out/mutants/work",
  ignorePatterns: ["out", "test/e2e/screenshots"],
  coverageAnalysis: "perTest",
  // Most strings are members of unions, which the compiler checks and nothing here does, and most
  // others are sentences: tests that repeat those word by word prove nothing.
  mutator: { excludedMutations: ["StringLiteral"] },
  // What runs when a module is loaded is switched on by a process of its own with all tests: a
  // few of those mutants would take the time of all others.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: Number(concurrency),
  dryRunTimeoutMinutes: 20,
  // Tests of servers wait for others: far more than they need, so that load is no kill.
  timeoutMS: 15_000,
  timeoutFactor: 4,
}).runMutationTest();

/** The unit tests beside the folder, then all tests that import something of it, then further ones. */
async function testsOf(mutated) {
  const own = mutated.replace("src/", "test/unit/").replace("/common", "");
  const tests = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: tests,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "out",
    plugins: [{ name: "no further than the tests", setup: leaveImports }],
  });
  const isInside = (path) => path === mutated || path.startsWith(`${mutated}/`);
  const isNear = (test) => test.startsWith(`${own}/`) || test === `${own}.test.ts`;
  const found = tests.filter((test) => {
    const imported = metafile.inputs[test].imports.map(({ path }) => path);
    const isQuick =
      !TAKES_LONG.test(test) &&
      !(LEFT_OUT[mutated] ?? []).includes(test) &&
      !imported.some((path) => STARTS_PROCESSES.test(path));
    return isQuick && (isNear(test) || imported.some(isInside));
  });
  // A mutant is over with the first test that fails.
  const others = found.filter((test) => !isNear(test));
  return [...new Set([...found.filter(isNear), ...others, ...(FURTHER_TESTS[mutated] ?? [])])];
}

function leaveImports({ onResolve }) {
  onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) =>
    kind === "entry-point"
      ? undefined
      : { path: relative(ROOT, resolve(resolveDir, path)).replaceAll("\\", "/"), external: true },
  );
}
