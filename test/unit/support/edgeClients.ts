import { cleanLabel } from "../../../src/features/lists/common/identify";
import { EDGE_CLIENTS } from "../../../src/features/sandbox/server/data/edge/edgeClients";
import type { EdgeKind } from "../../../src/features/sandbox/server/data/clients";

/** Path of a list of such a client, under the prefixes of the sandbox. */
export function edgePath(kind: EdgeKind, list: "holdings" | "results", query = ""): string {
  const prefix = list === "holdings" ? "/finances/v1" : "/profiling/v1";
  return `${prefix}/clients/${EDGE_CLIENTS[kind].clientId}/${list}${query}`;
}

/** What the tree and titles call such a client. */
export function edgeLabel(kind: EdgeKind): string {
  const { firstName, lastName } = EDGE_CLIENTS[kind];
  return cleanLabel(`${lastName}, ${firstName}`);
}
