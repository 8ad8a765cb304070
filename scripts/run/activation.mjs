import { bootstrap } from "../bootstrap.mjs";

// npm run bench:activation: activation time beside a bare extension, and the size of every bundle.
await bootstrap(import.meta.url, { browser: true });
await import("./activationBench.mjs");
