import * as openid from "openid-client";
import type { Connection, ResponseType } from "../base/connection";
import { AppError } from "../base/errors";
import { isLoopbackLiteral } from "../http/origin";
import type { ResponseMode } from "./browserSignIn";

/** What goes into an authorise address beside the connection. */
export interface Authorization {
  readonly redirectUri: string;
  readonly responseType: ResponseType;
  readonly responseMode: ResponseMode;
  readonly state: string;
  readonly nonce: string | undefined;
  readonly codeVerifier: string | undefined;
}

/** An authorise address, and where its answer is to come. */
export interface AuthorizationAddress {
  readonly url: string;
  readonly responseMode: ResponseMode;
}

/**
 * The authorise address (specification, section 5.4, step 1; OpenID Connect Core, 3.1.2.1 and
 * 3.3.2.1). Holds no secret but for what is one-time.
 */
export async function authorizationAddress(
  configuration: openid.Configuration,
  { scopes }: Connection,
  wish: Authorization,
): Promise<AuthorizationAddress> {
  const { redirectUri, responseType, state, nonce, codeVerifier } = wish;
  const responseMode = modeOf(wish, configuration.serverMetadata());
  const parameters = new URLSearchParams({
    response_type: responseType,
    redirect_uri: redirectUri,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    state,
    ...(nonce === undefined ? {} : { nonce }),
    // The default of each type is what a plain code comes by; it needs not be named.
    ...(responseType === "code" ? {} : { response_mode: responseMode }),
    // Without it no refresh token is given (OpenID Connect Core, section 11).
    ...(scopes.includes("offline_access") ? { prompt: "consent" } : {}),
    ...(codeVerifier === undefined ? {} : await challengeOf(codeVerifier)),
  });
  const url = sparinglyEncoded(openid.buildAuthorizationUrl(configuration, parameters));
  return { url, responseMode };
}

/**
 * Checks where the browser is to come back to: the registered callback, character for character;
 * on a loopback address registered without a port, any port (RFC 8252, section 7.3). An address
 * that openid-client would send in another spelling is refused before anybody signs in.
 * @throws AppError `input/callbackUrl`
 */
export function requireCallbackUrl(redirectUri: string, { callbackUrl }: Connection): void {
  const url = URL.parse(redirectUri);
  const registered = URL.parse(callbackUrl);
  if (url === null || registered === null || !isAsSent(url, redirectUri)) {
    throw new AppError("input", "input/callbackUrl");
  }
  if (redirectUri !== callbackUrl && !isOnAnyPort(url, registered)) {
    throw new AppError("input", "input/callbackUrl");
  }
}

/** A provider that does not list forms has none (OpenID Connect Discovery, section 3). */
function modeOf(
  { responseMode }: Authorization,
  { response_modes_supported: listed }: openid.ServerMetadata,
): ResponseMode {
  const sendsForms = Array.isArray(listed) && listed.includes("form_post");
  return responseMode === "form_post" && !sendsForms ? "fragment" : responseMode;
}

/** The library sends the address as parsed, without query and fragment. */
function isAsSent(url: URL, text: string): boolean {
  return url.href === text && !/[?#]/.test(text) && url.username === "" && url.password === "";
}

function isOnAnyPort(url: URL, registered: URL): boolean {
  return (
    registered.protocol === "http:" &&
    isLoopbackLiteral(registered.hostname) &&
    registered.port === "" &&
    url.protocol === registered.protocol &&
    url.hostname === registered.hostname &&
    url.pathname === registered.pathname
  );
}

async function challengeOf(codeVerifier: string): Promise<Readonly<Record<string, string>>> {
  const challenge = await openid.calculatePKCECodeChallenge(codeVerifier);
  return { code_challenge: challenge, code_challenge_method: "S256" };
}

/**
 * The same address with a blank as `%20` and with `:` and `/` as they are (RFC 3986, section 3.4).
 * On its way to the browser an editor decodes an address and encodes it again: a `+` would come
 * out as `%2B`, an escape of an escape would stay one.
 */
function sparinglyEncoded(url: URL): string {
  const pairs = [...url.searchParams].map((pair) => pair.map(encodeSparingly).join("="));
  return `${url.origin}${url.pathname}?${pairs.join("&")}`;
}

function encodeSparingly(text: string): string {
  return encodeURIComponent(text).replaceAll("%3A", ":").replaceAll("%2F", "/");
}
