import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Provider, type ProviderContext } from "oidc-provider";
import { CONSENT_END_CLAIM, type SandboxFacts } from "../../messages/sandboxMessages";
import { SEES_ALL } from "../data/visibility";
import type { TokenGrant } from "../service/credentials";
import { registeredClients, SCOPE_SENTENCES } from "./clients";
import { errorPage } from "./errorPage";
import { handleInteraction, INTERACTION_PATH } from "./interaction";
import { pageHeaders } from "./pages";
import type { Person } from "./people";
import { createStorage } from "./storage";
import { applyVariants, rewriteAddress, type Variants } from "./variants";

/** `tokenLifetime`, `consentSeconds` and `people` may change while it runs. */
interface IdentityOptions extends Variants {
  readonly authUrl: string;
  readonly clients: SandboxFacts["clients"];
  /** Seconds. */
  readonly tokenLifetime: number;
  readonly refreshRotation: boolean;
  /** Seconds from the consent for a delegation to its end. */
  readonly consentSeconds: number;
  /** Whether ID tokens of a delegation say when it ends. */
  readonly consentClaim: boolean;
  /** Who can sign in. */
  readonly people: readonly Person[];
  readonly now: () => number;
}

interface Identity {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** What a token allows; undefined for one that is unknown, revoked, expired or overtaken. */
  checkToken(token: string): Promise<TokenGrant | undefined>;
}

/** Path of the issuer below {auth_url} (specification, section 5.3). */
const MOUNT = "/identity";

/** The identity provider: a real one, with clients, keys and people of its own. */
export function createIdentity(options: IdentityOptions): Identity {
  const provider = new Provider(`${options.authUrl}${MOUNT}`, configure(options));
  // Without a listener the provider's own failures would be printed.
  provider.on("error", () => undefined);
  applyVariants(provider, options);
  const callback = provider.callback();
  const delegationClientId = options.clients.delegation.clientId;
  const interaction = {
    provider,
    delegationClientId,
    consentSeconds: (clientId: string) =>
      clientId === delegationClientId ? options.consentSeconds : LIFETIMES.Grant,
    people: () => options.people,
    now: options.now,
  };
  return {
    handle: async (request, response) => {
      const url = request.url ?? "";
      if (url.startsWith(`${MOUNT}${INTERACTION_PATH}`)) {
        await handleInteraction(interaction, request, response);
        return;
      }
      const address = url.startsWith(`${MOUNT}/`)
        ? rewriteAddress(url.slice(MOUNT.length), ROUTES.authorization, options)
        : undefined;
      if (address === undefined) {
        response.writeHead(404, { "Content-Length": 0 }).end();
        return;
      }
      // The provider takes the difference between both for the path it is mounted at.
      Object.assign(request, { originalUrl: `${MOUNT}${address}`, url: address });
      await callback(request, response);
    },
    checkToken: (token) => checkToken(provider, options, token),
  };
}

async function checkToken(
  provider: Provider,
  { people }: IdentityOptions,
  token: string,
): Promise<TokenGrant | undefined> {
  const found = await provider.AccessToken.find(token);
  if (found === undefined) {
    const own = await provider.ClientCredentials.find(token);
    return own && { scopes: scopesOf(own.scope), sees: SEES_ALL };
  }
  // A consent may end before the tokens that came of it.
  const grant = await provider.Grant.find(found.grantId ?? "");
  // With other people some of those before are gone.
  const person = people.find(({ accountId }) => accountId === found.accountId);
  return grant && person && { scopes: scopesOf(found.scope), sees: person.sees };
}

function scopesOf(scope = ""): ReadonlySet<string> {
  return new Set(scope.split(" "));
}

function configure(options: IdentityOptions): Readonly<Record<string, unknown>> {
  const { clients, now, proofKey, refreshRotation } = options;
  return {
    adapter: createStorage(now),
    clients: registeredClients(clients),
    jwks: { keys: [createKey()] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    routes: ROUTES,
    scopes: Object.keys(SCOPE_SENTENCES),
    claims: { openid: ["sub", CONSENT_END_CLAIM], profile: ["name"] },
    responseTypes: ["code", "code id_token"],
    // An expired token is refused at once: both sides share one clock.
    clockTolerance: 0,
    ttl: {
      ...LIFETIMES,
      AccessToken: () => options.tokenLifetime,
      ClientCredentials: () => options.tokenLifetime,
      // The consent alone ends a delegation, however long it is.
      RefreshToken: () => Math.max(LIFETIMES.Grant, options.consentSeconds),
    },
    // The specification's example sends no code challenge.
    pkce: { required: () => proofKey === "required" },
    rotateRefreshToken: refreshRotation,
    features: {
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `${MOUNT}${INTERACTION_PATH}${uid}`,
    },
    findAccount: (context: ProviderContext, accountId: string) => ({
      accountId,
      claims: () => claimsOf(options, context, accountId),
    }),
    clientBasedCORS: () => false,
    renderError,
  };
}

function claimsOf(
  { consentClaim, clients, people }: IdentityOptions,
  { oidc }: ProviderContext,
  accountId: string,
): Readonly<Record<string, unknown>> {
  const grant = oidc?.entities.Grant;
  const saysEnd = consentClaim && grant?.clientId === clients.delegation.clientId;
  return {
    sub: accountId,
    name: people.find((person) => person.accountId === accountId)?.name ?? accountId,
    ...(saysEnd && { [CONSENT_END_CLAIM]: grant.exp }),
  };
}

/** Seconds, where the sandbox has no setting of its own. */
const LIFETIMES = {
  AuthorizationCode: 300,
  IdToken: 300,
  Interaction: 600,
  Session: 86_400,
  Grant: 30 * 86_400,
};

const ROUTES = {
  authorization: "/connect/authorize",
  token: "/connect/token",
  userinfo: "/connect/userinfo",
  revocation: "/connect/revocation",
  jwks: "/.well-known/jwks",
} as const;

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
  context: ProviderContext,
  { error, error_description: description = "" }: ErrorFacts,
): void {
  const { client } = context.oidc ?? {};
  const sent = (name: string): string | undefined => {
    const value = context.oidc?.params?.[name] ?? context.query[name];
    return typeof value === "string" ? value : undefined;
  };
  context.set(pageHeaders());
  context.body = errorPage({
    error,
    description,
    clientId: sent("client_id"),
    callback: sent("redirect_uri"),
    registered: client?.redirectUris,
  });
}
