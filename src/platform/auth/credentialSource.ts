import type { ConnectionSecrets, SecretsSource, SecretsUse } from "../base/connection";
import type { CredentialSource } from "../http/transport";
import { untilAborted } from "../base/scope";
import type { Redactor } from "../base/redactor";
import { requireSubscriptionKey } from "./binding";
import type { TokenManager } from "./tokenManager";

export interface CredentialSourceOptions {
  readonly tokenManager: TokenManager;
  readonly secrets: SecretsSource;
}

/** Joins key and token of one call; nothing secret is kept here. */
export function createCredentialSource(options: CredentialSourceOptions): CredentialSource {
  const { tokenManager } = options;
  return {
    current: async (signal, { mayBeKept }) => {
      // A token that has to be got is asked for with the secrets of now.
      const use = { mayBeKept: mayBeKept && tokenManager.hasFreshToken };
      const secrets = await readSecrets(options, signal, use);
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
  secrets: SecretsSource,
  redactor: Pick<Redactor, "add">,
): SecretsSource {
  return async (use) => {
    const found = await secrets(use);
    redactor.add(found.subscriptionKey);
    redactor.add(found.clientSecret);
    return found;
  };
}

/** The secrets in force, checked. */
export async function readSecrets(
  { secrets }: Pick<CredentialSourceOptions, "secrets">,
  signal?: AbortSignal,
  use?: SecretsUse,
): Promise<ConnectionSecrets> {
  const found = await untilAborted(secrets(use), signal);
  requireSubscriptionKey(found);
  return found;
}
