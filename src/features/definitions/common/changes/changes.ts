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
