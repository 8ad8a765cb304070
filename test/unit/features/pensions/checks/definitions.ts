import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The definition that ships. */
export const DEFINITION = readFileSync(
  join(process.cwd(), "media", "service", "financial-planning-open-api.json"),
  "utf8",
);

/** A definition in which `putPension` has this body, and these schemas are beside it. */
export function definitionWith(body: unknown, schemas: Record<string, unknown> = {}): string {
  const content = { "application/json": { schema: body } };
  return JSON.stringify({
    openapi: "3.1.0",
    paths: { "/p": { put: { operationId: "putPension", requestBody: { content } } } },
    components: { schemas },
  });
}
