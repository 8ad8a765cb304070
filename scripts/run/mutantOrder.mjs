// A plugin of Stryker: tries the mutants in an order by chance, always the same one, so that those
// that were tried when the time was over are a sample of all, and the next run goes on after them.
import { hash } from "node:crypto";
import { relative } from "node:path";

const SEED = 1;

const byChance = {
  /** Stryker tries what it has handed over here, in the order in which it gets it back. */
  onMutationTestingPlanReady({ mutantPlans }) {
    const places = new Map(mutantPlans.map((plan) => [plan, placeOf(describe(plan))]));
    mutantPlans.sort((one, other) => places.get(one) - places.get(other));
  },
};

export const strykerPlugins = [{ kind: "Reporter", name: "by-chance", value: byChance }];

/** Where a mutant stands in that order, from 0 to 1, by what names it in a report. */
export function placeOf({ file, mutatorName, replacement, location: { start, end } }) {
  const name = [SEED, file, mutatorName, replacement];
  const positions = [start.line, start.column, end.line, end.column];
  const digest = hash("sha256", JSON.stringify([...name, ...positions]), "buffer");
  return digest.readUInt32BE() / 2 ** 32;
}

/** As reports have it, whose lines and columns begin with 1. */
function describe({ mutant: { fileName, mutatorName, replacement, location } }) {
  const [start, end] = [location.start, location.end].map(({ line, column }) => ({
    line: line + 1,
    column: column + 1,
  }));
  const file = relative(process.cwd(), fileName).replaceAll("\\", "/");
  return { file, mutatorName, replacement, location: { start, end } };
}
