import { randomUUID } from "node:crypto";
import * as v from "valibot";
import {
  type Connection,
  CONNECTION_COLOURS,
  ENVIRONMENTS,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import { accepted, countTo, nameAndValue } from "../../../platform/base/messageSchemas";

/** A connection as it is stored: a version first, so that later ones can be told. */
interface ConnectionRecord {
  readonly version: 1;
  readonly connection: Connection;
}

/** An id for a new connection; it is part of keys and of ids in the tree. */
export function newConnectionId(): string {
  return randomUUID();
}

/** The record of a connection. */
export function encodeConnection(connection: Connection): ConnectionRecord {
  return { version: 1, connection };
}

/** Reads a stored record, every field of it; undefined when it is not one of this version. */
export function decodeConnection(value: unknown): Connection | undefined {
  return accepted(connectionRecord, value)?.connection;
}

export const address = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text)),
);

/** A field that is added to a connection and forgotten here does not compile. */
const connection = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[\w-]{1,64}$/),
    v.check((id) => id !== SANDBOX_CONNECTION_ID),
  ),
  label: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  baseUrl: address,
  prefixes: v.object({ crm: v.string(), finances: v.string(), profiling: v.string() }),
  authUrl: address,
  accessModel: v.picklist(["serviceAccount", "userPresent", "delegation"]),
  clientId: v.string(),
  clientAuthentication: v.picklist(["post", "basic"]),
  scopes: v.array(v.string()),
  tokenParameters: v.array(nameAndValue),
  callbackUrl: v.string(),
  responseType: v.picklist(["code", "code id_token"]),
  proofKey: v.picklist(["auto", "required", "off"]),
  consentEndClaim: v.string(),
  pageSize: v.optional(countTo(Number.MAX_SAFE_INTEGER)),
  colour: v.optional(v.picklist(CONNECTION_COLOURS)),
  networking: v.picklist(["own", "editor"]),
  authenticationStatuses: v.array(v.pipe(v.number(), v.integer())),
});

const connectionRecord = v.object({
  version: v.literal(1),
  connection: v.pipe(
    connection,
    // What is undefined has no place in JSON.
    v.transform((known): Connection => ({ pageSize: undefined, colour: undefined, ...known })),
  ),
});
