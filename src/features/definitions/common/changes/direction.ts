import type { ChangeKind } from "./changes";

/** Who writes the value: the client in a request, the service in a response. */
export type Direction = "request" | "response";

/** A change of a schema, at a path below it. */
export interface SchemaChange {
  readonly kind: ChangeKind;
  readonly breaking: boolean;
  /** "" for the schema itself, "amount" for a member of it. */
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** What is compared with what, at a step below a pair of schemas. */
export interface Side<Value> {
  readonly before: Value;
  readonly after: Value;
}

interface ChangeDetails {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly path?: string;
}

/** A change with what it was and is, as far as there is something. */
export function schemaChange(
  kind: ChangeKind,
  breaking: boolean,
  { before, after, path = "" }: ChangeDetails = {},
): SchemaChange {
  return {
    ...{ kind, breaking, path },
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
