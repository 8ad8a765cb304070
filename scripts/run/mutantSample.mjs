import { createHash } from "node:crypto";
import { relative } from "node:path";

// A plugin of Stryker: of mutants that would take longer than there is time it leaves a sample, the
// same one each time, and more of it when the results of the last time are known.
const SEED = 1;
/** To switch a mutant on and to hear of its tests. */
const PER_MUTANT_MS = 200;
/** A test that fails ends the others: half of them, if it lies anywhere. */
const UNTIL_KILLED = 0.5;
/** So many mutants never end. */
const ENDLESS = 0.05;

class SampleReporter {
  overhead = 0;

  static inject = ["options"];

  constructor({ concurrency }) {
    this.budget = Number(process.env.MUTANTS_BUDGET_MS) * concurrency;
  }

  onDryRunCompleted({ timing: { overhead } }) {
    this.overhead = overhead;
  }

  /** Stryker runs what it has handed over here: what is changed in the array holds. */
  onMutationTestingPlanReady({ mutantPlans }) {
    mutantPlans.sort((one, other) => placeOf(one).localeCompare(placeOf(other)));
    let spent = 0;
    for (const [index, plan] of mutantPlans.entries()) {
      spent += this.costOf(plan);
      if (plan.plan === "Run" && spent > this.budget) {
        mutantPlans[index] = leftOut(plan);
      }
    }
    const run = mutantPlans.filter(({ plan }) => plan === "Run").length;
    console.log(`${run} of ${mutantPlans.length} mutants are tried now.`);
  }

  costOf({ plan, netTime, runOptions }) {
    // A mutant that no test reaches is known to survive.
    if (plan !== "Run" || runOptions.testFilter?.length === 0) {
      return 0;
    }
    const reload = runOptions.reloadEnvironment ? this.overhead : 0;
    const endless = ENDLESS * (runOptions.timeout + this.overhead);
    return netTime * UNTIL_KILLED + PER_MUTANT_MS + reload + endless;
  }
}

/** By chance, but always the same. */
function placeOf({ mutant: { fileName, mutatorName, replacement, location } }) {
  const name = JSON.stringify([
    SEED,
    relative(process.cwd(), fileName),
    mutatorName,
    replacement,
    location,
  ]);
  return createHash("sha256").update(name).digest("hex");
}

/** Stryker looks again at what was ignored, so that it can be in the sample of another time. */
function leftOut({ mutant }) {
  return {
    plan: "EarlyResult",
    mutant: { ...mutant, status: "Ignored", statusReason: "Not in the sample" },
  };
}

export const strykerPlugins = [
  { kind: "Reporter", name: "sample", injectableClass: SampleReporter },
];
