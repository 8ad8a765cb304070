import { hash } from "node:crypto";
import type { NewDefinition } from "../../src/features/definitions/common/imports/stored";

/** A definition as an import hands it to the store; its document is as long as wanted. */
export function aDefinition(
  change: Partial<NewDefinition> & { readonly padding?: number } = {},
): NewDefinition {
  const { padding = 0, ...own } = change;
  const version = own.version ?? "2026-1";
  const info = { title: "Finances", version, description: "x".repeat(padding) };
  const document = JSON.stringify({ openapi: "3.1.0", info, paths: {} });
  return {
    ...{ domain: "finances", title: "Finances", version, openapi: "3.0.3" },
    source: { kind: "file", name: "finances.yaml" },
    ...{ hash: hash("sha256", document, "hex"), bytes: document.length, operations: 3 },
    ...{ notes: [], document },
    ...own,
  };
}
