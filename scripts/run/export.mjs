import { bootstrap } from "../bootstrap.mjs";

// npm run bench:export: a whole list on its way to a file, beside what a script of one's own does.
await bootstrap(import.meta.url);
await import("./exportBench.mjs");
