import { l10n, type Uri } from "vscode";
import { AppError, isAppError, withValues } from "../../../../platform/base/errors";
import type { SnapshotsView } from "../../../lists/messages/listComparison";
import type { CompareChoice } from "../../../lists/messages/listLayout";
import type { ValueCourse } from "../../../lists/messages/valueCourse";
import { titleOf } from "../../../lists/host/listTexts";
import { type AnySnapshot, ListSnapshots, type ListSnapshotsServices } from "./listSnapshots";
import type {
  ComparedSnapshots,
  SnapshotComparisonOptions,
  Side,
} from "../../../lists/host/compare/compareServices";
import type { Privacy } from "../../../../platform/vscode/privacy";
import { MaskedRows } from "../../../lists/host/compare/maskedRows";
import { SnapshotSide } from "./snapshotSide";
import { anyItem, describeSnapshot, sideRemarks, snapshotItem } from "./snapshotWords";
import { type RowsNow, ValueOverTime } from "./valueOverTime";

export interface SnapshotServices extends ListSnapshotsServices {
  readonly privacy: Pick<Privacy, "isOn" | "key" | "masking">;
}

/** A list compared with its snapshots, or two of them with one another. */
export class SnapshotComparison implements ComparedSnapshots {
  readonly snapshots: ListSnapshots;
  private one: SnapshotSide | undefined;
  private against: SnapshotSide | undefined;
  private masked: MaskedRows | undefined;
  /** Grows with each choice: the last one counts. */
  private turn = 0;
  private readonly values: ValueOverTime;

  constructor(
    private readonly services: SnapshotServices,
    private readonly options: SnapshotComparisonOptions,
  ) {
    const { own, openTable } = options;
    this.snapshots = new ListSnapshots(services, () => own().query);
    this.values = new ValueOverTime(openTable);
  }

  get view(): SnapshotsView {
    const { isOn } = this.services.privacy;
    const { folder, all } = this.snapshots;
    const items = all.map(snapshotItem);
    const sides = [this.one, this.against].filter((side) => side !== undefined);
    const elsewhere = sides.filter(({ snapshot }) =>
      items.every(({ name }) => name !== snapshot.name),
    );
    const isPart = this.one !== undefined && this.against === undefined && !this.isOwnWhole;
    return {
      items: [...items, ...elsewhere.map(({ snapshot }) => anyItem(snapshot, isOn))],
      ...(folder === undefined ? {} : { folder: folder.replace(/^.*[\\/](?=.)/, "") }),
      remarks: [
        ...this.snapshots.remarks(isOn),
        ...sides.flatMap((side) => sideRemarks(side, this.snapshots, isOn)),
        ...(isPart ? [this.partWords] : []),
      ],
      canLoadAll: isPart && !this.mayMissRows && this.options.own().state.walk?.state !== "running",
      ...(all.length === 0 ? {} : { courseVersion: this.courseVersion }),
    };
  }

  /** Reads what was chosen, the newest where nothing was; gives what is compared then. */
  async open(wanted: CompareChoice): Promise<CompareChoice | undefined> {
    this.close();
    this.values.readFaultyAgain();
    const { turn } = this;
    await this.snapshots.refresh();
    if (turn !== this.turn) {
      // Something else was chosen meanwhile.
      return undefined;
    }
    const name = wanted.snapshot ?? this.snapshots.all[0]?.name;
    if (name === undefined) {
      return undefined;
    }
    const isPair = wanted.against !== undefined && wanted.against !== name;
    this.one = this.side(this.demand(name));
    this.against = isPair ? this.side(this.demand(wanted.against)) : undefined;
    return {
      ...{ source: "snapshot", onlyChanges: wanted.onlyChanges, snapshot: name },
      ...(wanted.match === undefined ? {} : { match: wanted.match }),
      ...(isPair ? { against: wanted.against } : {}),
    };
  }

  async load(): Promise<void> {
    await Promise.all([this.one?.load(), this.against?.load()]);
    this.options.onChange();
  }

  /** The older one first; undefined before there is a snapshot. */
  get sides(): readonly [Side, Side] | undefined {
    const { one, against } = this;
    if (one === undefined) {
      return undefined;
    }
    const first = this.sideOf(one);
    if (against === undefined) {
      return [first, this.ownSide];
    }
    const isLater = momentOf(one.snapshot) > momentOf(against.snapshot);
    return isLater ? [this.sideOf(against), first] : [first, this.sideOf(against)];
  }

  get isLoading(): boolean {
    return [this.one, this.against].some((side) => side?.isLoading === true);
  }

