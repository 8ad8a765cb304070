import type {
  SandboxClient,
  SandboxFacts,
  SandboxUserClient,
} from "../../messages/sandboxMessages";

type ClientMetadata = Readonly<Record<string, unknown>>;

/** The three applications as the provider registers them: one for each access model. */
export function registeredClients({
  serviceAccount,
  userPresent,
  delegation,
}: SandboxFacts["clients"]): readonly ClientMetadata[] {
  return [
    {
      ...anyClient(serviceAccount),
      client_name: "Sandbox service account",
      grant_types: ["client_credentials"],
      response_types: [],
      redirect_uris: [],
    },
    { ...userClient(userPresent), client_name: "Sandbox application" },
    { ...userClient(delegation), client_name: "Sandbox background work" },
  ];
}

function anyClient({ clientId, clientSecret, scopes }: SandboxClient): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    // The provider takes the secret in the form or in the header (RFC 6749, section 2.3.1).
    token_endpoint_auth_method: "client_secret_post",
    scope: scopes.join(" "),
  };
}

function userClient(client: SandboxUserClient): ClientMetadata {
  return {
    ...anyClient(client),
    // RFC 8252, section 7: custom schemes, and any port on a loopback literal.
    application_type: "native",
    grant_types: ["authorization_code", "implicit", "refresh_token"],
    response_types: ["code", "code id_token"],
    redirect_uris: client.redirectUris,
  };
}

/** What each scope means to the person who is asked; a scope without a sentence is not known. */
export const SCOPE_SENTENCES: Readonly<Record<string, string>> = {
  openid: "Know which user you are",
  profile: "Know your name",
  offline_access: "Go on when you are away",
  "crm.read": "Read the client records that you see",
  "finances.read": "Read holdings and pensions of these clients",
  "finances.write": "Write pensions of these clients",
  "profiling.read": "Read results of these clients",
};
