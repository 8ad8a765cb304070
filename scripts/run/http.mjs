import { bootstrap } from "../bootstrap.mjs";

// npm run bench:http: requests per second and memory of small pages, beside bare undici.
await bootstrap(import.meta.url);
await import("./httpBench.mjs");
