import { AppError } from "../errors";

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

/**
 * Proves that an address belongs to the origin, before any credential is attached to it.
 * Origins are compared as parsed, never as text.
 * @throws AppError kind `refused`
 */
export function requireOrigin(address: string, pinned: PinnedOrigin): URL {
  const url = parse(address);
  if (checkedOrigin(url) !== pinned) {
    throw new AppError("refused", "refused/otherOrigin", { values: { host: url.host } });
  }
  return url;
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
