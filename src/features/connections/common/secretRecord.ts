import * as v from "valibot";
import type { Connection, ConnectionSecrets } from "../../../platform/base/connection";
import type { Shape } from "../../../platform/base/messageSchemas";
import { isBelow } from "../../../platform/http/origin";
import { address } from "./connectionRecord";
import { tryParseJson } from "../../../platform/json/tryParseJson";

/** Scheme, host and port of both servers of a connection. */
export const origins = v.object({
  baseOrigin: v.string(),
  authOrigin: v.string(),
  /** Whole: one host can serve several tenants, told apart by the path. Older records have none. */
  baseUrl: v.exactOptional(address),
  authUrl: v.exactOptional(address),
});
export type Origins = Shape<typeof origins>;

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
  const bound = { baseOrigin: new URL(baseUrl).origin, authOrigin: new URL(authUrl).origin };
  return { ...bound, baseUrl, authUrl };
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
  const value = tryParseJson(text);
  if (typeof value !== "object" || value === null) {
    return { kind: "unreadable" };
  }
  if ("version" in value && typeof value.version === "number" && value.version > 1) {
    return { kind: "newer" };
  }
  return v.is(secretRecord, value) ? { kind: "record", record: value } : { kind: "unreadable" };
}

const secretRecord = v.object({
  version: v.literal(1),
  ...origins.entries,
  secrets: v.record(v.string(), v.string()),
});
