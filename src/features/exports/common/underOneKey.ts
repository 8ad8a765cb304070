import { AppError } from "../../../platform/base/errors";
import type { ServiceClient } from "../../../platform/service/client";

interface AskingClient {
  client(): Promise<ServiceClient>;
}

/**
 * The same source with clients of one key alone: another key can mean another environment, whose
 * rows are no part of what was begun. Throws `exports/keyChanged`.
 */
export function underOneKey<Source extends AskingClient>(source: Source): Source {
  let first: ServiceClient | undefined;
  const client = async (): Promise<ServiceClient> => {
    const opened = await source.client();
    first ??= opened;
    if (opened.keyFingerprint !== first.keyFingerprint) {
      throw new AppError("input", "exports/keyChanged");
    }
    return opened;
  };
  return { ...source, client };
}
