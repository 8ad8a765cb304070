import type { ConnectionSecrets } from "../base/connection";
import type { CallCredentials, CredentialSource } from "../http/transport";
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
  const call = async (
    signal: AbortSignal,
    tokenFor: (secrets: ConnectionSecrets) => Promise<string>,
  ): Promise<CallCredentials> => {
    const secrets = await readSecrets(options, signal);
    const token = await tokenFor(secrets);
    return { subscriptionKey: secrets.subscriptionKey, token };
  };
  return {
    current: (signal) => call(signal, (secrets) => tokenManager.token(secrets, signal)),
    renew: (refused, signal) =>
      call(signal, (secrets) => tokenManager.renew(secrets, refused.token, signal)),
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
