// Runs test/integration inside the newest or the oldest editor.
// node scripts/run/integration.mjs newest|oldest|desktop [text that the path of a test contains]
import { runInEditor } from "./inEditor.mjs";

const MINUTE_MS = 60_000;
const long = process.env.TEST_LENGTH === "long";

/**
 * What an older editor could lack. In the short form each file runs in one editor: these in the
 * oldest, the others in the newest. The long form runs all of them in both.
 */
const TOUCHING_THE_EDITOR = [
  "smoke",
  "activation",
  "commands",
  "tree",
  "lists",
  "statusBar",
  "changes",
  "assistants",
];

const [editor = "newest", filter] = process.argv.slice(2);
await runInEditor({
  ...{ editor, filter, name: `integration-${editor}`, limit: 30 * MINUTE_MS },
  without: editor === "newest" && !long && !filter ? TOUCHING_THE_EDITOR : [],
  patterns:
    editor === "oldest" && !long && !filter ? shortened() : ["test/integration/**/*.test.ts"],
});

function shortened() {
  return TOUCHING_THE_EDITOR.map((name) => `test/integration/${name}.test.ts`);
}
