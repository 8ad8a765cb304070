import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Middleware } from "koa";
import { SANDBOX_DEFINITIONS } from "../../../messages/sandboxMessages";
import { Problem } from "../problem";

/** The bundle lies beside `media`, in the checkout as in the installed extension. */
const FOLDER = join(__dirname, "..", "media", "service", "provider");

/** Media types by the end of a name; YAML has one of its own (RFC 9512). */
const TYPES = { ".yaml": "application/yaml; charset=utf-8", ".json": "application/json" } as const;

/** Interface definitions to be imported, as the portal of a provider has them, byte for byte. */
export const serveDefinitions: Middleware = async (context, next) => {
  const path = SANDBOX_DEFINITIONS.find((candidate) => candidate === context.path);
  if (path === undefined) {
    await next();
    return;
  }
  if (context.method !== "GET" && context.method !== "HEAD") {
    const headers = { Allow: "HEAD, GET" };
    const message = "The path does not take this method.";
    throw new Problem(405, "method_not_allowed", message, { headers });
  }
  const name = posix.basename(path);
  context.set("Content-Type", TYPES[name.endsWith(".yaml") ? ".yaml" : ".json"]);
  context.body = await readFile(join(FOLDER, name), "utf8");
};
