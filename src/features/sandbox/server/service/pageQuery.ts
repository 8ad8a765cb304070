import type { Operation } from "../../../../platform/service/definition/definition";
import type { Parameter } from "../../../../platform/service/definition/parameter";
import type { PagingFault } from "../../messages/sandboxFaults";
import { readCursor } from "./envelopes";
import { firstPageNumber } from "./pagePlan";
import { Problem } from "./problem";

/** The operation as a service with these oddities would describe it. */
export function describePages(operation: Operation, oddities: readonly PagingFault[]): Operation {
  const first = firstPageNumber(oddities);
  return first === 1
    ? operation
    : { ...operation, parameters: operation.parameters.map((one) => countFrom(first, one)) };
}

function countFrom(first: number, parameter: Parameter): Parameter {
  return parameter.name === "pageNumber"
    ? { ...parameter, schema: { ...parameter.schema, minimum: first, default: first } }
    : parameter;
}

/** The query with a cursor as the page that it stands for. Throws a 400 for one that is not ours. */
export function followCursor(querystring: string, oddities: readonly PagingFault[]): string {
  const hasCursors = oddities.some(
    (fault) => fault.variant === "envelope" && fault.style === "cursor",
  );
  const query = new URLSearchParams(querystring);
  const cursor = query.get("cursor");
  if (!hasCursors || cursor === null) {
    return querystring;
  }
  const page = readCursor(cursor);
  if (page === undefined) {
    const details = [{ field: "cursor", issue: "must be a cursor of this service" }];
    throw new Problem(400, "invalid_parameter", "A parameter is not acceptable.", { details });
  }
  query.delete("cursor");
  query.set("pageNumber", page.pageNumber);
  query.set("pageSize", page.pageSize);
  return query.toString();
}
