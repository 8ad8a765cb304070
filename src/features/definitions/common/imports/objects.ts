import { isRecord } from "../../../../platform/base/shapes";

/** A plain object that may be changed in place; undefined for anything else. */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

/** Methods of a path item (OpenAPI 3.1, section 4.8.9). */
export const METHODS = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
] as const;

/** An operation of a document with its path item. */
interface FoundOperation {
  readonly path: string;
  /** Lower case, as the path item has it. */
  readonly method: (typeof METHODS)[number];
  readonly operation: Record<string, unknown>;
  readonly item: Record<string, unknown>;
}

/** Every operation under `paths`, in the order of the document. */
export function operationsOf(document: Readonly<Record<string, unknown>>): FoundOperation[] {
  return Object.entries(asObject(document["paths"]) ?? {}).flatMap(([path, value]) => {
    const item = asObject(value) ?? {};
    return METHODS.flatMap((method) => {
      const operation = asObject(item[method]);
      return operation === undefined ? [] : [{ path, method, operation, item }];
    });
  });
}
