import type { Connection, ConnectionSecrets } from "../../../platform/base/connection";
import { newConnectionId } from "../common/connectionRecord";
import { AppError } from "../../../platform/base/errors";
import type { Network } from "../../../platform/service/network";
import type { ServiceClient } from "../../../platform/service/client";
import type { TemporarySecrets } from "./setup/services";
import { storedSupply, type SupplyParts } from "./sources";

export interface TemporaryClientOptions extends SupplyParts {
  readonly network: (connectionId?: string) => Promise<Network>;
  readonly isTrusted: () => boolean;
}

/**
 * A client for one test of a connection that is not stored as it is. It has the pasted secrets,
 * else those that were entered for the stored one, as far as they are bound to the same origins,
 * and a token of its own, which goes with it.
 */
export async function openTemporaryClient(
  options: TemporaryClientOptions,
  connection: Connection,
  { of, pasted }: TemporarySecrets,
): Promise<{ readonly client: ServiceClient; readonly close: () => Promise<void> }> {
  // No secret of the user's leaves for a folder that nobody vouched for.
  if (!options.isTrusted()) {
    throw new AppError("refused", "refused/untrusted");
  }
  const passing = { ...connection, id: newConnectionId() };
  const stored = { ...connection, id: of ?? passing.id };
  const supply = storedSupply(stored, options, () => undefined);
  const secrets = async (): Promise<ConnectionSecrets> => {
    const known = { ...(await options.entered.read(stored)), ...pasted };
    const { subscriptionKey, clientSecret = "" } = known;
    // What is missing or lost is said by whoever knows which.
    return subscriptionKey === undefined ? supply.secrets() : { subscriptionKey, clientSecret };
  };
  const network = await options.network(of);
  const onSession = (): void => undefined;
  const hasPasted = Object.keys(pasted).length > 0;
  const client = network.open({
    ...{ connection: passing, follows: of, onSession },
    secrets: hasPasted ? secrets : supply.secrets,
  });
  return {
    client,
    close: async () => {
      await client.signOut();
      await client.dispose();
    },
  };
}
