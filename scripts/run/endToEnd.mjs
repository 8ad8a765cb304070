import { rmSync } from "node:fs";
import { join } from "node:path";
import { packageExtension } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

// node scripts/run/endToEnd.mjs windows|pages [text that the path of a test file contains]
const [part, filter] = process.argv.slice(2);
const MINUTE_MS = 60_000;
const long = process.env.TEST_LENGTH === "long";

/** These need a browser alone, no editor; whatever is not named here gets both. */
const PAGES = [
  ...["listPanel", "panelSafety", "connectionForm", "sessionView", "sendForm"],
  ...["sandboxPages", "loopbackPage", "hybridForm"],
  ...["requestsView", "requestPanel"],
];

// One bundle, so that the files share one running VS Code.
const files = await bundleTests({
  name: `e2e-${part}`,
  ...(part === "pages"
    ? { patterns: PAGES.map((name) => `test/e2e/${name}.test.ts`) }
    : { patterns: ["test/e2e/**/*.test.ts", "test/faults/windows/*.test.ts"], without: PAGES }),
  filter,
  together: true,
});
if (part === "windows") {
  // Both parts put their pictures there; the pages come later, or alone.
  rmSync(join(ROOT, "test", "e2e", "screenshots"), { recursive: true, force: true });
  process.env.E2E_VSIX ??= await packageExtension({ stdio: ["ignore", "ignore", "inherit"] });
}
process.setSourceMapsEnabled(true);
await runMocha(files, { timeout: (long ? 10 : 2) * MINUTE_MS });
