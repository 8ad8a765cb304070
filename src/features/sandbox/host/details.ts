import type { SandboxClient, SandboxFacts, SandboxUserClient } from "../messages/sandboxMessages";

/**
 * What an integration under test needs to reach the sandbox, told as an operator tells it at
 * onboarding (specification, section 5.2): `Label: value` lines, all clients one after the other.
 */
export function describeSandbox(facts: SandboxFacts): string {
  const { baseUrl, authUrl, subscriptionKeys, clients, prefixes } = facts;
  return [
    "Financial Planning sandbox, valid until it stops",
    "",
    `Base URL: ${baseUrl}`,
    `Auth URL: ${authUrl}`,
    `Client records prefix: ${prefixes.crm}`,
    `Finances prefix: ${prefixes.finances}`,
    `Risk profiling prefix: ${prefixes.profiling}`,
    `Subscription key (development): ${subscriptionKeys.development}`,
    `Subscription key (production): ${subscriptionKeys.production}`,
    ...describeClient("Client credentials (service account)", clients.serviceAccount),
    ...describeUserClient("Authorisation code or hybrid (user present)", clients.userPresent),
    ...describeUserClient("Time-bound delegation", clients.delegation),
    "",
  ].join("\n");
}

function describeClient(flow: string, { clientId, clientSecret, scopes }: SandboxClient): string[] {
  return [
    "",
    `Flow: ${flow}`,
    `Client ID: ${clientId}`,
    `Client secret: ${clientSecret}`,
    `Scopes: ${scopes.join(" ")}`,
  ];
}

function describeUserClient(flow: string, client: SandboxUserClient): string[] {
  const callbacks = client.redirectUris.map((address) => `Callback URL: ${address}`);
  return [...describeClient(flow, client), ...callbacks];
}
