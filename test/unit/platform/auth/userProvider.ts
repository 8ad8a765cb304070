import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { bindingOf } from "../../../../src/platform/auth/binding";
import type { TokenRecord } from "../../../../src/platform/auth/tokenRecord";
import type { Connection, ConnectionSecrets } from "../../../../src/platform/base/connection";
import { createStorage } from "../../../../src/features/sandbox/server/identity/storage";
import { CLIENT_SECRET } from "../http/support/bench";

export const SCOPES = ["openid", "crm.read", "offline_access"];
const CLIENT_ID = "acme-app";
const REDIRECT = "https://app.example/callback";
const MOUNT = "/identity";
const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

/** What a sign-in brought, as it came. */
export interface Signed {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly issuer: string;
  readonly subject: string;
}

/** Stands before the provider's token endpoint; `pass` lets it handle the request. */
export type TokenGate = (pass: () => Promise<void>, response: ServerResponse) => Promise<void>;

export interface UserProvider {
  readonly origin: string;
  /** Renewals that were asked for: requests to the token endpoint but those of `signIn`. */
  readonly refreshes: number;
  /** Path of every request. */
  readonly paths: string[];
  /** Stands before the token endpoint as long as it is set. */
  gate: TokenGate | undefined;
  /** The whole way of a person: authorise, consent, code, tokens. */
  signIn(accountId: string): Promise<Signed>;
  /** Whether the provider still knows a token. */
  knows(signed: Pick<Signed, "accessToken">): Promise<boolean>;
  close(): Promise<void>;
}

export interface UserProviderOptions {
  readonly rotate?: boolean;
  readonly discovery?: boolean;
  /** Claims of each ID token beside the standard's. */
  readonly claims?: () => Readonly<Record<string, unknown>>;
}

/** A real OpenID provider with people, refresh tokens and reuse detection. */
export async function startUserProvider(options: UserProviderOptions = {}): Promise<UserProvider> {
  const paths: string[] = [];
  let refreshes = 0;
  const server = createServer((request, response) => void handle(request, response));
  server.on("connection", (socket) => socket.unref());
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(`${origin}${MOUNT}`, options);
  const callback = provider.callback();
  const result: UserProvider = {
    ...{ origin, paths, gate: undefined },
    get refreshes() {
      return refreshes;
    },
    signIn: (accountId) => signIn(origin, accountId),
    knows: async ({ accessToken }) => (await provider.AccessToken.find(accessToken)) !== undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return result;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "" } = request;
    paths.push(url);
    if (url.includes(".well-known/openid-configuration") && options.discovery === false) {
      response.writeHead(404).end();
    } else if (url.startsWith(`${MOUNT}/interaction/`)) {
      await consent(provider, request, response);
    } else {
      // oidc-provider learns its mount point from originalUrl, as connect and express set it.
      Object.assign(request, { originalUrl: url, url: url.slice(MOUNT.length) });
      const isRefresh = url.endsWith("/token") && request.headers["x-sign-in"] === undefined;
      refreshes += isRefresh ? 1 : 0;
      const { gate } = result;
      const pass = (): Promise<void> => callback(request, response);
      await (isRefresh && gate !== undefined ? gate(pass, response) : pass());
    }
  }
}

/** What the keeper would store of a sign-in made now. */
export function recordOf(
  signed: Signed,
  connection: Connection,
  secrets: ConnectionSecrets,
  change: Partial<TokenRecord> = {},
): TokenRecord {
  const { accessToken, refreshToken, issuer, subject } = signed;
  return {
    ...{ version: 3, binding: bindingOf(connection, secrets), accessToken, refreshToken },
    ...{ obtainedAt: Date.now(), expiresAt: Date.now() + 600_000, scopes: SCOPES },
    identity: { issuer, subject, claims: { sub: subject, iss: issuer } },
    ...change,
  };
}

/** What a connection to this provider differs in from the others of the tests. */
export const USER_CONNECTION = {
  ...{ accessModel: "userPresent", clientId: CLIENT_ID, scopes: SCOPES, callbackUrl: REDIRECT },
} as const satisfies Partial<Connection>;

function createProvider(issuer: string, { rotate = true, claims }: UserProviderOptions): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: [REDIRECT],
      },
    ],
    scopes: SCOPES,
    claims: { openid: ["sub", ...Object.keys(claims?.() ?? {})] },
    conformIdTokenClaims: false,
    adapter: createStorage(() => Date.now()),
    cookies: { keys: ["test"] },
    jwks: { keys: [{ ...KEY.export({ format: "jwk" }), use: "sig", kid: "test" }] },
    pkce: { required: () => false },
    rotateRefreshToken: rotate,
    ttl: {
      AccessToken: 600,
      RefreshToken: 86_400,
      IdToken: 3600,
      Session: 600,
      Interaction: 600,
      Grant: 86_400,
    },
    routes: {
      authorization: "/connect/authorize",
      token: "/connect/token",
      revocation: "/connect/revocation",
    },
    features: {
      revocation: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: false },
    },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `${MOUNT}/interaction/${uid}`,
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...claims?.() }),
    }),
  });
  provider.on("error", () => undefined);
  return provider;
}

/** The person of the login hint signs in and consents to everything. */
async function consent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params["login_hint"]);
  const grant = new provider.Grant({ accountId, clientId: CLIENT_ID });
  grant.addOIDCScope(SCOPES.join(" "));
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
}

async function signIn(origin: string, accountId: string): Promise<Signed> {
  const query = new URLSearchParams({
    ...{ client_id: CLIENT_ID, response_type: "code", scope: SCOPES.join(" ") },
    ...{ redirect_uri: REDIRECT, prompt: "consent", login_hint: accountId, state: "s" },
  });
  const code = await walk(`${origin}${MOUNT}/connect/authorize?${query.toString()}`);
  const body = new URLSearchParams({
    ...{ grant_type: "authorization_code", code, redirect_uri: REDIRECT },
    ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  });
  const answer = await fetch(`${origin}${MOUNT}/connect/token`, {
    ...{ method: "POST", body, headers: { "x-sign-in": "yes" } },
  });
  const tokens = (await answer.json()) as Record<string, string>;
  const claims = JSON.parse(
    Buffer.from(tokens["id_token"]?.split(".")[1] ?? "", "base64url").toString("utf8"),
  ) as { iss: string; sub: string };
  return {
    accessToken: tokens["access_token"] ?? "",
    refreshToken: tokens["refresh_token"] ?? "",
    ...{ issuer: claims.iss, subject: claims.sub },
  };
}

/** Follows the redirects as a browser does, to the code. */
async function walk(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  for (let url = start; ;) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=");
      cookies.set(name, value);
    }
    url = new URL(answer.headers.get("location") ?? "", url).href;
    if (url.startsWith(REDIRECT)) {
      return new URL(url).searchParams.get("code") ?? "";
    }
  }
}
