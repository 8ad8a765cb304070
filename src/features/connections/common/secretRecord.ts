import type { Connection, ConnectionSecrets } from "../../../platform/base/connection";
import { isBelow } from "../../../platform/http/origin";

/** Scheme, host and port of both servers of a connection. */
export interface Origins {
  readonly baseOrigin: string;
  readonly authOrigin: string;
  /** Whole: one host can serve several tenants, told apart by the path. Older records have none. */
  readonly baseUrl?: string;
  readonly authUrl?: string;
}

/** What was entered for a connection, with the two servers that it was entered for. */
export interface SecretRecord extends Origins {
  readonly version: 1;
  readonly secrets: Partial<ConnectionSecrets>;
}

/** What a text in the secret store is. */
type ReadSecret =
  | { readonly kind: "record"; readonly record: SecretRecord }
  /** Written by a later version: neither used nor overwritten without asking. */
  | { readonly kind: "newer" }
  | { readonly kind: "unreadable" };

/** The two servers that secrets of a connection are bound to. */
export function originsOf(connection: Connection): Origins {
  const { baseUrl, authUrl } = connection;
  const origins = { baseOrigin: new URL(baseUrl).origin, authOrigin: new URL(authUrl).origin };
  return { ...origins, baseUrl, authUrl };
}

/** True where both servers lie at or below those that the secrets were entered for. */
export function isBoundToServers(bound: Origins, connection: Connection): boolean {
  const { baseOrigin, authOrigin, baseUrl = baseOrigin, authUrl = authOrigin } = bound;
  return (
    isBelow(new URL(connection.baseUrl), baseUrl) && isBelow(new URL(connection.authUrl), authUrl)
  );
}

/** Reads a stored text, every field of it. */
export function decodeSecretRecord(text: string): ReadSecret {
  const value = parse(text);
  if (typeof value !== "object" || value === null) {
    return { kind: "unreadable" };
  }
  const found = value as Readonly<Record<string, unknown>>;
  if (typeof found["version"] === "number" && found["version"] > 1) {
    return { kind: "newer" };
  }
  return isRecord(found) ? { kind: "record", record: found } : { kind: "unreadable" };
}

function isRecord(found: object): found is SecretRecord {
  const record = found as Partial<Record<keyof SecretRecord, unknown>>;
  const { version, baseOrigin, authOrigin, baseUrl, authUrl, secrets } = record;
  return (
    version === 1 &&
    typeof baseOrigin === "string" &&
    typeof authOrigin === "string" &&
    [baseUrl, authUrl].every((url) => url === undefined || isAddress(url)) &&
    typeof secrets === "object" &&
    secrets !== null &&
    Object.values(secrets).every((secret) => typeof secret === "string")
  );
}

export function isAddress(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
