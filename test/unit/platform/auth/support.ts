import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { generateKeyPairSync } from "node:crypto";
import { Provider } from "oidc-provider";
import { createStorage } from "../../../../src/features/sandbox/server/identity/storage";
import { CLIENT_SECRET } from "../http/support/bench";
import type { Seen, TestServer } from "../http/support/servers";

export interface ProviderOptions {
  readonly discovery: boolean;
  readonly clientAuthentication: "post" | "basic";
  /** What the API is called that access tokens are JWTs for; without it they are opaque. */
  readonly audience?: string;
}

const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const MOUNT = "/identity";

/** A real OpenID provider with one client, mounted as the service's own is. */
export async function startProvider(options: ProviderOptions): Promise<TestServer> {
  const seen: Seen[] = [];
  let handle = (_request: IncomingMessage, response: ServerResponse): Promise<void> | undefined =>
    void response.end();
  let connections = 0;
  const server = createServer((request, response) => {
    const { url = "", method = "" } = request;
    seen.push({ method, path: url, headers: request.headers, body: "" });
    if (url.includes(".well-known") && !options.discovery) {
      response.writeHead(404).end();
      return;
    }
    // oidc-provider learns its mount point from originalUrl, as connect and express set it.
    Object.assign(request, { originalUrl: url, url: url.slice(MOUNT.length) });
    void handle(request, response);
  });
  server.on("connection", (socket) => {
    connections++;
    socket.unref();
  });
  server.unref().listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  handle = createProvider(`${origin}${MOUNT}`, options).callback();
  return {
    origin,
    seen,
    open: new Set(),
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function createProvider(issuer: string, options: ProviderOptions): Provider {
  const { clientAuthentication, audience } = options;
  return new Provider(issuer, {
    clients: [
      {
        client_id: "acme-service",
        client_secret: CLIENT_SECRET,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
        scope: "crm.read finances.read",
        token_endpoint_auth_method: `client_secret_${clientAuthentication}`,
      },
    ],
    scopes: ["crm.read", "finances.read", "crm.write"],
    routes: { token: "/connect/token" },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      ...(audience !== undefined && { resourceIndicators: jwtsFor(audience) }),
    },
    ttl: { ClientCredentials: 600 },
    cookies: { keys: ["test"] },
    adapter: createStorage(() => Date.now()),
    jwks: { keys: [{ ...KEY.export({ format: "jwk" }), use: "sig", kid: "test" }] },
  });
}

/** The one resource server, whatever a request asks for: RFC 8707, and RFC 9068 for its tokens. */
function jwtsFor(audience: string): object {
  return {
    enabled: true,
    defaultResource: () => audience,
    getResourceServerInfo: () => ({
      ...{ audience, scope: "crm.read finances.read", accessTokenFormat: "jwt" },
      accessTokenTTL: 600,
    }),
  };
}
