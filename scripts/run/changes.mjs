import { bootstrap } from "../bootstrap.mjs";

// npm run bench:changes: 1,000 payload files as source control, beside reading them as JSON.
await bootstrap(import.meta.url);
await import("./changesBench.mjs");
