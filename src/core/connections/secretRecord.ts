import type { Connection, ConnectionSecrets } from "../connection";

/** Scheme, host and port of both servers of a connection. */
export interface Origins {
  readonly baseOrigin: string;
  readonly authOrigin: string;
}

/** What was entered for a connection, with the two origins that it was entered for. */
export interface SecretRecord extends Origins {
  readonly version: 1;
  readonly secrets: Partial<ConnectionSecrets>;
}

/** What a text in the secret store is. */
export type ReadSecret =
  | { readonly kind: "record"; readonly record: SecretRecord }
  /** Written by a later version: neither used nor overwritten without asking. */
  | { readonly kind: "newer" }
  | { readonly kind: "unreadable" };

/** The two origins that secrets of a connection are bound to. */
export function originsOf(connection: Connection): Origins {
  const { baseUrl, authUrl } = connection;
  return { baseOrigin: new URL(baseUrl).origin, authOrigin: new URL(authUrl).origin };
}

/** True where the secrets were entered for exactly these origins. */
export function isBoundTo(bound: Origins, connection: Connection): boolean {
  const { baseOrigin, authOrigin } = originsOf(connection);
  return bound.baseOrigin === baseOrigin && bound.authOrigin === authOrigin;
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
  const { version, baseOrigin, authOrigin, secrets } = record;
  return (
    version === 1 &&
    typeof baseOrigin === "string" &&
    typeof authOrigin === "string" &&
    typeof secrets === "object" &&
    secrets !== null &&
    Object.values(secrets).every((secret) => typeof secret === "string")
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
