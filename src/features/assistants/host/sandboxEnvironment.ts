import type { SandboxFacts } from "../../sandbox/messages/sandboxMessages";
import type { DataMode } from "../common/toolServices";

/** What the MCP server is told of the sandbox of a window, whose credentials end with it. */
export function sandboxEnvironment(
  { baseUrl, authUrl, subscriptionKeys, clients }: SandboxFacts,
  { mode, key }: { readonly mode: DataMode; readonly key: Uint8Array },
): Record<string, string> {
  const { clientId, clientSecret, scopes } = clients.serviceAccount;
  return {
    FP_NAME: "Sandbox",
    FP_ENVIRONMENT: "sandbox",
    FP_BASE_URL: baseUrl,
    FP_AUTH_URL: authUrl,
    FP_CLIENT_ID: clientId,
    FP_CLIENT_SECRET: clientSecret,
    FP_SUBSCRIPTION_KEY: subscriptionKeys.development,
    FP_SCOPES: scopes.join(" "),
    FP_DATA: mode === "asItIs" ? "as-it-is" : "masked",
    // The pseudonyms are those of the window.
    FP_MASKING_KEY: Buffer.from(key).toString("base64"),
    // In desktop editors this runs a program as Node does.
    ELECTRON_RUN_AS_NODE: "1",
  };
}
