// npm run test:mutants [-- text of a folder …] [--minutes=60]: how many mutants the tests kill.
import { bootstrap } from "../bootstrap.mjs";

await bootstrap(import.meta.url);
await import("./mutationTest.mjs");
