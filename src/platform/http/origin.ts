import { LRUCache } from "lru-cache";
import { AppError } from "../base/errors";
import { isReadablePath, pathReadings, type ReadSegment, segmentsOf } from "./pathReadings";

/** Scheme, host and port of an address that was checked by `pinOrigin`. */
export type PinnedOrigin = string & { readonly __pinned: true };

/**
 * Reads the root that a connection names. Only https, or http to a loopback IP literal: a
 * name such as `localhost` can be made to resolve elsewhere (RFC 8252, section 8.3).
 * @throws AppError kind `refused`
 */
export function pinOrigin(root: string): PinnedOrigin {
  return checkedOrigin(parse(root));
}

function checkedOrigin(url: URL): PinnedOrigin {
  if (url.username !== "" || url.password !== "") {
    throw new AppError("refused", "refused/userInfo", { values: { host: url.host } });
  }
  const secure = url.protocol === "https:";
  if (!secure && !(url.protocol === "http:" && isLoopbackLiteral(url.hostname))) {
    throw new AppError("refused", "refused/scheme", { values: { host: url.host } });
  }
  return url.origin as PinnedOrigin;
}

/** Whose addresses are meant: those of an origin, or of it those alone that are its own. */
export interface OwnAddresses {
  readonly origin: PinnedOrigin;
  readonly isOwn?: ((url: URL) => boolean) | undefined;
}

/**
 * Proves that an address belongs to the origin, and is one of its own, before any credential is
 * attached to it. Origins are compared as parsed, never as text.
 * @throws AppError kind `refused`
 */
export function requireOrigin(address: string, { origin, isOwn }: OwnAddresses): URL {
  const url = parse(address);
  const isHere = checkedOrigin(url) === origin;
  if (!isHere || isOwn?.(url) === false) {
    const values = { host: url.host, ...(isHere && { other: "path" }) };
    throw new AppError("refused", "refused/otherOrigin", { values });
  }
  return url;
}

/** True for addresses at or below the path of a root, however a server reads their path. */
export function isBelow(url: URL, root: string): boolean {
  const { origin, base } = rootOf(root);
  const isWritten = url.pathname === base || url.pathname.startsWith(`${base}/`);
  // Nothing that could be read otherwise: most addresses by far.
  const isPlain = isWritten && !/[%;,]|\/\/|[.+](?:\/|$)/.test(url.pathname.slice(base.length));
  return (
    url.origin === origin &&
    isWritten &&
    (isPlain ||
      (isReadablePath(url.pathname) &&
        pathReadings(url.pathname).every((path) => startsWith(path, segmentsOf(base)))))
  );
}

/** True where at least one way to read the path leads to the root or below it. */
export function mayBeBelow(url: URL, root: string): boolean {
  const { origin, small } = rootOf(root);
  return (
    url.origin === origin &&
    pathReadings(url.pathname.toLowerCase()).some((path) => startsWith(path, small))
  );
}

interface Root {
  readonly origin: string;
  /** Its path without slashes at the end. */
  readonly base: string;
  /** Segments of its path in small letters. */
  readonly small: readonly ReadSegment[];
}

/** Each call asks for those of its connection. */
const roots = new LRUCache<string, Root>({ max: 64 });

function rootOf(address: string): Root {
  const known = roots.get(address);
  if (known !== undefined) {
    return known;
  }
  const { origin, pathname } = parse(address);
  const base = pathname.replace(/\/+$/, "");
  const root = { origin, base, small: segmentsOf(pathname.toLowerCase()) };
  roots.set(address, root);
  return root;
}

function startsWith(path: readonly ReadSegment[], wanted: readonly ReadSegment[]): boolean {
  return wanted.every(({ bare }, index) => path[index]?.bare === bare);
}

/** True for 127.0.0.0/8 and ::1 written as addresses; `hostname` as `URL` gives it. */
export function isLoopbackLiteral(hostname: string): boolean {
  return hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function parse(address: string): URL {
  const url = URL.parse(address);
  if (url === null) {
    throw new AppError("refused", "refused/address");
  }
  return url;
}
