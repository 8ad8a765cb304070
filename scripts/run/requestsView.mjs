import { bootstrap } from "../bootstrap.mjs";

// npm run bench:requests: how fluent the requests view is with 100,000 recorded actions.
await bootstrap(import.meta.url, { browser: true });
await import("./requestsViewBench.mjs");
