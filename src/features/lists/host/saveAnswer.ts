import * as vscode from "vscode";
import { isAppError } from "../../../platform/base/errors";
import type { ServiceClient } from "../../../platform/service/client";
import type { AnyCall } from "../../../platform/base/call";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import { withProgress } from "../../../platform/vscode/progress";
import { saveFile } from "../../../platform/vscode/saveFile";
import { waitWords } from "../../../platform/vscode/words";
import { bytesText } from "../../../platform/vscode/formats";

interface SaveServices {
  readonly dialogs: Dialogs;
  readonly client: (connectionId: string) => Promise<ServiceClient>;
}

/** Asks for an answer that was too large once more, and streams it into a file. */
export async function saveAnswer({ dialogs, client }: SaveServices, error: unknown): Promise<void> {
  const call = isAppError(error) ? error.call : undefined;
  const action = isAppError(error) ? error.action : undefined;
  if (call === undefined || action === undefined) {
    return;
  }
  const target = await dialogs.saveFile(`${nameOf(call)}.json`);
  if (target === undefined) {
    return;
  }
  const service = await client(action.connectionId);
  const bytes = await download(service, call, target);
  const open = vscode.l10n.t("Open");
  const name = target.path.split("/").at(-1) ?? "";
  const message = vscode.l10n.t("Saved {0} to {1}.", bytesText(bytes), name);
  if ((await dialogs.notify("information", message, [open])) === open) {
    // Not as a document: the editor shows files above 50 MB, and gives none to an extension.
    await vscode.commands.executeCommand("vscode.open", target);
  }
}

async function download(
  service: ServiceClient,
  call: AnyCall,
  target: vscode.Uri,
): Promise<number> {
  let bytes = 0;
  await withProgress(vscode.l10n.t("Saving the answer"), (signal, report) =>
    saveFile(target, async (write) => {
      const action = service.startAction(vscode.l10n.t("Save {0} to a file", nameOf(call)));
      const onWait = (wait: Parameters<typeof waitWords>[0]): void => report(waitWords(wait));
      await service.download(call, { action, signal, onWait }, async (chunk) => {
        await write(chunk);
        bytes += chunk.byteLength;
        report(bytesText(bytes));
      });
    }),
  );
  return bytes;
}

/** "clients" of `listClients`; a path that was typed has no name. */
function nameOf(call: AnyCall): string {
  return "operationId" in call
    ? call.operationId.replace(/^(list|get)/, "").toLowerCase()
    : "answer";
}
