import * as vscode from "vscode";
import { AppError, isAppError } from "../../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { exactText } from "../common/payload";
import { demandIdentity, type PensionIdentity } from "../common/target";
import { payloadOfService, payloadTemplate } from "../common/template";
import {
  acceptedButUnreadable,
  isListed,
  type PensionKey,
  type PensionRecords,
  type SeenVersion,
} from "../common/writing/records";
import { openedReport, type OpenedUnread } from "../texts/openedReport";
import { isGone } from "../texts/recordWords";
import { ABSENT, UNREADABLE } from "../common/writing/readCurrent";
import { versionOf } from "../common/writing/version";
import type { ServiceClient } from "../../../platform/service/client";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { withProgress } from "../../../platform/vscode/progress";
import { waitWords } from "../../../platform/vscode/words";
import type { PensionArgument } from "../../../manifest";
import { clientName, type ClientNames } from "./clientName";
import { createPayload } from "./createPayload";
import { existingOrUntitled, findPayloadFiles } from "./payloadFiles";
import { askPensionId, checkClientId } from "./chooseTarget";
import type { PayloadTargets } from "./targets";
import { pensionWording } from "./wording";
import type { WritingServices } from "./writing/services";

export interface OpenServices extends ClientNames, Pick<WritingServices, "listedAt"> {
  readonly dialogs: Dialogs;
  readonly records: PensionRecords;
  readonly targets: PayloadTargets;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
  /** The clients that the tree has loaded, to choose from. */
  readonly loadedClients: (
    connectionId: string,
  ) => readonly { readonly clientId: string; readonly clientLabel: string }[];
  /** Text of the definition that a connection lives by, for templates. */
  readonly definition: (connectionId: string | undefined) => Promise<string>;
}

/** Begins a payload file for a pension whose id the user gives. */
export async function newPayload(services: OpenServices, argument: PensionArgument): Promise<void> {
  const title = vscode.l10n.t("New pension payload for {0}", clientName(services, argument));
  const pensionId = argument.pensionId ?? (await askPensionId(services.dialogs, title));
  if (pensionId !== undefined) {
    await openPayload(services, { ...argument, pensionId });
  }
}

/** Opens the payload file of a pension that is known, or of one whose id is typed. */
export async function pickPayload(
  services: OpenServices,
  argument: PensionArgument,
): Promise<void> {
  if (argument.pensionId !== undefined) {
    return openPayload(services, { ...argument, pensionId: argument.pensionId });
  }
  const files = await findPayloadFiles(argument.clientId);
  const records = services.records.of(argument.connectionId, argument.clientId);
  const known = records.filter((record) => !isGone(record));
  const ids = new Set([...files, ...known].map(({ pensionId }) => pensionId));
  const items = [...ids].map((pensionId) => ({
    label: services.privacy.masking.maskLabel(pensionId, "id"),
    pensionId,
    description: files.some((file) => file.pensionId === pensionId)
      ? vscode.l10n.t("payload file")
      : vscode.l10n.t("seen before"),
  }));
  const other = { label: vscode.l10n.t("Other pension id…"), description: "", pensionId: "" };
  const title = vscode.l10n.t("Pension payloads of {0}", clientName(services, argument));
  const picked = await services.dialogs.pick(title, [...items, other]);
  if (picked === other) {
    const pensionId = await askPensionId(services.dialogs, title);
    return pensionId === undefined ? undefined : openPayload(services, { ...argument, pensionId });
  }
  if (picked !== undefined) {
    await openPayload(services, { ...argument, pensionId: picked.pensionId });
  }
}

/**
 * Opens what exists: the payload file first, else the service's version where it can be
 * read, else a template.
 */
async function openPayload(
  services: OpenServices,
  argument: PensionArgument & PensionIdentity,
): Promise<void> {
  // Ids of the service become a path: anything but an id must not leave the folder.
  demandIdentity(argument);
  const uri = await existingOrUntitled(argument);
  const document =
    uri === undefined
      ? await beginPayload(services, argument)
      : await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
}

async function beginPayload(
  services: OpenServices,
  argument: PensionArgument & PensionIdentity,
): Promise<vscode.TextDocument> {
  const { clientId, pensionId } = argument;
  const found = await readPayloadOfService(services, argument);
  const text = found.text ?? payloadTemplate(await services.definition(argument.connectionId));
  const document = await createPayload(services, { clientId, pensionId }, text);
  // Only what lies in the payload is compared with: not where it was not made, or is another.
  if (found.shown !== undefined && isSameText(document.getText(), text)) {
    const { connectionId } = argument;
    await services.records.noteSeen({ connectionId, clientId, pensionId }, found.shown);
  }
  const report = found.unread && unreadReport(services, argument, found.unread);
  if (report !== undefined) {
    void services.dialogs.notify("information", report);
  }
  return document;
}

