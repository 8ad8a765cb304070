import type { Connection } from "../core/connection";
import { newConnectionId } from "../core/connections/connectionRecord";
import { AppError } from "../core/errors";
import type { Network } from "../core/network";
import type { ServiceClient } from "../core/service/client";
import { storedSupply, type SupplyParts } from "./sources";

export interface PassingOptions extends SupplyParts {
  readonly network: () => Promise<Network>;
  readonly isTrusted: () => boolean;
}

/**
 * A client for one test of a connection that is not stored as it is. It has the secrets that
 * were entered for the stored one, as far as they are bound to the same origins, and a token of
 * its own, which goes with it.
 */
export async function openPassing(
  options: PassingOptions,
  connection: Connection,
  secretsOf: string | undefined,
): Promise<{ readonly client: ServiceClient; readonly close: () => Promise<void> }> {
  // No secret of the user's leaves for a folder that nobody vouched for.
  if (!options.isTrusted()) {
    throw new AppError("refused", "refused/untrusted");
  }
  const passing = { ...connection, id: newConnectionId() };
  const { secrets } = storedSupply(
    { ...connection, id: secretsOf ?? passing.id },
    options,
    () => undefined,
  );
  const network = await options.network();
  const onSession = (): void => undefined;
  const client = network.open({ connection: passing, secrets, onSession });
  return {
    client,
    close: async () => {
      await client.signOut();
      await client.dispose();
    },
  };
}
