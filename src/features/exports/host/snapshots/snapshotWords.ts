import { l10n } from "vscode";
import type { Snapshot } from "../../common/snapshots/snapshot";
import { environmentIcon, environmentWord } from "../../../../platform/vscode/words";
import type { ComparedSide, SnapshotItem } from "../../../lists/messages/listComparison";
import type { AnySnapshot, ListSnapshots } from "./listSnapshots";
import type { SnapshotSide } from "./snapshotSide";
import { countText, exactMoment } from "../../../../platform/vscode/formats";

/** A snapshot as it is picked: of when, how much, and what to know of it. */
export function snapshotItem({ name, at, rows, isMasked, isPart }: Snapshot): SnapshotItem {
  const parts = [
    exactMoment(Date.parse(at)),
    l10n.t("{0} rows", countText(rows)),
    isMasked ? l10n.t("masked") : "",
    isPart ? l10n.t("a part") : "",
  ];
  return { name, label: parts.filter((part) => part !== "").join(" · ") };
}

/** The same of a file that no manifest tells of; its name may be one of a client. */
export function anyItem(snapshot: AnySnapshot, isHidden: boolean): SnapshotItem {
  return snapshot.isBare === true
    ? { name: snapshot.name, label: shownName(snapshot, isHidden) }
    : snapshotItem(snapshot);
}

function shownName({ name }: AnySnapshot, isHidden: boolean): string {
  return isHidden ? l10n.t("A file without a manifest") : name;
}

/** What stands above a snapshot: of which list, of when, and from where. */
export function describeSnapshot(
  { snapshot }: SnapshotSide,
  { title, isHidden }: { readonly title: string; readonly isHidden: boolean },
): ComparedSide {
  if (snapshot.isBare === true) {
    const environment = { word: l10n.t("File"), icon: "file" };
    const name = shownName(snapshot, isHidden);
    return { title: name, place: l10n.t("without a manifest"), connection: "", environment };
  }
  const { connectionLabel, environment } = snapshot.list;
  const word = environmentWord(environment);
  const { label } = snapshotItem(snapshot);
  return {
    title,
    place: `${l10n.t("snapshot")} · ${label}`,
    connection: connectionLabel === word ? "" : connectionLabel,
    environment: { word, icon: environmentIcon(environment) },
  };
}

/** What makes a snapshot less than it seems. */
export function sideRemarks(
  side: SnapshotSide,
  own: ListSnapshots,
  isHidden: boolean,
): readonly string[] {
  const { snapshot } = side;
  const name = anyItem(snapshot, isHidden).label;
  if (snapshot.isBare === true) {
    return [l10n.t("{0}: it has no manifest, so its list and its time are not known.", name)];
  }
  return [
    side.isOther
      ? l10n.t("{0}: the file was changed; it does not fit its manifest (SHA-256).", name)
      : "",
    own.isOwn(snapshot) ? "" : l10n.t("{0}: this is a snapshot of another list.", name),
    snapshot.isPart ? l10n.t("{0}: this snapshot does not hold the whole list.", name) : "",
  ].filter((remark) => remark !== "");
}
