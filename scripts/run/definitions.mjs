import { bootstrap } from "../bootstrap.mjs";

// npm run bench:definitions: what reading a provider's documents costs, beside parsing them alone.
await bootstrap(import.meta.url);
await import("./definitionsBench.mjs");
