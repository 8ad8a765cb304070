import type { WantedClients } from "./dataSet";
import type { ClientsLine } from "./journalLines";
import { clientKey } from "./partitions";
import { type ClientsWalkOptions, ClientWalk } from "./walkClients";

/** The ids of the clients that are wanted, handed out one by one to whoever asks next. */
export interface ClientIds {
  /** Undefined behind the last one. Throws what a page of the list of clients throws. */
  next(): Promise<string | undefined>;
  /** How many there are, where that is known. */
  readonly claimed: number | undefined;
  /** What the pages of the list of clients have shown, where it was walked. */
  readonly facts: Omit<ClientsLine, "kind" | "at"> | undefined;
}

type WalkParts = Pick<ClientsWalkOptions, "client" | "title" | "signal" | "onWait">;

/** Begins with the first client. */
export function idsOf(wanted: WantedClients, parts: WalkParts): ClientIds {
  if ("ids" in wanted) {
    const ids = [...new Map(wanted.ids.map((id) => [clientKey(id), id])).values()];
    let given = 0;
    return { next: () => Promise.resolve(ids[given++]), claimed: ids.length, facts: undefined };
  }
  const typed = wanted.kind === "filtered" ? { typed: wanted.typed } : {};
  const { pageSize, rules } = wanted;
  const walk = new ClientWalk({ ...parts, ...typed, pageSize, rules });
  const clients = walk.clients();
  return {
    next: async () => {
      const { done, value } = await clients.next();
      return done === true ? undefined : value.clientId;
    },
    get claimed() {
      return wanted.kind === "all" ? walk.claimed : undefined;
    },
    get facts() {
      return walk.facts;
    },
  };
}
