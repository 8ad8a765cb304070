// What a process that tries mutants loads first.
import { registerHooks } from "node:module";
import fastCheck from "fast-check";
import "./loadTypeScript.mjs";

// That a test fails is all that is asked for here: the smallest example takes many runs to find.
fastCheck.configureGlobal({ endOnFailure: true });

/** What is remembered here is made by code that is mutated, and would outlive its mutant. */
const REMEMBERS = /\/service\/definition\/lastTexts\.ts$/;

/** The same for one mutant, and for one test of the run that finds out what each test reaches. */
const REMEMBERS_FOR_A_MUTANT = `
exports.memoizeLastTexts = (make) => {
  let known = new Map();
  let owner;
  return (text) => {
    const { activeMutant, currentTestId } = globalThis.__stryker__ ?? {};
    const now = JSON.stringify([activeMutant, currentTestId]);
    if (now !== owner) {
      owner = now;
      known = new Map();
    }
    if (!known.has(text)) {
      known.set(text, make(text));
    }
    return known.get(text);
  };
};`;

registerHooks({
  load(url, context, next) {
    return REMEMBERS.test(url)
      ? { format: "commonjs", source: REMEMBERS_FOR_A_MUTANT, shortCircuit: true }
      : next(url, context);
  },
});
