// node scripts/run/circles.mjs: fails on files that import each other in a circle, be it by types
// alone, which ESLint's rule for it leaves out.
import { cruise } from "dependency-cruiser";
import { ROOT } from "../paths.mjs";

const { exitCode, output } = await cruise(["src"], {
  baseDir: ROOT,
  includeOnly: "^src/",
  outputType: "err",
  ruleSet: {
    forbidden: [{ name: "no-circle", severity: "error", from: {}, to: { circular: true } }],
  },
  tsPreCompilationDeps: true,
  validate: true,
});
console.log(output);
process.exitCode = exitCode > 0 ? 1 : 0;
