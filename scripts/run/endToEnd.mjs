import { FAR_AWAY_MS } from "../host/chromium.mjs";
import { packedExtension } from "../host/packageExtension.mjs";
import { bundleTests } from "./bundleTests.mjs";
import { runMocha } from "./mochaRun.mjs";

// node scripts/run/endToEnd.mjs windows|walks|pages [text that the path of a test file contains]
const [part, filter] = process.argv.slice(2);
/** Behind the limit of every step of a test, which says better what did not come. */
const TEST_LIMIT_MS = 2 * FAR_AWAY_MS;
const long = process.env.TEST_LENGTH === "long";

/** These need a browser alone, no editor. */
const PAGES = [
  ...["listChart"],
  ...["listCompare", "snapshotCompare"],
  ...[
    "listPanel",
    "panelSafety",
    "connectionForm",
    "sessionView",
    "sendForm",
    "definitionsView",
    "planPanel",
  ],
  ...["sandboxPages", "loopbackPage", "hybridForm"],
  ...["requestsView", "requestPanel", "listGrid", "listGridLooks", "listFields"],
];

/** The long ones among the others: they have a VS Code of their own, beside the rest. */
const WALKS = [
  ...["walk", "requests", "walkLists", "walkPensions", "walkDefinitions"],
  ...["walkExports", "walkChanges"],
];
/** What other suites hold piece by piece, in the same editor or the same panels. */
const ONLY_LONG = [
  ...["requests", "walkLists", "walkPensions", "walkDefinitions"],
  ...["network", "privacy", "payloadEditing"],
];
const leftOut = long || filter ? [] : ONLY_LONG;

const files = (names) => names.map((name) => `test/e2e/${name}.test.ts`);
const PARTS = {
  pages: { patterns: files(PAGES) },
  walks: { patterns: files(WALKS), without: leftOut },
  windows: {
    patterns: ["test/e2e/**/*.test.ts", "test/faults/windows/*.test.ts"],
    without: [...PAGES, ...WALKS, ...leftOut],
  },
};

// One bundle, so that the files share one running VS Code.
const options = { name: `e2e-${part}`, ...PARTS[part], filter, together: true };
const bundles = await bundleTests(options);
process.env.E2E_VSIX ??= packedExtension();
process.setSourceMapsEnabled(true);
await runMocha(bundles, { timeout: TEST_LIMIT_MS });
