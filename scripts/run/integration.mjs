import { runInEditor } from "./inEditor.mjs";

const MINUTE_MS = 60_000;
const long = process.env.TEST_LENGTH === "long";

/** What an older editor could lack shows here; the long form runs all of it there too. */
const TOUCHING_THE_EDITOR = [
  ...["smoke", "activation", "commands", "tree", "lists", "statusBar"],
  ...["sandboxProcess", "payloadEditing", "payloadPatterns", "changes"],
];

/**
 * More of a kind that another file of these stands for in the short form: batches, lists of imported
 * definitions, exports, copies of payloads and windows that share what they keep.
 */
const ONLY_LONG = [
  ...["batchesElsewhere", "definitionLists", "dataSets", "exportPlaces", "payloadCopies"],
  ...["snapshots", "twoWindows"],
];

// node scripts/run/integration.mjs newest|oldest|desktop [text that the path of a test contains]
const [editor = "newest", filter] = process.argv.slice(2);
await runInEditor({
  ...{ editor, filter, name: `integration-${editor}`, limit: 30 * MINUTE_MS },
  without: long || filter ? [] : ONLY_LONG,
  patterns: editor === "oldest" && !long ? shortened() : ["test/integration/**/*.test.ts"],
});

function shortened() {
  return TOUCHING_THE_EDITOR.map((name) => `test/integration/${name}.test.ts`);
}
