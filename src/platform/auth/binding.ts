import { hash } from "node:crypto";
import type { AccessModel, Connection, ConnectionSecrets } from "../base/connection";
import { AppError } from "../base/errors";

/**
 * What a token was issued for; with anything else it is not used. How a client authenticates and
 * how a browser comes back change the way to a token, and not which one it is.
 */
export interface TokenBinding {
  /** Whole: one host can serve an identity provider for each tenant, told apart by the path. */
  readonly authUrl: string;
  readonly baseOrigin: string;
  /** Of the base URL, for the same reason; older records have none. */
  readonly basePath?: string | undefined;
  readonly clientId: string;
  readonly accessModel: AccessModel;
  /** As requested. */
  readonly scopes: readonly string[];
  /** As sent with each token request: an audience or a tenant decides what comes of it. */
  readonly tokenParameters: Connection["tokenParameters"];
  /** Says that the subscription key is the same one, and nothing about it. */
  readonly keyHash: string;
}

/** The binding of a connection with the key that it has now. */
export function bindingOf(connection: Connection, secrets: ConnectionSecrets): TokenBinding {
  return { ...rootsOf(connection), keyHash: hashKey(secrets.subscriptionKey) };
}

export function sameBinding(one: TokenBinding, other: TokenBinding): boolean {
  return one.keyHash === other.keyHash && sameRoots(one, other);
}

/** Whether a binding is this connection's; the key is not at hand everywhere. */
export function isBoundTo(connection: Connection, binding: TokenBinding): boolean {
  return sameRoots(rootsOf(connection), binding);
}

/** True where a token for the one is a token for the other, the subscription key aside. */
export function isForSameToken(one: Connection, other: Connection): boolean {
  return sameRoots(rootsOf(one), rootsOf(other));
}

function sameRoots(one: Roots, other: Roots): boolean {
  return (
    one.authUrl === other.authUrl &&
    one.baseOrigin === other.baseOrigin &&
    (one.basePath ?? other.basePath) === (other.basePath ?? one.basePath) &&
    one.clientId === other.clientId &&
    one.accessModel === other.accessModel &&
    isSameList(one.scopes, other.scopes) &&
    isSameList(one.tokenParameters, other.tokenParameters)
  );
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Checks what goes into headers; a key pasted with a line break must not reach them.
 * @throws AppError kind `credentials`
 */
export function requireSubscriptionKey({ subscriptionKey }: ConnectionSecrets): string {
  if (subscriptionKey === "") {
    throw new AppError("credentials", "credentials/keyMissing");
  }
  if (!/^[\x21-\x7e]{1,512}$/.test(subscriptionKey)) {
    throw new AppError("credentials", "credentials/keyMalformed");
  }
  return subscriptionKey;
}

function hashKey(subscriptionKey: string): string {
  return hash("sha256", subscriptionKey, "hex").slice(0, 32);
}

type Roots = Omit<TokenBinding, "keyHash">;

/** Asked for with every call; a connection never changes. */
const roots = new WeakMap<Connection, Roots>();

function rootsOf(connection: Connection): Roots {
  const known = roots.get(connection);
  if (known !== undefined) {
    return known;
  }
  const found = {
    authUrl: new URL(connection.authUrl).href,
    baseOrigin: new URL(connection.baseUrl).origin,
    basePath: new URL(connection.baseUrl).pathname.replace(/\/+$/, ""),
    clientId: connection.clientId,
    accessModel: connection.accessModel,
    scopes: [...connection.scopes],
    tokenParameters: connection.tokenParameters.map(([name, value]) => [name, value] as const),
  };
  roots.set(connection, found);
  return found;
}
