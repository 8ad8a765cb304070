import path from "node:path";
import { l10n, type Uri } from "vscode";
import { AppError } from "../../../../platform/base/errors";
import {
  findSnapshots,
  type FoundSnapshots,
  snapshotOf,
} from "../../common/snapshots/findSnapshots";
import { isOfList, type ListIdentity, type Snapshot } from "../../common/snapshots/snapshot";
import { createMasking } from "../../../privacy/common/masking";
import type { Privacy } from "../../../../platform/vscode/privacy";
import type { ListQuery } from "../../../lists/messages/listQuery";
import type { CompareServices } from "../../../lists/host/compare/compareServices";
import type { SnapshotFolder } from "../exportServices";
import { countText } from "../../../../platform/vscode/formats";

/** A file that was picked and that no manifest tells of. */
type PickedFile = Pick<Snapshot, "name" | "path" | "format"> & { readonly isBare: true };
export type AnySnapshot = (Snapshot & { readonly isBare?: never }) | PickedFile;

export interface ListSnapshotsServices {
  readonly snapshots: SnapshotFolder;
  readonly privacy: Pick<Privacy, "key">;
  readonly connection: CompareServices["connection"];
}

const NONE: FoundSnapshots = { snapshots: [], damaged: [], omitted: 0 };

/** Snapshots of one list: those of the user's folder, and files that were picked elsewhere. */
export class ListSnapshots {
  private found = NONE;
  /** Grows with each look at the folder: what the last one found counts. */
  private looks = 0;
  private readonly picked = new Map<string, AnySnapshot>();

  constructor(
    private readonly services: ListSnapshotsServices,
    private readonly query: () => ListQuery,
  ) {}

  /** Newest first. */
  get all(): readonly Snapshot[] {
    return this.found.snapshots;
  }

  get folder(): string | undefined {
    return this.services.snapshots.get();
  }

  /** What was found wrong in the folder, in words; names of files may hold those of clients. */
  remarks(isHidden: boolean): readonly string[] {
    const { damaged, omitted } = this.found;
    const names = isHidden ? "…" : damaged.slice(0, 3).join(", ");
    return [
      ...(damaged.length === 0
        ? []
        : [
            l10n.t(
              "Manifests that cannot be read or have no file: {0} ({1})",
              countText(damaged.length),
              names,
            ),
          ]),
      ...(omitted === 0
        ? []
        : [l10n.t("Other manifests in the folder, not read: {0}.", countText(omitted))]),
    ];
  }

  /** Looks again. @throws AppError kind `input`: `snapshots/folderGone` */
  async refresh(): Promise<void> {
    const { folder } = this;
    const look = ++this.looks;
    this.found = NONE;
    const found = folder === undefined ? NONE : await findSnapshots(folder);
    const snapshots = found.snapshots.filter((one) => this.isOwn(one));
    if (look === this.looks) {
      this.found = { ...found, snapshots };
    }
  }

  /** By the name of its file; throws `snapshots/gone`. */
  demand(name: string): AnySnapshot {
    const found = this.picked.get(name) ?? this.all.find((one) => one.name === name);
    if (found === undefined) {
      throw new AppError("input", "snapshots/gone", { values: { name } });
    }
    return found;
  }

  /** A file from anywhere on this machine, with its manifest where one lies beside it. */
  async pick(uri: Uri): Promise<AnySnapshot> {
    const file = uri.fsPath;
    const name = path.basename(file);
    const format = /\.(?:jsonl|ndjson)$/i.test(name) ? "jsonl" : "json";
    const bare: PickedFile = { name, path: file, format, isBare: true };
    const read: AnySnapshot = (await snapshotOf(file)) ?? bare;
    const found = { ...read, name: this.freeName(name, file) };
    this.picked.set(found.name, found);
    return found;
  }

  /** Two files of one name are chosen by it: the later one has a number behind it. */
  private freeName(name: string, file: string): string {
    const isTaken = (wanted: string): boolean =>
      [...this.all, ...this.picked.values()].some(
        (one) => one.name === wanted && one.path !== file,
      );
    let free = name;
    for (let count = 2; isTaken(free); count++) {
      free = `${name} (${count})`;
    }
    return free;
  }

  /** Whether a snapshot is one of this list, as far as its manifest and pseudonyms tell. */
  isOwn(snapshot: Snapshot): boolean {
    const masking = createMasking(this.services.privacy.key);
    return isOfList(snapshot, this.identity, (text, value, name) =>
      [
        masking.maskLabel(value, "id"),
        masking.maskText(value),
        masking.maskValue({ path: [name.replace("?", "")], kind: "text", text: value }),
      ].includes(text),
    );
  }

  private get identity(): ListIdentity {
    return identityOf(this.services, this.query());
  }
}

/** What a list is known by in manifests. */
function identityOf(
  { connection }: Pick<ListSnapshotsServices, "connection">,
  { connectionId, operationId, path: places, parameters }: ListQuery,
): ListIdentity {
  // An unknown environment counts as production.
  const { label = "", environment = "production" } = connection(connectionId) ?? {};
  return { connectionLabel: label, environment, operationId, path: places, parameters };
}
