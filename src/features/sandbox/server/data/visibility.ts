import type { ClientEntry, ClientRow } from "./clients";
import type { ClientList } from "./clientList";
import type { DataSet } from "./dataSet";

/** Which clients somebody may see; everything of a client goes with it. */
export type Visibility = (client: ClientRow) => boolean;

/** Of whoever sees every client. */
export const SEES_ALL: Visibility = () => true;

/** A data set as somebody sees it: what is not visible is not there. */
export function restrictTo(dataSet: DataSet, sees: Visibility): DataSet {
  if (sees === SEES_ALL) {
    return dataSet;
  }
  const { clients } = dataSet;
  return {
    ...dataSet,
    get clients() {
      return visibleIn(clients, sees);
    },
    client: (clientId) => {
      const client = dataSet.client(clientId);
      return client !== undefined && sees(client.row) ? client : undefined;
    },
  };
}

/** Lists are long and people few: which places somebody sees is found once. */
const KNOWN = new WeakMap<ClientList, WeakMap<Visibility, ClientList>>();

function visibleIn(clients: ClientList, sees: Visibility): ClientList {
  const lists = KNOWN.get(clients) ?? new WeakMap<Visibility, ClientList>();
  KNOWN.set(clients, lists);
  const list = lists.get(sees) ?? restrictList(clients, sees);
  lists.set(sees, list);
  return list;
}

/** So many clients are looked at at a time. */
const PIECE = 1000;

function restrictList(clients: ClientList, sees: Visibility): ClientList {
  const places: number[] = [];
  for (let from = 0; from < clients.length; from += PIECE) {
    clients.slice(from, from + PIECE).forEach(({ row }, at) => {
      if (sees(row)) {
        places.push(from + at);
      }
    });
  }
  const seen = Uint32Array.from(places);
  return {
    length: seen.length,
    slice: (from, to) =>
      Array.from(seen.subarray(from, to)).flatMap((place) => clients.slice(place, place + 1)),
    find: (clientId) => {
      const client: ClientEntry | undefined = clients.find(clientId);
      return client !== undefined && sees(client.row) ? client : undefined;
    },
  };
}
