// npm run pictures: writes the pictures of README and walkthrough anew, from the real extension.
import { bootstrap } from "./bootstrap.mjs";

await bootstrap(import.meta.url, { browser: true, editors: ["newest"] });
const { build } = await import("./run/build.mjs");
const { packageExtension } = await import("./host/packageExtension.mjs");
await build();
process.env.E2E_VSIX = await packageExtension({ stdio: "ignore" });
process.env.WRITE_PICTURES = "1";
process.argv.splice(2, Infinity, "windows", "walkthrough");
await import("./run/endToEnd.mjs");
