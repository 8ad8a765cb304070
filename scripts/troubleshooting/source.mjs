// Modules of src, as they are.
import "../run/loadTypeScript.mjs";
import { createRequire } from "node:module";

export const source = (path) => createRequire(import.meta.url)(`../../src/${path}.ts`);
