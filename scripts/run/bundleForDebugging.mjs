// What "Integration tests" of .vscode/launch.json starts: the bundle and an empty folder.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";

await bundleTests({
  name: "integration-desktop",
  patterns: ["test/integration/**/*.test.ts"],
  together: true,
});
mkdirSync(join(ROOT, "out", "workspace"), { recursive: true });
