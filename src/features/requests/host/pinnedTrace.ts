import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Commands } from "../../../platform/vscode/commands";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { warningText } from "../../../platform/texts/warnings";
import { localizer, translate } from "../../../platform/vscode/translate";
import { REQUEST_WARNINGS } from "../texts/warnings";
import { type Refusal, refusal } from "../../../platform/texts/refusals";
import { REQUEST_REFUSALS } from "../texts/refusals";

/** The trace id that all actions of this window carry while it is pinned; in memory only. */
export class PinnedTrace implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private id: string | undefined;

  get current(): string | undefined {
    return this.id;
  }

  set(id: string | undefined): void {
    this.id = id;
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}

export interface PinServices {
  readonly commands: Commands;
  readonly dialogs: Dialogs;
  readonly pinned: PinnedTrace;
  readonly tracePrefix: () => string;
  readonly sendsTraceIds: () => boolean;
}

/** What a trace id may be: it has to pass as a header and be read out over the telephone. */
const TRACE_ID = /^[A-Za-z0-9._-]{1,96}$/;

/** The commands that pin a trace id and let it go. */
export function registerPinning(services: PinServices): vscode.Disposable {
  const { commands, dialogs, pinned } = services;
  const setPinned = contextKeySetter("financialPlanning.traceIdPinned");
  const update = (): void => setPinned(pinned.current !== undefined);
  update();
  return vscode.Disposable.from(
    pinned.onDidChange(update),
    commands.register("financialPlanning.trace.pin", async (given) => {
      if (!services.sendsTraceIds()) {
        throw new AppError("input", "input/traceIdsOff");
      }
      const id = given ?? (await askForId(services));
      if (id === undefined) {
        return;
      }
      if (checkId(id) !== undefined) {
        void dialogs.notify(
          "warning",
          warningText(REQUEST_WARNINGS["requests/traceId"], translate),
        );
        return;
      }
      pinned.set(id);
      void offerToUnpin(services, id);
    }),
    commands.register("financialPlanning.trace.unpin", () => pinned.set(undefined)),
  );
}

async function askForId({
  dialogs,
  pinned,
  tracePrefix,
}: PinServices): Promise<string | undefined> {
  return dialogs.input({
    title: vscode.l10n.t("Pin trace id"),
    prompt: vscode.l10n.t("All calls of this window carry it until it is unpinned."),
    value: pinned.current ?? `${tracePrefix()}${randomUUID().slice(0, 8)}`,
    check: checkId,
  });
}

function checkId(id: string): Refusal | undefined {
  return TRACE_ID.test(id) ? undefined : refusal(REQUEST_REFUSALS.traceId, localizer);
}

async function offerToUnpin({ dialogs, pinned }: PinServices, id: string): Promise<void> {
  const unpin = vscode.l10n.t("Unpin");
  const message = vscode.l10n.t("All calls of this window carry the trace id {0} from now on.", id);
  if ((await dialogs.notify("information", message, [unpin])) === unpin) {
    pinned.set(undefined);
  }
}
