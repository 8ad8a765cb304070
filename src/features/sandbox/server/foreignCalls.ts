import type { IncomingHttpHeaders } from "node:http";
import type { Middleware } from "koa";
import { Problem } from "./service/problem";

/** Names of this machine that a request may have come by. */
const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|.+\.localhost|\[::1\])$/i;

/**
 * Why a request is not taken, as a sentence; undefined where it is. A page of any site can send
 * requests to loopback addresses, also through a name that it lets resolve to one (DNS rebinding):
 * both show in what a browser says of where the request comes from.
 */
export function foreignness(
  headers: IncomingHttpHeaders,
  { allowedHosts, takesNavigation }: ForeignRules,
): string | undefined {
  const host = hostNameOf(headers.host ?? "");
  if (host !== "" && !LOOPBACK.test(host) && !allowedHosts.includes(host.toLowerCase())) {
    return (
      `The sandbox answers requests to this machine only, and this one names the host ` +
      `"${host.slice(0, 100)}". Start it with --allow-host ${host.slice(0, 100)} if that is right.`
    );
  }
  const { origin, "sec-fetch-site": site, "sec-fetch-mode": mode } = headers;
  const isNavigation = mode === "navigate" && takesNavigation;
  if ((site === "cross-site" || site === "same-site") && !isNavigation) {
    return "The sandbox does not take requests that a page of another site sends in a browser.";
  }
  if (origin !== undefined && !isOwn(origin, allowedHosts)) {
    return "The sandbox does not take requests that a page of another origin sends in a browser.";
  }
  return undefined;
}

interface ForeignRules {
  /** Names besides those of loopback, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Whether links of other sites may lead there. */
  readonly takesNavigation: boolean;
}

/** Refuses requests that a page in a browser sends, or that came by another machine's name. */
export function refuseForeign(allowedHosts: readonly string[]): Middleware {
  return async ({ req }, next) => {
    const reason = foreignness(req.headers, { allowedHosts, takesNavigation: false });
    if (reason !== undefined) {
      throw new Problem(403, "foreign_request", reason);
    }
    await next();
  };
}

function isOwn(origin: string, allowedHosts: readonly string[]): boolean {
  if (!URL.canParse(origin)) {
    return false;
  }
  const { hostname } = new URL(origin);
  return LOOPBACK.test(hostname) || allowedHosts.includes(hostname);
}

/** Without the port; the whole where it is no host. */
function hostNameOf(host: string): string {
  return host.replace(/:\d*$/, "");
}
