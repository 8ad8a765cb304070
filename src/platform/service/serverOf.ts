import type { Connection } from "../base/connection";
import { isBelow, mayBeBelow } from "../http/origin";

/**
 * Which of a connection's servers an address belongs to; undefined where it is neither's. Only what
 * lies below the base URL's path is the service's, and gets key and token. The identity provider's
 * goes first, also where both share an origin: its own path (specification, section 5.3) and all
 * below the auth URL, but for a base URL that lies there itself.
 */
export function serverOf(
  { baseUrl, authUrl }: Pick<Connection, "baseUrl" | "authUrl">,
  url: URL,
): "service" | "identity" | undefined {
  const isOfService = isBelow(url, baseUrl);
  const isOfProvider = [`${authUrl.replace(/\/+$/, "")}/identity`, authUrl].some(
    (root) => mayBeBelow(url, root) && !(isOfService && isBelow(new URL(baseUrl), root)),
  );
  return isOfProvider ? "identity" : isOfService ? "service" : undefined;
}
