import { randomUUID } from "node:crypto";
import { isPageSize } from "../../../platform/base/shapes";
import {
  type Connection,
  CONNECTION_COLOURS,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";

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
  if (!isObject(value) || value["version"] !== 1 || !isObject(value["connection"])) {
    return undefined;
  }
  const { connection } = value;
  const fields = Object.entries(CHECKS).map(([name, check]) => {
    const field = connection[name];
    return { name, field, fits: check(field) };
  });
  return fields.every(({ fits }) => fits)
    ? (Object.fromEntries(fields.map(({ name, field }) => [name, field])) as unknown as Connection)
    : undefined;
}

type Check = (value: unknown) => boolean;

/** A field that is added to a connection and forgotten here does not compile. */
const CHECKS: Readonly<Record<keyof Connection, Check>> = {
  id: (value) => isText(value) && /^[\w-]{1,64}$/.test(value) && value !== SANDBOX_CONNECTION_ID,
  label: isText,
  environment: oneOf("sandbox", "development", "production"),
  baseUrl: isAddress,
  prefixes: (value) =>
    isObject(value) && [value["crm"], value["finances"], value["profiling"]].every(isText),
  authUrl: isAddress,
  accessModel: oneOf("serviceAccount", "userPresent", "delegation"),
  clientId: isText,
  clientAuthentication: oneOf("post", "basic"),
  scopes: isTexts,
  tokenParameters: (value) =>
    Array.isArray(value) && value.every((pair) => isTexts(pair) && pair.length === 2),
  callbackUrl: isText,
  responseType: oneOf("code", "code id_token"),
  proofKey: oneOf("auto", "required", "off"),
  consentEndClaim: isText,
  // What is undefined has no place in JSON.
  pageSize: (value) => value === undefined || isPageSize(value),
  colour: oneOf(undefined, ...CONNECTION_COLOURS),
  networking: oneOf("own", "editor"),
  authenticationStatuses: (value) => Array.isArray(value) && value.every(Number.isInteger),
};

function oneOf(...allowed: readonly (string | undefined)[]): Check {
  return (value) => allowed.includes(value as string | undefined);
}

function isAddress(value: unknown): boolean {
  return isText(value) && URL.canParse(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
