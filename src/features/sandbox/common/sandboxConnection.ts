import {
  CONSENT_END_CLAIM,
  type SandboxClient,
  type SandboxFacts,
  type SandboxUserClient,
} from "../messages/sandboxMessages";
import {
  type Connection,
  type IssuedConnection,
  SANDBOX_CONNECTION_ID,
} from "../../../platform/base/connection";
import type { SandboxAccess } from "../../connections/common/sandboxAccess";
import { isLoopbackLiteral } from "../../../platform/http/origin";

interface SandboxIssue {
  readonly facts: SandboxFacts;
  readonly chosen: SandboxAccess;
  readonly label: string;
  /** `vscode.env.uriScheme`: this editor's own addresses begin with it. */
  readonly uriScheme: string;
}

/**
 * Where the explorer looks for results unless told otherwise. Not taken from the sandbox: a
 * real service does not say it either.
 */
const RESULTS_PREFIX = "/profiling/v1";

/** The sandbox's connection: addresses and credentials from its program, the rest as chosen. */
export function issueSandbox({ facts, chosen, label, uriScheme }: SandboxIssue): IssuedConnection {
  const { access, callback } = chosen;
  const { clientId, clientSecret, scopes } = clientFor(facts, chosen);
  const connection: Connection = {
    id: SANDBOX_CONNECTION_ID,
    label,
    environment: "sandbox",
    baseUrl: facts.baseUrl,
    authUrl: facts.authUrl,
    prefixes: { ...facts.prefixes, profiling: RESULTS_PREFIX },
    accessModel: access === "userPresentHybrid" ? "userPresent" : access,
    clientId,
    clientAuthentication: "post",
    scopes,
    tokenParameters: [],
    callbackUrl:
      access === "serviceAccount"
        ? ""
        : callbackUrl(userClient(facts.clients, access).redirectUris, callback, uriScheme),
    responseType: access === "userPresentHybrid" ? "code id_token" : "code",
    proofKey: "auto",
    consentEndClaim: access === "delegation" ? CONSENT_END_CLAIM : "",
    pageSize: undefined,
    colour: undefined,
    networking: "own",
    authenticationStatuses: [],
  };
  return {
    connection,
    secrets: { subscriptionKey: facts.subscriptionKeys.development, clientSecret },
  };
}

function clientFor({ clients }: SandboxFacts, { access }: SandboxAccess): SandboxClient {
  return access === "serviceAccount" ? clients.serviceAccount : userClient(clients, access);
}

function userClient(
  { userPresent, delegation }: SandboxFacts["clients"],
  access: SandboxAccess["access"],
): SandboxUserClient {
  return access === "delegation" ? delegation : userPresent;
}

/** The registered address of the wanted kind; the first one that there is otherwise. */
function callbackUrl(
  registered: readonly string[],
  wanted: SandboxAccess["callback"],
  uriScheme: string,
): string {
  const isOf: Readonly<Record<SandboxAccess["callback"], (address: URL) => boolean>> = {
    editor: ({ protocol }) => protocol === `${uriScheme}:`,
    loopback: ({ protocol, hostname }) => protocol === "http:" && isLoopbackLiteral(hostname),
    // Another editor's address is not opened here either.
    paste: ({ protocol }) => protocol === "https:",
  };
  const other = registered.find((address) => {
    const url = URL.parse(address);
    return url !== null && !isOf.editor(url) && !isOf.loopback(url);
  });
  const found = registered.find((address) => {
    const url = URL.parse(address);
    return url !== null && isOf[wanted](url);
  });
  return found ?? (wanted === "paste" ? other : undefined) ?? registered[0] ?? "";
}
