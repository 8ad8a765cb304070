import { bootstrap } from "../bootstrap.mjs";

// npm run bench:requests: what questions to a long history cost, beside a plain search.
await bootstrap(import.meta.url);
await import("./requestsBench.mjs");
