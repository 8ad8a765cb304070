import { bootstrap } from "../bootstrap.mjs";

// npm run bench:pensions: what checking payloads costs who types, beside reading them as JSON.
await bootstrap(import.meta.url);
await import("./pensionsBench.mjs");
