import { type ListEndpoint, listAddress } from "../common/endpoint";
import type { ListRules } from "../common/listRules";
import type { ServiceClient } from "../../../platform/service/client";
import type { ListView } from "../messages/listMessages";
import type { ListQuery } from "../messages/listQuery";

/**
 * Where the page of a query comes from. Before the connection was opened its base is not known,
 * and the path of the definition stands alone; so it does where a parameter does not fit.
 */
export function addressOf(
  client: ServiceClient | undefined,
  endpoint: ListEndpoint,
  query: ListQuery,
  rules?: ListRules,
): ListView["address"] {
  if (client !== undefined) {
    try {
      const { method, url } = listAddress(client, endpoint, query, rules);
      return { method, url };
    } catch {
      // The call itself says what is wrong with it.
    }
  }
  const path = endpoint.path.replace(
    /\{([^{}]+)\}/g,
    (place, name: string) => query.path[name] ?? place,
  );
  return { method: "GET", url: path };
}
