import type { Operation } from "../../../../platform/service/definition/definition";
import { literal } from "../faults/faultPlan";

/** An operation, and the values in its path as they were sent, still encoded. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Finds operations by paths without their query. */
export interface OperationFinder {
  find(method: string, path: string): FoundOperation | undefined;
  methodsAt(path: string): readonly string[];
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly operations: Map<string, Operation>;
}

export function createFinder(
  operations: readonly Operation[],
  prefixes: Readonly<Record<Operation["domain"], string>>,
): OperationFinder {
  const paths = new Map<string, KnownPath>();
  for (const operation of operations) {
    const parts = `${prefixes[operation.domain]}${operation.path}`.split(/\{\w+\}/).map(literal);
    const source = `^${parts.join("([^/]+)")}$`;
    const known = paths.get(source) ?? { pattern: new RegExp(source), operations: new Map() };
    known.operations.set(operation.method, operation);
    paths.set(source, known);
  }
  const known = [...paths.values()];
  return {
    find: (method, path) => {
      for (const { pattern, operations: byMethod } of known) {
        const operation = byMethod.get(method);
        const match = operation === undefined ? null : pattern.exec(path);
        if (operation !== undefined && match !== null) {
          return { operation, pathValues: valuesOf(operation, match) };
        }
      }
      return undefined;
    },
    methodsAt: (path) =>
      known
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ operations: byMethod }) => [...byMethod.keys()]),
  };
}

function valuesOf({ path }: Operation, [, ...values]: RegExpExecArray): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
}
