import type { Operation } from "../../../../platform/service/definition/definition";
import { literal } from "../faults/faultPlan";

/** The operation at a path without its query; undefined where there is none. */
export type OperationFinder = (method: string, path: string) => Operation | undefined;

export function createFinder(
  operations: readonly Operation[],
  prefixes: Readonly<Record<Operation["domain"], string>>,
): OperationFinder {
  const known = operations.map((operation) => {
    const { domain, path } = operation;
    const parts = `${prefixes[domain]}${path}`.split(/\{\w+\}/).map(literal);
    return { operation, pattern: new RegExp(`^${parts.join("[^/]+")}$`) };
  });
  return (method, path) =>
    known.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
      ?.operation;
}