/** The editor gives all lines of a document one kind of end. */
function isSameText(one: string, other: string): boolean {
  const [lines, others] = [one, other].map((text) => text.replaceAll(/\r\n?/g, "\n"));
  return lines === others;
}

/** What a payload can begin with. */
interface PayloadOfService {
  /** What a read showed, else what a PUT did, or sent; undefined where nothing is known. */
  readonly text: string | undefined;
  /** What a read showed, for who makes the payload of it: until then nothing is compared with it. */
  readonly shown?: SeenVersion;
  /** Absent where the read showed it. */
  readonly unread?: UnreadPension;
}

type UnreadPension = Pick<OpenedUnread, "status" | "begunWith">;

/** The service's version as a payload, as far as it shows one. */
export async function readPayloadOfService(
  services: OpenServices,
  argument: PensionArgument & PensionIdentity,
): Promise<PayloadOfService> {
  const current = await readCurrent(services, argument);
  if (current.text === undefined) {
    return current;
  }
  const definition = await services.definition(argument.connectionId);
  return { ...current, text: payloadOfService(current.text, definition) };
}

/** The service's version; where a read shows none, what a PUT showed or sent. */
async function readCurrent(
  { client, records }: OpenServices,
  { connectionId, clientId, pensionId }: PensionArgument & PensionIdentity,
): Promise<PayloadOfService> {
  try {
    const reader = await client(connectionId);
    const action = reader.startAction(vscode.l10n.t("Read pension"));
    const call = { operationId: "getPension", path: { clientId, pensionId } } as const;
    const title = vscode.l10n.t("Reading pension {0}", pensionId);
    const answer = await withProgress(title, (signal, report) =>
      reader.send(call, { action, signal, onWait: (wait) => report(waitWords(wait)) }),
    );
    const text = exactText(answer);
    const version = versionOf(answer, text, { by: "read", clock: SYSTEM_CLOCK });
    // Another payload of it may be open: what that is compared with stays.
    await records.noteShown({ connectionId, clientId, pensionId });
    return { text, shown: version };
  } catch (error) {
    const status = isAppError(error) && error.kind === "service" ? error.status : undefined;
    // Anything else may go better next time: a template must not take the pension's place.
    if (status === undefined || !(ABSENT.has(status) || UNREADABLE.has(status))) {
      throw error;
    }
    await records.refresh();
    const taken = await takenVersion(records, { connectionId, clientId, pensionId });
    return { text: taken?.text, unread: { status, begunWith: taken } };
  }
}

/** What a PUT showed or sent of a pension that the service took, and that no read shows. */
async function takenVersion(
  records: PensionRecords,
  key: PensionKey,
): Promise<SeenVersion | undefined> {
  const { seen, before, write, ...proofs } = records.get(key) ?? {};
  const text =
    seen !== undefined && acceptedButUnreadable({ seenMetadata: seen, before, write, ...proofs })
      ? await records.text(seen)
      : undefined;
  return seen === undefined || text === undefined ? undefined : { ...seen, text };
}

/** What is known of a pension whose payload does not begin with what the service holds. */
function unreadReport(
  { records, listedAt, privacy }: Pick<OpenServices, "records" | "listedAt" | "privacy">,
  { connectionId, clientId, pensionId }: PensionArgument & PensionIdentity,
  unread: UnreadPension,
): string | undefined {
  const key = { connectionId, clientId, pensionId };
  const record = records.get(key);
  const known = { pensionId, record, isListed: isListed(record, listedAt(key)) };
  return openedReport({ ...known, ...unread }, pensionWording(privacy));
}

/** The client that a command without a node is meant for: of those loaded, or by its id. */
export async function askClient(
  { dialogs, loadedClients, privacy: { masking } }: OpenServices,
  connectionId: string,
): Promise<PensionArgument> {
  const items = loadedClients(connectionId).map((client) => ({
    label: masking.maskLabel(client.clientLabel, "person"),
    description: masking.maskLabel(client.clientId, "id"),
    client,
  }));
  const other = { label: vscode.l10n.t("Client by id…"), description: "", client: undefined };
  const title = vscode.l10n.t("Client of the pension");
  const picked = items.length === 0 ? other : await dialogs.pick(title, [...items, other]);
  if (picked?.client !== undefined) {
    return { connectionId, ...picked.client };
  }
  const clientId = picked === other ? await typeClientId(dialogs, title) : undefined;
  if (clientId === undefined) {
    throw new AppError("canceled", "canceled/byUser");
  }
  return { connectionId, clientId };
}

async function typeClientId(dialogs: Dialogs, title: string): Promise<string | undefined> {
  return dialogs.input({
    title,
    prompt: vscode.l10n.t("Client id, a UUID"),
    check: checkClientId,
  });
}
