import type {
  Operation,
  ServiceDefinition,
} from "../../../../platform/service/definition/definition";
import { OPERATIONS, type Run } from "./operations";
import { ADDED_OPERATIONS, PENSION_LIST } from "./provider/addedOperations";

/** An operation and what it does. */
export interface ServedOperation {
  readonly operation: Operation;
  readonly run: Run;
}

/** Those of the definition, and those that the providers' ones add. */
export function servedOperations(definition: ServiceDefinition): readonly ServedOperation[] {
  const described = definition.operations.map((operation) => ({
    operation,
    run: OPERATIONS[operation.id as keyof typeof OPERATIONS],
  }));
  return [...described, ...ADDED_OPERATIONS];
}

/** Whether it lets pensions be read. */
export function readsPensions({ operation }: ServedOperation): boolean {
  return operation.id === "getPension" || operation.id === PENSION_LIST;
}
