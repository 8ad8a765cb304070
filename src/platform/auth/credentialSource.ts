import type { ConnectionSecrets } from "../base/connection";
import type { CredentialSource } from "../http/transport";
import { untilAborted } from "../base/scope";
import type { Redactor } from "../base/redactor";
import { requireSubscriptionKey } from "./binding";
import type { TokenManager } from "./tokenManager";

export interface CredentialSourceOptions {
  readonly tokenManager: TokenManager;
  readonly secrets: () => Promise<ConnectionSecrets>;
}

/** Joins key and token of one call; secrets are asked for at each use and never kept. */
export function createCredentialSource(options: CredentialSourceOptions): CredentialSource {
  const { tokenManager } = options;
  return {
    current: async (signal) => {
      const secrets = await readSecrets(options, signal);
      const token = await tokenManager.token(secrets, signal);
      return { subscriptionKey: secrets.subscriptionKey, token };
    },
    renew: async (refused, signal) => {
      const secrets = await readSecrets(options, signal);
      const token = await tokenManager.renew(secrets, refused.token, signal);
      return token === undefined ? undefined : { subscriptionKey: secrets.subscriptionKey, token };
    },
    drop: (refused) => tokenManager.drop(refused.token),
  };
}

/** The same secrets, known to the redaction before anybody gets them. */
export function redactedSecrets(
  secrets: () => Promise<ConnectionSecrets>,
  redactor: Pick<Redactor, "add">,
): () => Promise<ConnectionSecrets> {
  return async () => {
    const found = await secrets();
    redactor.add(found.subscriptionKey);
    redactor.add(found.clientSecret);
    return found;
  };
}

/** The secrets in force, checked. */
export async function readSecrets(
  { secrets }: Pick<CredentialSourceOptions, "secrets">,
  signal?: AbortSignal,
): Promise<ConnectionSecrets> {
  const found = await untilAborted(secrets(), signal);
  requireSubscriptionKey(found);
  return found;
}
