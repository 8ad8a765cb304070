// Reads the command line of `npm test`.
import { defaultSuites, SUITES } from "./suites.mjs";

/** Reads the command line of the test script: suites, a filter of file names, the length. */
export function readRequest(args) {
  const words = args.filter((argument) => !argument.startsWith("--"));
  const named = words.filter((word) => word in SUITES);
  const unknown = args.filter((argument) => argument.startsWith("--") && argument !== "--long");
  if (unknown.length > 0) {
    throw new Error(`Unknown option ${unknown.join(", ")}.`);
  }
  const long = args.includes("--long");
  const wanted = new Set((named.length > 0 ? named : defaultSuites(long)).flatMap(withNeeds));
  return {
    suites: Object.keys(SUITES).filter((name) => wanted.has(name)),
    filter: words.find((word) => !(word in SUITES)) ?? "",
    long,
  };
}

function withNeeds(name) {
  return [...(SUITES[name].needs ?? []).flatMap(withNeeds), name];
}
