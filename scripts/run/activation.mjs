import { bootstrap } from "../bootstrap.mjs";

// npm run bench:activation: activation time beside a bare extension, the time to the first clients
// (beside another build where BENCH_BASELINE_VSIX names one), and the size of every bundle.
await bootstrap(import.meta.url, { browser: true });
await import("./activationBench.mjs");
