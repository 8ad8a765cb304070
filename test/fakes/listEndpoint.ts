import assert from "node:assert/strict";
import { type ListEndpoint, listEndpoints } from "../../src/features/lists/common/listEndpoint";
import type { ServiceDefinition } from "../../src/platform/service/definition/definition";

/** The list endpoint of an operation that a definition has. */
export function listEndpoint(definition: ServiceDefinition, operationId: string): ListEndpoint {
  const endpoint = listEndpoints(definition).find((one) => one.operationId === operationId);
  assert.ok(endpoint, operationId);
  return endpoint;
}
