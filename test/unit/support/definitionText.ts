import { readFileSync } from "node:fs";

/** An operation as a test writes it into a definition. */
export interface ExtraOperation {
  /** With the documented prefix of its domain. */
  readonly path: string;
  readonly method?: string;
  readonly domain: "crm" | "finances" | "profiling";
  /** Beside `x-domain`, `x-imported` and an operationId as the merge of definitions gives it. */
  readonly operation?: Readonly<Record<string, unknown>>;
}

const BASE = readFileSync("media/service/financial-planning-open-api.json", "utf8");

/** The definition that ships, with operations of a provider's beside its own. */
export function definitionWith(...extra: readonly ExtraOperation[]): string {
  const document = JSON.parse(BASE) as { paths: Record<string, Record<string, unknown>> };
  for (const { path, method = "get", domain, operation = {} } of extra) {
    const below = path.replace(/^\/(crm|finances|profiling)\/v1/, "");
    document.paths[path] = {
      ...document.paths[path],
      [method]: {
        operationId: `${domain}:${method.toUpperCase()} ${below}`,
        "x-domain": domain,
        "x-imported": true,
        responses: { "200": { description: "OK" } },
        ...operation,
      },
    };
  }
  return JSON.stringify(document);
}

/** Parameters that make a list of pages. */
export const PAGING = [
  { name: "pageNumber", in: "query", schema: { type: "integer" } },
  { name: "pageSize", in: "query", schema: { type: "integer" } },
];
