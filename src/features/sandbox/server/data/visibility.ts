import type { ClientRow } from "./clients";
import type { DataSet } from "./dataSet";

/** Which clients somebody may see; everything of a client goes with it. */
export type Visibility = (client: ClientRow) => boolean;

/** A data set as somebody sees it: what is not visible is not there. */
export function restrictTo(dataSet: DataSet, sees: Visibility): DataSet {
  return {
    ...dataSet,
    clients: dataSet.clients.filter(sees),
    client: (clientId) => {
      const client = dataSet.client(clientId);
      return client !== undefined && sees(client.row) ? client : undefined;
    },
  };
}
