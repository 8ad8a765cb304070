import { bootstrap } from "../bootstrap.mjs";

// npm run test:mutants [-- text of a folder …] [--minutes=60]: how many mutants the tests kill.
await bootstrap(import.meta.url);
await import("./mutationTest.mjs");
