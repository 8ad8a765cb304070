import { l10n } from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { Dialogs } from "../../../platform/vscode/dialogs";
import type { ExportAct, ExportArgument } from "../../../manifest";
import type { ExportItem } from "./exportItem";
import type { ExportsView } from "./exportsView";

/**
 * Does it with the export that is named, the only one that takes it, or one that is picked.
 * @throws AppError kind `input` `exports/none`
 */
export async function actOnExport(
  dialogs: Dialogs,
  view: ExportsView,
  act: ExportAct,
  argument: ExportArgument | undefined,
): Promise<void> {
  const named = argument && view.find(idOf(argument));
  const item = argument === undefined ? await pickItem(dialogs, view, act) : named;
  await item?.act(act);
}

/** The view gives the item itself, buttons and other code its id. */
function idOf(argument: ExportArgument | ExportItem): string {
  return "exportId" in argument ? argument.exportId : argument.id;
}

async function pickItem(
  dialogs: Dialogs,
  view: ExportsView,
  act: ExportAct,
): Promise<ExportItem | undefined> {
  const items = view.offered.filter(({ acts }) => acts.includes(act));
  if (items.length <= 1) {
    if (items[0] === undefined) {
      throw new AppError("input", "exports/none");
    }
    return items[0];
  }
  const choices = items.map((item) => {
    const { label, description } = view.lookOf(item);
    return { label, description, item };
  });
  return (await dialogs.pick(l10n.t("Which export?"), choices))?.item;
}
