// Packs what the windows of the tests install, and clears away the pictures of the one before.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { packageExtension } from "../host/packageExtension.mjs";
import { ROOT } from "../paths.mjs";

rmSync(join(ROOT, "test", "e2e", "screenshots"), { recursive: true, force: true });
await packageExtension({ stdio: ["ignore", "ignore", "inherit"] });
