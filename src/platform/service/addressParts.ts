import type { Connection, Domain } from "../base/connection";
import { AppError } from "../base/errors";

/** The connection's prefix of a domain. Throws `input/prefix`. */
export function prefixOf(connection: Connection, domain: Domain): string {
  const prefix = connection.prefixes[domain];
  // Without its slash a prefix would become part of the host name.
  if (!/^(?:\/[A-Za-z0-9._~-]+)*$/.test(prefix)) {
    throw new AppError("input", "input/prefix", { values: { prefix } });
  }
  return prefix;
}

/** What needs no permit carries no body: servers are free to act on one. */
export function refuseBodyOfRead(method: string, body: Uint8Array | undefined): void {
  if (body !== undefined && (method === "GET" || method === "HEAD")) {
    throw new AppError("input", "input/bodyOfRead", { values: { method } });
  }
}

/**
 * The address as it goes on the wire; proves that parsing left path and query as they were
 * built. `query` is empty or begins with its question mark.
 */
export function joinAddress(connection: Connection, path: string, query: string): string {
  const { baseUrl } = connection;
  const root = rootOf(connection);
  const url = URL.parse(`${baseUrl.replace(/\/+$/, "")}${path}${query}`);
  const isAsBuilt =
    root !== undefined &&
    url !== null &&
    url.origin === root &&
    url.pathname.endsWith(path) &&
    url.search === (query === "?" ? "" : query);
  if (!isAsBuilt) {
    throw new AppError("input", "input/address");
  }
  return url.href;
}

/** Asked for with every call; a connection never changes. */
const roots = new WeakMap<Connection, string>();

function rootOf(connection: Connection): string | undefined {
  const root = roots.get(connection) ?? URL.parse(connection.baseUrl)?.origin;
  if (root !== undefined) {
    roots.set(connection, root);
  }
  return root;
}
