import type { SnapshotComparisons } from "../../../lists/host/compare/compareServices";
import type { Dialogs } from "../../../../platform/vscode/dialogs";
import { chooseComparison } from "./chooseComparison";
import { chooseSnapshotFolder } from "./chooseFolder";
import { SnapshotComparison, type SnapshotServices } from "./snapshotComparison";

/** What list panels compare with snapshots by. */
export function createSnapshotComparisons(
  services: SnapshotServices & { readonly dialogs: Pick<Dialogs, "openFolder" | "pick"> },
): SnapshotComparisons {
  return {
    create: (options) => new SnapshotComparison(services, options),
    chooseFolder: () => chooseSnapshotFolder(services.dialogs, services.snapshots),
    choose: (query) => chooseComparison(services, query),
  };
}
