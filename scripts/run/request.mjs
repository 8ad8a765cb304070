import { ORDER, PLAN, SUITES } from "./suites.mjs";

/** Reads the command line of the test script: suites, a filter of file names, the length. */
export function readRequest(args) {
  const words = args.filter((argument) => !argument.startsWith("--"));
  const named = words.filter((word) => word in SUITES);
  const unknown = args.filter((argument) => argument.startsWith("--") && argument !== "--long");
  if (unknown.length > 0) {
    throw new Error(`Unknown option ${unknown.join(", ")}.`);
  }
  return {
    suites: withNeeds(named.length > 0 ? named : ORDER),
    filter: words.find((word) => !(word in SUITES)) ?? "",
    long: args.includes("--long"),
  };
}

/** The plan with only the wanted suites; those that are in no plan come last. */
export function limitPlan(wanted) {
  const planned = PLAN.map((block) =>
    block.map((row) => row.filter((name) => wanted.includes(name))),
  );
  return [...planned, [wanted.filter((name) => !ORDER.includes(name))]];
}

function withNeeds(names) {
  return [...new Set(names.flatMap((name) => [...(SUITES[name].needs ?? []), name]))];
}