  /** Why there is no comparison; undefined while there is none to be had. */
  get failure(): unknown {
    const { one, against, masked } = this;
    if (one === undefined) {
      return undefined;
    }
    if (against !== undefined && one.isMasked !== against.isMasked) {
      return new AppError("input", "snapshots/maskedBesideOther");
    }
    const { isOn } = this.services.privacy;
    if (against === undefined && one.isMasked && !isOn) {
      return new AppError("input", "snapshots/maskedBesideRows");
    }
    const failure = this.failureOf(one) ?? (against && this.failureOf(against));
    return failure ?? (one.isMasked ? masked?.failure : undefined);
  }

  /** What snapshots of the list and its rows now add up to. */
  async course(column: string | undefined): Promise<ValueCourse> {
    const snapshots = this.snapshots.all;
    return this.values.course({
      snapshots,
      now: this.now,
      column,
      isHidden: this.services.privacy.isOn,
    });
  }

  pick(file: Uri): Promise<{ readonly name: string }> {
    return this.snapshots.pick(file);
  }

  close(): void {
    this.turn++;
    [this.one, this.against, this.masked].forEach((part) => part?.dispose());
    this.one = undefined;
    this.against = undefined;
    this.masked = undefined;
  }

  dispose(): void {
    this.close();
    this.values.dispose();
  }

  private failureOf({ failure, snapshot }: SnapshotSide): unknown {
    return this.withoutName(failure, anyItem(snapshot, this.services.privacy.isOn).label);
  }

  private demand(name: string): AnySnapshot {
    try {
      return this.snapshots.demand(name);
    } catch (error) {
      throw this.withoutName(error, l10n.t("A file that was chosen before"));
    }
  }

  /** The name of a file was given by people: it may be a client's. */
  private withoutName(error: unknown, label: string): unknown {
    const { isOn } = this.services.privacy;
    return isOn && isAppError(error) ? withValues(error, { name: label }) : error;
  }

  private side(snapshot: AnySnapshot): SnapshotSide {
    const isMasked = snapshot.isBare !== true && snapshot.isMasked;
    return new SnapshotSide(snapshot, this.options.openTable({ isMasked }));
  }

  private sideOf(side: SnapshotSide): Side {
    const { endpoint, own } = this.options;
    const { masking, isOn: isHidden } = this.services.privacy;
    const title = titleOf(endpoint(), own().query, masking);
    return {
      table: side.table,
      revision: side.read?.revision,
      describe: () => describeSnapshot(side, { title, isHidden }),
    };
  }

  /** As it is, or masked where it is compared with pseudonyms. */
  private get ownSide(): Side {
    const own = this.options.ownSide();
    const { table, openTable, onChange } = this.options;
    if (this.one?.isMasked !== true || !this.services.privacy.isOn) {
      return own;
    }
    this.masked ??= new MaskedRows(table, openTable, onChange);
    return { ...own, table: this.masked.table, revision: this.masked.revision(own.revision) };
  }

  private get now(): RowsNow | undefined {
    const { table, own, ownSide } = this.options;
    const at = own().state.loaded?.action.attempts.at(-1)?.startedAt;
    return at === undefined || ownSide().revision === undefined
      ? undefined
      : { table, at: new Date(at).toISOString(), isWhole: this.isOwnWhole };
  }

  private get isOwnWhole(): boolean {
    return this.options.own().state.isWhole;
  }

  /** Its pages ended, and do not prove that all rows came. */
  private get mayMissRows(): boolean {
    return this.options.own().state.findings.some(({ isLoss }) => isLoss === true);
  }

  private get partWords(): string {
    const { paging } = this.options.own().state;
    if (this.mayMissRows) {
      return l10n.t("Rows of the current list may be missing: the table says why.");
    }
    // What the service says of one page is no proof: a walk asks for the page behind it.
    return paging?.end === "known" && !paging.hasPrevious && !paging.hasNext
      ? l10n.t(
          "According to the service, these are all rows of the list now. Load all pages to be sure.",
        )
      : l10n.t("Not all pages of the current list are loaded.");
  }

  /** Another one with each choice: what could not be read before is asked for again. */
  private get courseVersion(): string {
    const { turn } = this;
    const { all } = this.snapshots;
    const { revision } = this.options.ownSide();
    const { isOn } = this.services.privacy;
    const names = all.map(({ name, sha256 }) => [name, sha256.slice(0, 8)]);
    return JSON.stringify([names, revision ?? null, this.isOwnWhole, isOn, turn]);
  }
}

/** What nobody knows the time of counts as the older one. */
function momentOf(snapshot: AnySnapshot): number {
  return snapshot.isBare === true ? 0 : Date.parse(snapshot.at);
}
