/** What is different in a later version of a definition, seen by those who call the service. */
export interface DefinitionChange {
  readonly kind: ChangeKind;
  /** True where a client that worked with the earlier version may fail with the later one. */
  readonly breaking: boolean;
  /** "GET /clients/{clientId}/holdings": method and path below the domain's prefix. */
  readonly operation: string;
  /** Where in it; absent for the operation itself. */
  readonly place?: ChangePlace;
  /** What it was and what it is, as short text: "string", "string (date)", "required". */
  readonly before?: string;
  readonly after?: string;
}

export interface ChangePlace {
  readonly part: "parameter" | "request" | "response";
  /** Name of a parameter; a path of fields like `contributions[].amount`; "" for the whole body. */
  readonly path: string;
  /** Of a response; "400, 404" where the same changed in several. */
  readonly status?: string;
}

export type ChangeKind =
  | "operationAdded"
  | "operationRemoved"
  | "operationDeprecated"
  /** No longer deprecated. */
  | "operationReinstated"
  | "parameterAdded"
  | "parameterRemoved"
  | "fieldAdded"
  | "fieldRemoved"
  | "requiredAdded"
  | "requiredRemoved"
  | "typeChanged"
  | "formatChanged"
  | "valuesAdded"
  | "valuesRemoved"
  | "limitChanged"
  | "bodyAdded"
  | "bodyRemoved"
  /** A content type of a body. */
  | "contentAdded"
  | "contentRemoved"
  | "statusAdded"
  | "statusRemoved";

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
