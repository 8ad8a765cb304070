import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { createStorage } from "../../../../src/features/sandbox/server/identity/storage";
import { CLIENT_SECRET } from "../http/support/bench";
import type { Seen, TestServer } from "../http/support/servers";

export interface SignInProviderOptions {
  readonly discovery: boolean;
  /** As IdentityServer 3: the challenge is ignored, a code that comes with a verifier refused. */
  readonly knowsNoProofKey?: boolean;
  /** Where keys are served; IdentityServer 4 has them below the document. */
  readonly keys?: string;
}

/** What a person's browser ends up with: an address, or a page that posts a form there. */
export interface Arrival {
  readonly url: string;
  /** Of a form post, encoded. */
  readonly form: string | undefined;
}

export const APP_ID = "acme-app";
export const LOOPBACK = "http://127.0.0.1:49152/callback";
export const EDITOR = "vscode://acme.explorer/callback";

const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const MOUNT = "/identity";
const SCOPES = ["openid", "profile", "crm.read", "offline_access"];

/** A real OpenID provider where a person can sign in; mounted as the service's own is. */
export async function startSignInProvider(options: SignInProviderOptions): Promise<TestServer> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer((request, response) => void handle(request, response));
  server.on("connection", (socket) => {
    connections++;
    socket.unref();
  });
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(`${origin}${MOUNT}`, options);
  const callback = provider.callback();
  return {
    ...{ origin, seen, open: new Set(), connections: () => connections },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "", method = "", headers } = request;
    const entry = { method, path: url, headers, body: "" };
    seen.push(entry);
    if (url.endsWith("/.well-known/openid-configuration") && !options.discovery) {
      response.writeHead(404).end();
    } else if (url.startsWith(`${MOUNT}/interaction/`)) {
      await consent(provider, request, response);
    } else {
      // oidc-provider learns its mount point from originalUrl, as connect and express set it.
      const asked = options.knowsNoProofKey === true ? withoutChallenge(url) : url;
      Object.assign(request, { originalUrl: asked, url: asked.slice(MOUNT.length) });
      await callback(request, response);
    }
  }
}

/** Follows the authorise address as a browser with a willing person does, to the callback. */
export async function walk(start: string, redirectUri: string): Promise<Arrival> {
  const cookies = new Map<string, string>();
  for (let url = start, hops = 0; hops < 12; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    const page = await answer.text();
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) {
      return { url, form: formOf(page) };
    }
    url = new URL(location, url).href;
    if (url.startsWith(redirectUri)) {
      return { url, form: undefined };
    }
  }
  throw new Error("the browser went round in circles");
}

/** What the page of a form post would send. */
function formOf(page: string): string | undefined {
  const inputs = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const pairs = inputs.map(([, name = "", value = ""]): [string, string] => [name, value]);
  return pairs.length === 0 ? undefined : new URLSearchParams(pairs).toString();
}

function createProvider(
  issuer: string,
  { keys = "/.well-known/jwks" }: SignInProviderOptions,
): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: APP_ID,
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: "client_secret_post",
        application_type: "native",
        grant_types: ["authorization_code", "implicit", "refresh_token"],
        response_types: ["code", "code id_token"],
        redirect_uris: [LOOPBACK, "http://127.0.0.1/callback", EDITOR],
      },
    ],
    scopes: SCOPES,
    claims: { openid: ["sub"], profile: ["name"] },
    responseTypes: ["code", "code id_token"],
    adapter: createStorage(() => Date.now()),
    cookies: { keys: ["test"] },
    jwks: { keys: [{ ...KEY.export({ format: "jwk" }), use: "sig", kid: "test" }] },
    pkce: { required: () => false },
    ttl: {
      ...{ AccessToken: 600, RefreshToken: 86_400, IdToken: 300, Session: 600 },
      ...{ Interaction: 600, Grant: 86_400, AuthorizationCode: 300 },
    },
    routes: { authorization: "/connect/authorize", token: "/connect/token", jwks: keys },
    features: { devInteractions: { enabled: false } },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `${MOUNT}/interaction/${uid}`,
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, name: "Alex Morgan" }),
    }),
  });
  provider.on("error", () => undefined);
  return provider;
}

/** The challenge is dropped on the way in, so that a verifier later belongs to no code. */
function withoutChallenge(url: string): string {
  return url.replace(/&code_challenge(_method)?=[^&]*/g, "");
}

async function consent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = "adviser-1";
  const grant = new provider.Grant({ accountId, clientId: APP_ID });
  grant.addOIDCScope(String(params["scope"]));
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
}
