import { bootstrap } from "../bootstrap.mjs";

// npm run bench:lists: page turns, long answers and 100,000 rows beside a bare list in a webview.
await bootstrap(import.meta.url, { browser: true });
await import("./listsBench.mjs");
