import type { NamedClient } from "../../../lists/common/clientSearch";
import type { ClientsServices } from "./services";

/** Selects a client in the tree, opened, so that its lists are one key away. */
export async function showClient(
  { tree, kept, reveal }: ClientsServices,
  connectionId: string,
  client: NamedClient,
): Promise<void> {
  let node = await tree.clientNode(connectionId, client.clientId);
  if (node === undefined) {
    // Kept from before: no page that is loaded now has it.
    tree.addOpened(connectionId, client);
    node = await tree.clientNode(connectionId, client.clientId);
  }
  if (node !== undefined) {
    await reveal(node);
  }
  await kept.noteOpened(connectionId, client);
}
