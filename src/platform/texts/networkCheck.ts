import type { Hop, HopResult, NetworkReport, RouteReport } from "../http/networkCheck";
import { PLATFORM_WARNINGS } from "./platformWarnings";
import { warningText } from "./warnings";
import type { Translate } from "./words";

/** What the user reads of a check: one sentence, and the whole as text. */
export interface NetworkCheckText {
  readonly passed: boolean;
  readonly summary: string;
  /** A plain text table; times in UTC. Holds no secret. */
  readonly details: string;
}

/** Puts a check of the network into words: how far the way goes, and what stops it. Pure. */
export function describeNetworkCheck(report: NetworkReport, t: Translate): NetworkCheckText {
  const broken = report.routes.flatMap((route) => {
    const hop = route.hops.find(({ outcome }) => outcome === "failed");
    return hop === undefined ? [] : [{ route, hop }];
  });
  const [first] = broken;
  const remark = report.routes
    .flatMap(({ hops }) => hops)
    .find(({ outcome }) => outcome === "remark");
  return {
    passed: first === undefined,
    summary:
      first === undefined
        ? remark === undefined
          ? t("Service and identity provider can be reached; every hop passed.")
          : t(
              "Service and identity provider can be reached. The answer ({0}) has no request id: it may have come from a proxy, and not from the service.",
              String(remark.facts["status"] ?? ""),
            )
        : warningText(PLATFORM_WARNINGS["network/wayEnds"], t, {
            origin: first.route.origin,
            hop: hopWord(first.hop.hop, t),
            reason: reasonOf(first.hop, t),
          }),
    details: detailsOf(report, t),
  };
}

function hopWord(hop: Hop, t: Translate): string {
  return {
    name: t("the name lookup"),
    connect: t("the connection"),
    proxy: t("the proxy"),
    tls: t("the TLS handshake"),
    gateway: t("the gateway"),
    service: t("the service"),
  }[hop];
}

type Reason = (facts: HopResult["facts"], t: Translate) => string;

const REASONS: Readonly<Record<string, Reason>> = {
  "network/nameNotFound": (_facts, t) => t("the host name could not be found"),
  "network/refused": (_facts, t) => t("the connection was refused"),
  "network/unreachable": (_facts, t) => t("the network cannot be reached"),
  "network/connectTimeout": (_facts, t) => t("nothing answered in time"),
  "network/attemptTimeout": (_facts, t) => t("no answer came in time"),
  "network/noAnswer": (_facts, t) => t("no answer came in time"),
  "network/reset": (_facts, t) => t("the connection was closed"),
  "network/certificate": (_facts, t) => t("its certificate is not trusted on this machine"),
  "network/tls": (_facts, t) => t("no secure connection could be made"),
  "network/protocol": (_facts, t) => t("what came is not valid HTTP"),
  "network/proxyUnusable": (_facts, t) => t("the proxy's address cannot be used"),
  "network/proxyRefused": ({ proxy = "" }, t) =>
    t("the proxy {0} cannot be reached", String(proxy)),
  "network/proxySignIn": ({ proxy = "" }, t) =>
    t("the proxy {0} asks for a sign-in (407)", String(proxy)),
  "network/proxyAnswer": ({ proxy = "", status = 0 }, t) =>
    t("the proxy {0} does not let it through ({1})", String(proxy), String(status)),
  "network/noRequestId": (_facts, t) =>
    t("the answer has no request id, so it may have come from a proxy"),
};

function reasonOf({ failure = "", facts }: HopResult, t: Translate): string {
  const reason = Object.hasOwn(REASONS, failure) ? REASONS[failure] : undefined;
  const system = facts["reason"];
  const words = reason === undefined ? t("it failed") : reason(facts, t);
  return system === undefined || system === "" ? words : `${words} (${system})`;
}

function detailsOf({ routes, networking, startedAt }: NetworkReport, t: Translate): string {
  const way = networking === "own" ? t("the explorer's own networking") : t("VS Code networking");
  const head = [
    t("Network check, {0}", new Date(startedAt).toISOString()),
    t("Checked through {0}; no credentials were sent.", way),
  ];
  return `${[...head, ...routes.flatMap((route) => ["", ...routeLines(route, t)])].join("\n")}\n`;
}

function routeLines({ server, origin, hops }: RouteReport, t: Translate): readonly string[] {
  const title =
    server === "service" ? t("Service {0}", origin) : t("Identity provider {0}", origin);
  const rows = hops.map((result) => [
    hopWord(result.hop, t),
    outcomeWord(result, t),
    result.milliseconds === 0 ? "" : `${Math.round(result.milliseconds)} ms`,
    result.failure === undefined ? factsOf(result, t) : reasonOf(result, t),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [title, ...rows.map((row) => `  ${line(row)}`)];
}

function outcomeWord({ outcome }: HopResult, t: Translate): string {
  return {
    passed: t("passed"),
    failed: t("FAILED"),
    skipped: t("not seen"),
    remark: t("remark"),
  }[outcome];
}

function factsOf({ facts }: HopResult, t: Translate): string {
  const names: Readonly<Record<string, string>> = {
    addresses: t("addresses"),
    address: t("address"),
    proxy: t("proxy"),
    from: t("set by"),
    status: t("status"),
    protocol: t("protocol"),
    issuer: t("issued by"),
    subject: t("for"),
    validTo: t("valid to"),
    requestId: t("request id"),
  };
  return Object.entries(facts)
    .filter(([name, value]) => Object.hasOwn(names, name) && value !== "")
    .map(([name, value]) => `${names[name] ?? name} ${value}`)
    .join(", ");
}
