import { l10n } from "vscode";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import type { CompareChoice } from "../../../lists/messages/listLayout";
import type { ListQuery } from "../../../lists/messages/listQuery";
import { snapshotItem } from "./snapshotWords";
import { ListSnapshots, type ListSnapshotsServices } from "./listSnapshots";

/**
 * Which snapshot of a list is compared, and with what; undefined when the user declined. Where
 * there is at most one there is nothing to ask: the tab says what there is.
 */
export async function chooseComparison(
  services: ListSnapshotsServices & { readonly dialogs: Pick<Dialogs, "pick"> },
  query: ListQuery,
): Promise<CompareChoice | undefined> {
  const snapshots = new ListSnapshots(services, () => query);
  await snapshots.refresh();
  const items = snapshots.all.map(snapshotItem).map(({ name, label }) => ({ label, name }));
  const choice: CompareChoice = { source: "snapshot", onlyChanges: false };
  if (items.length < 2) {
    return choice;
  }
  const { dialogs } = services;
  const one = await dialogs.pick(l10n.t("Snapshot to compare"), items);
  if (one === undefined) {
    return undefined;
  }
  const others = items.filter(({ name }) => name !== one.name);
  const now = { label: l10n.t("The current list"), name: undefined };
  const other = await dialogs.pick(l10n.t("Hold it against"), [now, ...others]);
  return (
    other && {
      ...{ ...choice, snapshot: one.name },
      ...(other.name === undefined ? {} : { against: other.name }),
    }
  );
}
