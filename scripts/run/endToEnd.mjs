import { rmSync } from "node:fs";
import { join } from "node:path";
import { packageExtension } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

const MINUTE_MS = 60_000;
const long = process.env.TEST_LENGTH === "long";

// One bundle, so that the files share one running VS Code.
const files = await bundleTests({
  name: "e2e",
  patterns: ["test/e2e/**/*.test.ts"],
  filter: process.argv[2],
  together: true,
});
rmSync(join(ROOT, "test", "e2e", "screenshots"), { recursive: true, force: true });
process.env.E2E_VSIX ??= await packageExtension({ stdio: ["ignore", "ignore", "inherit"] });
process.setSourceMapsEnabled(true);
await runMocha(files, { timeout: (long ? 10 : 2) * MINUTE_MS });
