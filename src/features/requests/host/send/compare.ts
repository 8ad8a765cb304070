import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import { isUuid } from "../../../../platform/base/uuid";
import { maskPath, maskTitle } from "../../common/maskAction";
import { type MeantCall, meantCall } from "../../common/meantCall";
import { isRead } from "../../common/sendRequest";
import type { AnyCall, OperationCall } from "../../../../platform/base/call";
import { environmentWord } from "../../../../platform/vscode/words";
import type { RequestArgument } from "../../../../manifest";
import { readCall } from "./recordedCall";
import { sendAgain } from "./sendAgain";
import type { SendServices } from "./services";
import { recordedSide, sentSide, showDifference, type Side } from "./sides";
import { exactTime } from "../../../../platform/vscode/formats";
import { warningText } from "../../../../platform/texts/warnings";
import { localizer, translate } from "../../../../platform/vscode/translate";
import { REQUEST_WARNINGS } from "../../texts/warnings";
import { PLATFORM_REFUSALS, refusal } from "../../../../platform/texts/refusals";

/** So many of the newest requests are offered to compare with. */
const OFFERED_REQUESTS = 200;

type With = "now" | "request" | "connection" | "client";

interface Comparing extends MeantCall {
  readonly services: SendServices;
  /** Undefined for writes, which are not sent to compare, and where it cannot be read back. */
  readonly call: AnyCall | undefined;
}

/** Shows the answer of a request beside another one, as the editor shows differences. */
export async function compareRequest(
  services: SendServices,
  request: RequestArgument | undefined,
): Promise<void> {
  const recorded = meantCall(services, request);
  const before = await recordedSide(services, recorded);
  if (before === undefined) {
    await offerToSend(services, recorded);
    return;
  }
  const comparing = { services, ...recorded, call: await readableCall(services, recorded) };
  const other = await chooseSide(comparing);
  if (other !== undefined) {
    const path = maskPath(recorded.attempt, services.privacy.masking);
    await showDifference(services, path, before, other);
  }
}

async function readableCall(
  services: SendServices,
  recorded: MeantCall,
): Promise<AnyCall | undefined> {
  if (!isRead(recorded.attempt.method)) {
    return undefined;
  }
  try {
    return await readCall(services, recorded);
  } catch {
    // Its connection may be gone; what was answered can be compared all the same.
    return undefined;
  }
}

async function chooseSide(comparing: Comparing): Promise<Side | undefined> {
  const { services } = comparing;
  const picked = await services.dialogs.pick(vscode.l10n.t("Compare with…"), choices(comparing));
  switch (picked?.with) {
    case "now":
      return sendSide(comparing, comparing.action.connectionId);
    case "request":
      return chooseRequest(comparing);
    case "connection":
      return chooseConnection(comparing);
    case "client":
      return chooseClient(comparing);
    case undefined:
      return undefined;
  }
}

function choices({
  services,
  call,
}: Comparing): readonly (vscode.QuickPickItem & { readonly with: With })[] {
  const { t } = vscode.l10n;
  const now = { label: t("Now"), description: t("sends the same request again"), with: "now" };
  const request = { label: t("Another request…"), description: t("recorded"), with: "request" };
  const connection = {
    label: t("Another connection…"),
    description: t("sends the same request there"),
    with: "connection",
  };
  const client = {
    label: t("Another client…"),
    description: t("sends the same request for another client"),
    with: "client",
  };
  return [
    ...(call === undefined ? [] : [now]),
    request,
    ...(call === undefined || services.connections().length < 2 ? [] : [connection]),
    ...(call === undefined || clientOf(call) === undefined ? [] : [client]),
  ] as (vscode.QuickPickItem & { with: With })[];
}

