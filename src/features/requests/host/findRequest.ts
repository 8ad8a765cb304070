import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import { maskTitle } from "../common/maskAction";
import type { FoundId, History } from "../common/history";
import { looksLikeId } from "../common/idLinks";
import type { Commands } from "../../../platform/vscode/commands";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { Privacy } from "../../../platform/vscode/privacy";
import type { RequestArgument } from "../../../manifest";
import { countText, exactTime } from "../../../platform/vscode/formats";
import { refusal } from "../../../platform/texts/refusals";
import { REQUEST_REFUSALS } from "../texts/refusals";
import { localizer } from "../../../platform/vscode/translate";

interface FindServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly history: Pick<History, "find" | "ids" | "ready" | "size">;
  readonly privacy: Privacy;
}

/** The command that leads from an id to its call. */
export function registerFinding(services: FindServices): vscode.Disposable {
  return services.commands.register("financialPlanning.requests.find", async (given) => {
    const id = (given ?? (await askForId(services)))?.trim();
    if (id === undefined) {
      return undefined;
    }
    const found = await choose(services, id);
    if (found === undefined) {
      return undefined;
    }
    const target: RequestArgument = {
      actionId: found.action.id,
      ...(found.attempt === undefined ? {} : { attempt: found.attempt }),
    };
    await vscode.commands.executeCommand("financialPlanning.requests.open", target);
    return target;
  });
}

async function askForId({
  dialogs,
  history,
  privacy,
}: Omit<FindServices, "commands">): Promise<string | undefined> {
  const copied = (await vscode.env.clipboard.readText()).trim();
  return dialogs.input({
    title: vscode.l10n.t("Find request by id"),
    prompt: vscode.l10n.t(
      "A request id, a trace id or an id from an error, or its first 8 characters.",
    ),
    // In privacy mode an id of a client may be what was copied.
    ...((privacy.isOn ? history.ids.has(copied) : looksLikeId(copied)) ? { value: copied } : {}),
    check: (text) => (text.length < 8 ? refusal(REQUEST_REFUSALS.shortId, localizer) : undefined),
  });
}

/** Throws `input/idNotFound`; undefined when the user did not choose. */
async function choose(
  { history, dialogs, privacy }: FindServices,
  id: string,
): Promise<FoundId | undefined> {
  // The first question of a window would find nothing of what others and earlier ones did.
  await history.ready();
  const found = history.find(id);
  if (found.length === 0) {
    throw new AppError("input", "input/idNotFound", { values: { count: history.size } });
  }
  if (found.length === 1) {
    return found[0];
  }
  const items = found.map((place) => ({ ...itemOf(place, privacy), place }));
  const title = vscode.l10n.t("{0} calls have this id", countText(found.length));
  return (await dialogs.pick(title, items))?.place;
}

function itemOf(
  { action, attempt, what }: FoundId,
  { masking }: FindServices["privacy"],
): vscode.QuickPickItem {
  const { attempts, startedAt, connectionLabel } = action;
  const title = maskTitle(action.title, masking);
  const words = {
    traceId: vscode.l10n.t("trace id"),
    requestId: vscode.l10n.t("request id"),
    errorId: vscode.l10n.t("id in an error"),
    actionId: vscode.l10n.t("id of the action"),
  };
  const meant = attempts.find(({ number }) => number === attempt) ?? attempts.at(-1);
  return {
    label: `${exactTime(startedAt)}  ${title}`,
    description: [meant?.method, meant?.status ?? meant?.failure].filter(Boolean).join(" "),
    detail: [words[what], connectionLabel].join(" · "),
  };
}
