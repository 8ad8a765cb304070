import { isLoopbackLiteral } from "./origin";

/** How the way out leads through a proxy: VS Code's settings and the environment, read once. */
export interface ProxySettings {
  /** `http.proxySupport` off: no proxy at all, whatever the rest says. */
  readonly enabled: boolean;
  /** `http.proxy`; "" where the environment decides. Can hold user and password. */
  readonly proxy: string;
  /** `http.noProxy`: beside `NO_PROXY` of the environment. */
  readonly noProxy: readonly string[];
  /** `http.proxyStrictSSL`: false accepts any certificate of the proxy, never of the service. */
  readonly strictSsl: boolean;
  /** `http.proxyAuthorization`: the whole value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** `http.systemCertificates`: trust what the machine trusts, beside Node's own list. */
  readonly systemCertificates: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The proxy that an address is reached through. */
export interface ProxyRoute {
  /** `http:` or `https:`, without user and password. */
  readonly url: URL;
  /** Value of `Proxy-Authorization`, where the proxy wants one. */
  readonly authorization: string | undefined;
  readonly strictSsl: boolean;
  /** Which setting named it: told when it fails. */
  readonly from: "setting" | "environment";
}

/**
 * The proxy for an origin; undefined where there is none. Loopback is never proxied. A proxy
 * whose address cannot be read, or has another scheme, is answered with "unusable".
 */
export function proxyFor(
  origin: string,
  settings: ProxySettings,
): ProxyRoute | "unusable" | undefined {
  const target = new URL(origin);
  if (!settings.enabled || isLoopbackLiteral(target.hostname)) {
    return undefined;
  }
  const { address, from } = nameProxy(target, settings);
  if (address === "" || isExcluded(target, exclusionsOf(settings))) {
    return undefined;
  }
  const url = proxyAddress(address);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return "unusable";
  }
  let authorization: string | undefined;
  try {
    authorization = settings.authorization ?? basicOf(url);
  } catch {
    return "unusable";
  }
  url.username = "";
  url.password = "";
  return { url, authorization, strictSsl: settings.strictSsl, from };
}

/** What must never be shown of them: authorization and passwords, as written and decoded. */
export function proxySecrets({ proxy, authorization, environment }: ProxySettings): string[] {
  const addresses = [proxy, ...PROXY_VARIABLES.map((name) => environment[name] ?? "")];
  const passwords = addresses.flatMap((address) => {
    const url = proxyAddress(address);
    return url === null || url.password === ""
      ? []
      : [url.password, decodeSafely(url.password), ...headerOf(url)];
  });
  return [...(authorization === undefined ? [] : [authorization]), ...passwords];
}

/** "proxy:8080" means "http://proxy:8080". */
function proxyAddress(text: string): URL | null {
  const address = text.trim();
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
}

function headerOf(url: URL): string[] {
  try {
    return [basicOf(url) ?? ""].filter((value) => value !== "");
  } catch {
    return [];
  }
}

const PROXY_VARIABLES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function nameProxy(
  target: URL,
  { proxy, environment }: ProxySettings,
): { readonly address: string; readonly from: ProxyRoute["from"] } {
  if (proxy.trim() !== "") {
    return { address: proxy, from: "setting" };
  }
  // Upper case HTTP_PROXY is left out where CGI could have set it from a header (httpoxy);
  // here it is the user's own environment, and VS Code reads it as well.
  const names =
    target.protocol === "https:"
      ? ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"]
      : ["HTTP_PROXY", "http_proxy"];
  const named = [...names, "ALL_PROXY", "all_proxy"].map((name) => environment[name] ?? "");
  return { address: named.find((value) => value.trim() !== "") ?? "", from: "environment" };
}

function exclusionsOf({ noProxy, environment }: ProxySettings): readonly string[] {
  const named = environment["NO_PROXY"] ?? environment["no_proxy"] ?? "";
  return [...noProxy, ...named.split(/[\s,]/)].map((entry) => entry.trim()).filter(Boolean);
}

/** `*`, a host, a domain with or without its dot or `*.`, each with or without a port. */
function isExcluded(target: URL, exclusions: readonly string[]): boolean {
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  const host = target.hostname.toLowerCase();
  return exclusions.some((entry) => {
    const [, name = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entryPort !== undefined && entryPort !== port) {
      return false;
    }
    const domain = name.replace(/^\*?\./, "");
    return name === "*" || host === domain || host.endsWith(`.${domain}`);
  });
}

/** Throws where user or password are not encoded as an address needs it. */
function basicOf({ username, password }: URL): string | undefined {
  if (username === "") {
    return undefined;
  }
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text, "utf8").toString("base64")}`;
}
