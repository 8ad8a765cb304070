import * as openid from "openid-client";
import type {
  SandboxFacts,
  SandboxOptions,
} from "../../../src/features/sandbox/messages/sandboxMessages";

export interface Client {
  readonly model: keyof SandboxFacts["clients"];
  readonly authentication: "post" | "basic";
}

/** A way in which the answer to a sign-in comes back. */
export interface Response {
  readonly name: string;
  readonly isHybrid: boolean;
  readonly mode: "form_post" | undefined;
  readonly redirectUri: string;
}

const LOOPBACK = "http://127.0.0.1:50999/callback";
const EDITOR = "vscode://financial-planning-tools.financial-planning-api-explorer/callback";
const PAGE = "https://application.example/callback";

/** Only a page or a listener can take a fragment or a form. */
export const RESPONSES: readonly Response[] = [
  ...[LOOPBACK, EDITOR, PAGE].map((redirectUri) => {
    const [place = ""] = redirectUri.split(":");
    const mode = undefined;
    return { name: `code in the query of ${place}:`, isHybrid: false, mode, redirectUri };
  }),
  { name: "code by form", isHybrid: false, mode: "form_post", redirectUri: LOOPBACK },
  { name: "hybrid in the fragment", isHybrid: true, mode: undefined, redirectUri: LOOPBACK },
  { name: "hybrid, address pasted", isHybrid: true, mode: undefined, redirectUri: PAGE },
  { name: "hybrid by form", isHybrid: true, mode: "form_post", redirectUri: LOOPBACK },
];

export const CONSENT = "openid profile offline_access crm.read";

/** openid-client as a stranger sets it up: by discovery, or by the specification's addresses. */
export async function configure(
  facts: SandboxFacts,
  { model, authentication }: Client,
  { discovery }: SandboxOptions,
  isHybrid = false,
): Promise<openid.Configuration> {
  const { clientId, clientSecret } = facts.clients[model];
  const proveClient =
    authentication === "post"
      ? openid.ClientSecretPost(clientSecret)
      : openid.ClientSecretBasic(clientSecret);
  const issuer = `${facts.authUrl}/identity`;
  const metadata = { client_secret: clientSecret };
  const extensions: ((config: openid.Configuration) => void)[] = [
    // Marked as deprecated to make it stand out; the sandbox has no certificate.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    openid.allowInsecureRequests,
    ...(isHybrid ? [openid.useCodeIdTokenResponseType] : []),
  ];
  if (discovery === true) {
    const options = { execute: extensions };
    return openid.discovery(new URL(issuer), clientId, metadata, proveClient, options);
  }
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    revocation_endpoint: `${issuer}/connect/revocation`,
    jwks_uri: `${issuer}/.well-known/jwks`,
  };
  const config = new openid.Configuration(server, clientId, metadata, proveClient);
  extensions.forEach((extend) => extend(config));
  return config;
}

export interface Proof {
  readonly challenge: Readonly<Record<string, string>>;
  readonly verifier: string | undefined;
}

/** What PKCE adds to a sign-in; nothing where it is not used. */
export async function proofOf(used: boolean): Promise<Proof> {
  if (!used) {
    return { challenge: {}, verifier: undefined };
  }
  const verifier = openid.randomPKCECodeVerifier();
  const challenge = {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  return { challenge, verifier };
}
