import type { SandboxFacts } from "../shared/sandboxMessages";

/** What an integration under test needs to reach the sandbox, as lines of an environment file. */
export function describeSandbox(facts: SandboxFacts): string {
  const { clientId, clientSecret, scopes } = facts.clients.serviceAccount;
  return [
    `FP_BASE_URL=${facts.baseUrl}`,
    `FP_AUTH_URL=${facts.authUrl}`,
    `FP_SUBSCRIPTION_KEY_DEVELOPMENT=${facts.subscriptionKeys.development}`,
    `FP_SUBSCRIPTION_KEY_PRODUCTION=${facts.subscriptionKeys.production}`,
    `FP_CLIENT_ID=${clientId}`,
    `FP_CLIENT_SECRET=${clientSecret}`,
    `FP_SCOPES="${scopes.join(" ")}"`,
    "",
  ].join("\n");
}
