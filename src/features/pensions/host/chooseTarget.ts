import * as vscode from "vscode";
import { isClientId, isPensionId, type PayloadTarget } from "../common/target";
import { isGone } from "../texts/recordWords";
import type { PensionKey, PensionRecords } from "../common/writing/records";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { BACK, type Back } from "../../../platform/vscode/stepDialogs";
import type { ClientNames } from "./clientName";
import { findPayloadFiles } from "./payloadFiles";
import { type ConnectionNames, targetConnection } from "./targetConnection";
import type { PayloadTargets } from "./targets";
import { type Refusal, refusal } from "../../../platform/texts/refusals";
import { PENSION_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

export interface TargetServices extends ClientNames, ConnectionNames {
  readonly dialogs: Dialogs;
  readonly targets: PayloadTargets;
  readonly records: Pick<PensionRecords, "of">;
  /** The clients that the tree has loaded, to choose from. */
  readonly loadedClients: (
    connectionId: string,
  ) => readonly { readonly clientId: string; readonly clientLabel: string }[];
}

/** What is chosen so far; what the target was before stands in the boxes. */
type Draft = Partial<PayloadTarget>;
type Answer = Draft | Back | undefined;

interface Asking {
  readonly services: TargetServices;
  readonly draft: Draft;
  readonly now: PayloadTarget | undefined;
}

const STEPS: readonly ((asking: Asking) => Promise<Answer>)[] = [
  askConnection,
  askClientId,
  askPension,
];

/**
 * Where a payload goes: the known target, or one that the user is asked for and that is then
 * remembered. One that is bound to a connection that is gone is asked for anew.
 * @param through what a known target goes through that is bound to no connection; else the one in use
 */
export async function demandTarget(
  services: TargetServices,
  uri: vscode.Uri,
  through?: string,
): Promise<PensionKey | undefined> {
  const known = services.targets.of(uri);
  const isThere = known !== undefined && targetConnection(services, known) !== undefined;
  const target = isThere
    ? { ...known, connectionId: known.connectionId ?? through }
    : await chooseTarget(services, uri);
  return (
    target && { ...target, connectionId: target.connectionId ?? services.defaultConnection().id }
  );
}

/** Asks for connection, client and pension; a refusal leaves all as it was. */
export async function chooseTarget(
  services: TargetServices,
  uri: vscode.Uri,
): Promise<PayloadTarget | undefined> {
  const now = services.targets.of(uri);
  let draft: Draft = {};
  for (let step = 0; step < STEPS.length;) {
    const answer = await STEPS[step]?.({ services, draft, now });
    if (answer === undefined) {
      return undefined;
    }
    step += answer === BACK ? -1 : 1;
    draft = answer === BACK ? draft : { ...draft, ...answer };
  }
  const { connectionId, clientId = "", pensionId = "" } = draft;
  const target = { clientId, pensionId, ...(connectionId !== undefined && { connectionId }) };
  await services.targets.remember(uri, target);
  return target;
}

async function askConnection({ services, now }: Asking): Promise<Answer> {
  const { defaultConnection, connections, dialogs } = services;
  const inUse = {
    label: vscode.l10n.t("Connection in use (now {0})", defaultConnection().name),
    description: vscode.l10n.t("whichever it is when the payload is sent"),
    connectionId: undefined,
  };
  const fixed = connections().map(({ id, name }) => ({
    label: name,
    description: vscode.l10n.t("always this one"),
    connectionId: id,
  }));
  const isGone = now !== undefined && targetConnection(services, now) === undefined;
  const picked = await dialogs.choiceStep({
    title: vscode.l10n.t("Connection of the payload (1 of 3)"),
    placeHolder: isGone
      ? vscode.l10n.t("The connection of this payload no longer exists. Choose another one.")
      : vscode.l10n.t("Where the payload goes"),
    canGoBack: false,
    items: [inUse, ...fixed],
  });
  return picked === undefined || picked === BACK ? picked : { connectionId: picked.connectionId };
}

async function askClientId({ services, draft, now }: Asking): Promise<Answer> {
  const { masking } = services.privacy;
  const title = vscode.l10n.t("Client of the payload (2 of 3)");
  const loaded = services.loadedClients(connectionOf(services, draft));
  const items = loaded.map(({ clientId, clientLabel }) => ({
    label: masking.maskLabel(clientLabel, "person"),
    description: masking.maskLabel(clientId, "id"),
    value: clientId,
  }));
  const other = { label: vscode.l10n.t("Client by id…"), description: "", value: undefined };
  const clientId = await askValue(services.dialogs, {
    ...{ title, items, other },
    prompt: vscode.l10n.t("Client id, a UUID"),
    value: draft.clientId ?? now?.clientId,
    check: checkClientId,
  });
  return clientId === undefined || clientId === BACK ? clientId : { clientId };
}

async function askPension({ services, draft, now }: Asking): Promise<Answer> {
  const { clientId = "" } = draft;
  const title = vscode.l10n.t("Pension of the payload (3 of 3)");
  const files = await findPayloadFiles(clientId);
  const records = services.records.of(connectionOf(services, draft), clientId);
  const seen = records.filter((record) => !isGone(record));
  const ids = [...new Set([...files, ...seen].map(({ pensionId }) => pensionId))];
  const items = ids.map((pensionId) => ({
    label: services.privacy.masking.maskLabel(pensionId, "id"),
    description: files.some((file) => file.pensionId === pensionId)
      ? vscode.l10n.t("payload file")
      : vscode.l10n.t("seen before"),
    value: pensionId,
  }));
  const other = { label: vscode.l10n.t("Other pension id…"), description: "", value: undefined };
  const pensionId = await askValue(services.dialogs, {
    ...{ title, items, other },
    prompt: vscode.l10n.t("Pension id"),
    value: draft.pensionId ?? now?.pensionId,
    check: checkPensionId,
  });
  return pensionId === undefined || pensionId === BACK ? pensionId : { pensionId };
}

interface ValueItem extends vscode.QuickPickItem {
  readonly value: string | undefined;
}

interface ValueQuestion {
  readonly title: string;
  readonly items: readonly ValueItem[];
  /** Leads to a box to type in. */
  readonly other: ValueItem;
  readonly prompt: string;
  readonly value: string | undefined;
  readonly check: (text: string) => Refusal | undefined;
}

/** One of the known values, or another that is typed; back from the box leads to the choice. */
async function askValue(
  dialogs: Dialogs,
  { title, items, other, ...typing }: ValueQuestion,
): Promise<string | Back | undefined> {
  for (;;) {
    if (items.length > 0) {
      const step = { title, canGoBack: true, items: [...items, other] };
      const picked = await dialogs.choiceStep(step);
      if (picked === undefined || picked === BACK || picked.value !== undefined) {
        return typeof picked === "object" ? picked.value : picked;
      }
    }
    const typed = await dialogs.inputStep({ title, ...typing, canGoBack: true });
    if (typed !== BACK || items.length === 0) {
      return typed;
    }
  }
}

function connectionOf(services: TargetServices, { connectionId }: Draft): string {
  return connectionId ?? services.defaultConnection().id;
}

/** What is in the box at first, and a sentence for what cannot be taken. */
interface IdQuestion {
  readonly value?: string | undefined;
  readonly check?: (text: string) => Refusal | undefined;
}

/** Asks for a pension id that can be part of an address. */
export async function askPensionId(
  dialogs: Dialogs,
  title: string,
  { value, check = checkPensionId }: IdQuestion = {},
): Promise<string | undefined> {
  return dialogs.input({
    title,
    prompt: vscode.l10n.t("Pension id"),
    placeHolder: "PEN-0001",
    ...(value !== undefined && { value }),
    check,
  });
}

/** What privacy mode shows of an id. */
const MASK = /•[0-9A-Z]{8}$/;

/** A sentence where the text cannot be a pension id. */
export function checkPensionId(text: string): Refusal | undefined {
  if (MASK.test(text)) {
    return refusal(PENSION_REFUSALS.maskedId, localizer);
  }
  return isPensionId(text) ? undefined : refusal(PENSION_REFUSALS.pensionId, localizer);
}

/** A sentence where the text cannot be the id of a client. */
export function checkClientId(text: string): Refusal | undefined {
  return isClientId(text) ? undefined : refusal(PENSION_REFUSALS.clientId, localizer);
}