async function chooseRequest({ services, action, attempt }: Comparing): Promise<Side | undefined> {
  const others = services.history
    .query({}, 0, OFFERED_REQUESTS)
    .actions.flatMap((other): readonly MeantCall[] => {
      const last = other.attempts.at(-1);
      return other.id === action.id || last === undefined ? [] : [{ action: other, attempt: last }];
    });
  const isAlike = (other: MeantCall): boolean =>
    other.attempt.pathTemplate === attempt.pathTemplate;
  const sorted = [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))];
  const items = sorted.map((recorded) => ({
    label: maskTitle(recorded.action.title, services.privacy.masking),
    description: describeRequest(recorded, services.privacy),
    recorded,
  }));
  const title = vscode.l10n.t("Request to compare with");
  const picked = await services.dialogs.pick(title, items);
  if (picked === undefined) {
    return undefined;
  }
  const side = await recordedSide(services, picked.recorded);
  if (side === undefined) {
    await offerToSend(services, picked.recorded);
  }
  return side;
}

/** "200 · 10:42:07 · GET /crm/v1/clients · Sandbox". */
function describeRequest(
  { action, attempt }: MeantCall,
  { masking }: SendServices["privacy"],
): string {
  return [
    attempt.status ?? vscode.l10n.t("no answer"),
    exactTime(attempt.startedAt),
    `${attempt.method} ${maskPath(attempt, masking)}`,
    action.connectionLabel,
  ].join(" · ");
}

async function chooseConnection(comparing: Comparing): Promise<Side | undefined> {
  const { services, action } = comparing;
  const items = services
    .connections()
    .filter(({ id }) => id !== action.connectionId)
    .map(({ id, name, environment }) => ({
      label: name,
      description: environmentWord(environment),
      id,
    }));
  const title = vscode.l10n.t("Connection to compare with");
  const picked = await services.dialogs.pick(title, items);
  return picked === undefined ? undefined : sendSide(comparing, picked.id);
}

async function chooseClient(comparing: Comparing): Promise<Side | undefined> {
  const { services, action, call } = comparing;
  const known = call && clientOf(call);
  if (known === undefined) {
    return undefined;
  }
  const clientId = await askClient(services, action.connectionId, known.clientId);
  if (clientId === undefined) {
    return undefined;
  }
  const { path, ...rest } = known.call;
  const other = { ...rest, path: { ...path, clientId } };
  return sendSide({ ...comparing, call: other }, action.connectionId);
}

async function askClient(
  { dialogs, loadedClients, privacy: { masking } }: SendServices,
  connectionId: string,
  own: string,
): Promise<string | undefined> {
  const items = loadedClients(connectionId)
    .filter(({ clientId }) => clientId.toLowerCase() !== own.toLowerCase())
    .map(({ clientId, clientLabel }) => ({
      label: masking.maskLabel(clientLabel, "person"),
      description: masking.maskLabel(clientId, "id"),
      clientId,
    }));
  const byId = { label: vscode.l10n.t("Client by id…"), description: "", clientId: undefined };
  const title = vscode.l10n.t("Client to compare with");
  const picked = items.length === 0 ? byId : await dialogs.pick(title, [...items, byId]);
  return picked === byId
    ? dialogs.input({
        title,
        prompt: vscode.l10n.t("Client id, a UUID"),
        check: (text) =>
          isUuid(text) ? undefined : refusal(PLATFORM_REFUSALS.clientId, localizer),
      })
    : picked?.clientId;
}

function clientOf(
  call: AnyCall,
): { readonly call: OperationCall; readonly clientId: string } | undefined {
  const clientId = "operationId" in call ? call.path?.["clientId"] : undefined;
  return "operationId" in call && clientId !== undefined ? { call, clientId } : undefined;
}

async function sendSide(
  { services, action, call }: Comparing,
  connectionId: string,
): Promise<Side> {
  if (call === undefined) {
    throw new AppError("input", "input/notRepeatable");
  }
  return sentSide(services, { call, connectionId, title: action.title });
}

/** Bodies are kept for a while only; a read can be made again. */
async function offerToSend(services: SendServices, recorded: MeantCall): Promise<void> {
  const { action, attempt } = recorded;
  const again = vscode.l10n.t("Send again");
  const canSend = isRead(attempt.method);
  const picked = await services.dialogs.notify(
    "warning",
    warningText(REQUEST_WARNINGS["requests/nothingToCompare"], translate, {
      isRead: canSend ? 1 : 0,
    }),
    canSend ? [again] : [],
  );
  if (picked === again) {
    await sendAgain(services, { actionId: action.id, attempt: attempt.number });
  }
}
