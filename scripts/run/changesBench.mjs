import { build } from "./build.mjs";
import { runInEditor } from "./inEditor.mjs";

const MINUTE_MS = 60_000;

await build();
await runInEditor({
  ...{ editor: "newest", name: "bench-changes", limit: 10 * MINUTE_MS },
  patterns: ["test/bench/changes.bench.ts"],
});
