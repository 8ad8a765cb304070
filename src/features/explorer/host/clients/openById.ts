import { l10n } from "vscode";
import { pastedUuid } from "../../common/pastedId";
import type { NamedClient } from "../../../lists/common/clientSearch";
import { identifyRow } from "../../../lists/common/identify";
import { withProgress } from "../../../../platform/vscode/progress";
import { waitWords } from "../../../../platform/vscode/words";
import type { ClientsServices } from "./services";
import { PLATFORM_REFUSALS, refusal } from "../../../../platform/texts/refusals";
import { localizer } from "../../../../platform/vscode/translate";

/** Asks for an id unless there is one, has the service prove it, and shows the client. */
export async function openById(
  services: ClientsServices,
  connectionId: string,
  given: string | undefined,
): Promise<void> {
  const clientId = given ?? (await askForId(services));
  if (clientId !== undefined) {
    const client = await readClient(services, connectionId, clientId);
    services.tree.addOpened(connectionId, client);
    await showClient(services, connectionId, client);
  }
}

async function askForId({ dialogs }: ClientsServices): Promise<string | undefined> {
  const typed = await dialogs.input({
    title: l10n.t("Open client by id"),
    prompt: l10n.t("Id of the client, a UUID"),
    placeHolder: "00000000-0000-0000-0000-000000000000",
    check: (text) =>
      pastedUuid(text) === undefined ? refusal(PLATFORM_REFUSALS.clientId, localizer) : undefined,
  });
  return typed === undefined ? undefined : pastedUuid(typed);
}

/** How the client is called; throws as the service answers. */
async function readClient(
  { client }: ClientsServices,
  connectionId: string,
  clientId: string,
): Promise<NamedClient> {
  const service = await client(connectionId);
  const action = service.startAction(l10n.t("Client record"));
  const call = { operationId: "getClient", path: { clientId } } as const;
  const answer = await withProgress(l10n.t("Loading the client record"), (signal, report) =>
    service.send(call, { action, signal, onWait: (wait) => report(waitWords(wait)) }),
  );
  const { label, description } = identifyRow(answer.text, await answer.index(), "client");
  return {
    clientId,
    label: label?.value ?? clientId,
    ...(description === undefined ? {} : { description: description.value }),
  };
}

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
