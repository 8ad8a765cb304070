// Runs tests that use a browser: panels alone, or windows of VS Code with the packed extension.
// node scripts/run/endToEnd.mjs windows|walks|pages [text that the path of a test file contains]
import { FAR_AWAY_MS } from "../host/chromium.mjs";
import { packedExtension } from "../host/packageExtension.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

const [part, filter] = process.argv.slice(2);
/** Behind the limit of every step of a test, which says better what did not come. */
const TEST_LIMIT_MS = 2 * FAR_AWAY_MS;

/** These need a browser alone, no editor. */
const PAGES = [
  ...["listChart"],
  ...["listCompare", "snapshotCompare"],
  ...[
    "listPanel",
    "listFindByPath",
    "listProfiles",
    "panelSafety",
    "connectionForm",
    "sessionView",
    "sendForm",
    "definitionsView",
    "planPanel",
  ],
  ...["sandboxPages", "loopbackPage", "hybridForm", "withoutColour", "reducedMotion"],
  ...["requestsView", "requestPanel", "listGrid", "listGridLooks", "listFields"],
];

/** The longest walks, beside the other windows as a process of its own: they share no window with them. */
const WALKS = [
  ...[
    "requests",
    "walkLists",
    "walkPensions",
    "walkDefinitions",
    "walkChanges",
    "walkRefusals",
    "walkKeys",
  ],
];
/** They use one window in this order: the first wants a sandbox that has not started. */
const IN_ONE_WINDOW = ["walk", "troubles", "walkExports", "signIn"];

const files = (names) => names.map((name) => `test/e2e/${name}{,.long}.test.ts`);
const PARTS = {
  pages: { patterns: files(PAGES) },
  walks: { patterns: files(WALKS) },
  // One process for all of them: they share the server, the browser and windows.
  windows: {
    patterns: [
      ...files(IN_ONE_WINDOW),
      ...["test/e2e/**/*.test.ts", "test/faults/windows/*.test.ts"],
    ],
    without: [...PAGES, ...WALKS],
  },
};

// One bundle, so that the files share one running VS Code.
const options = { name: `e2e-${part}`, ...PARTS[part], filter, together: true };
const bundles = await bundleTests(options);
process.env.E2E_VSIX ??= packedExtension();
process.setSourceMapsEnabled(true);
await runMocha(bundles, { timeout: TEST_LIMIT_MS });
