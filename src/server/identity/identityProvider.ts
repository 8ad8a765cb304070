import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import type { SandboxFacts } from "../../shared/sandboxMessages";
import type { TokenGrant } from "../service/credentials";
import { handleInteraction, INTERACTION_PATH, nameOf } from "./interaction";
import { errorPage, PAGE_HEADERS } from "./pages";
import { createStorage } from "./storage";

export interface IdentityOptions {
  readonly authUrl: string;
  readonly clients: SandboxFacts["clients"];
  /** Seconds. */
  readonly tokenLifetime: number;
  readonly now: () => number;
}

export interface Identity {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** What a token allows; undefined for one that is unknown, revoked or expired. */
  checkToken(token: string): Promise<TokenGrant | undefined>;
}

/** Path of the issuer below {auth_url} (specification, section 5.3). */
const MOUNT = "/identity";

/** The identity provider: a real one, with clients, keys and people of its own. */
export function createIdentity(options: IdentityOptions): Identity {
  const provider = new Provider(`${options.authUrl}${MOUNT}`, configure(options));
  // Without a listener the provider's own failures would be printed.
  provider.on("error", () => undefined);
  const callback = provider.callback();
  return {
    handle: async (request, response) => {
      const url = request.url ?? "";
      if (url.startsWith(`${MOUNT}${INTERACTION_PATH}`)) {
        await handleInteraction(provider, request, response);
        return;
      }
      if (!url.startsWith(`${MOUNT}/`)) {
        response.writeHead(404, { "Content-Length": 0 }).end();
        return;
      }
      // The provider takes the difference between both for the path it is mounted at.
      Object.assign(request, { originalUrl: url, url: url.slice(MOUNT.length) });
      await callback(request, response);
    },
    checkToken: async (token) => {
      const found =
        (await provider.ClientCredentials.find(token)) ?? (await provider.AccessToken.find(token));
      return found && { scopes: new Set((found.scope ?? "").split(" ")) };
    },
  };
}

function configure({
  clients,
  tokenLifetime,
  now,
}: IdentityOptions): Readonly<Record<string, unknown>> {
  const { serviceAccount, userPresent } = clients;
  const scopes = [...new Set([...serviceAccount.scopes, ...userPresent.scopes])];
  return {
    adapter: createStorage(now),
    clients: [serviceAccountClient(serviceAccount), userPresentClient(userPresent)],
    jwks: { keys: [createKey()] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    routes: ROUTES,
    scopes,
    claims: { openid: ["sub"], profile: ["name"] },
    responseTypes: ["code", "code id_token"],
    // An expired token is refused at once: both sides share one clock.
    clockTolerance: 0,
    ttl: { ...LIFETIMES, AccessToken: tokenLifetime, ClientCredentials: tokenLifetime },
    // The specification's example sends no code challenge.
    pkce: { required: () => false },
    features: {
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `${MOUNT}${INTERACTION_PATH}${uid}`,
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, name: nameOf(accountId) }),
    }),
    clientBasedCORS: () => false,
    renderError,
  };
}

/** Seconds, where the sandbox has no setting of its own. */
const LIFETIMES = {
  AuthorizationCode: 300,
  IdToken: 300,
  Interaction: 600,
  Session: 86_400,
  Grant: 30 * 86_400,
  RefreshToken: 30 * 86_400,
};

const ROUTES = {
  authorization: "/connect/authorize",
  token: "/connect/token",
  userinfo: "/connect/userinfo",
  revocation: "/connect/revocation",
  jwks: "/.well-known/jwks",
} as const;

function serviceAccountClient({
  clientId,
  clientSecret,
  scopes,
}: SandboxFacts["clients"]["serviceAccount"]) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    // The provider takes the secret in the form or in the header (RFC 6749, section 2.3.1).
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
    scope: scopes.join(" "),
  };
}

function userPresentClient({
  clientId,
  clientSecret,
  scopes,
  redirectUris,
}: SandboxFacts["clients"]["userPresent"]) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: "client_secret_post",
    // RFC 8252, section 7: custom schemes, and any port on a loopback literal.
    application_type: "native",
    grant_types: ["authorization_code", "implicit", "refresh_token"],
    response_types: ["code", "code id_token"],
    redirect_uris: redirectUris,
    scope: scopes.join(" "),
  };
}

function createKey(): Readonly<Record<string, unknown>> {
  // 2048 bits of RSA take up to a second to find; P-256 takes a millisecond. RS256 is what
  // every client understands (OpenID Connect Core, section 15.1), so it stays RSA.
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const id = randomBytes(8).toString("hex");
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: id };
}

interface ErrorFacts {
  readonly error: string;
  readonly error_description?: string;
}

function renderError(
  context: { set: (headers: object) => void; body: unknown },
  { error, error_description: description = "" }: ErrorFacts,
): void {
  context.set(PAGE_HEADERS);
  context.body = errorPage(error, description);
}
