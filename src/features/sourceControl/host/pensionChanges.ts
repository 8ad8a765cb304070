import { join } from "node:path";
import * as vscode from "vscode";
import { AppError } from "../../../platform/base/errors";
import type { VersionReads } from "../common/versionReads";
import { knownStateOf, knownVersion } from "../common/knownState";
import type { PayloadSource } from "../common/plan";
import { groupOf } from "../common/stateOf";
import type { PensionKey, SeenVersion } from "../../pensions/common/writing/records";
import { DisposableStore } from "../../../platform/vscode/disposables";
import type { BatchServices } from "./batch/batchServices";
import { targetConnection } from "../../pensions/host/targetConnection";
import { PayloadDecorations } from "./decorations";
import { KnownFiles, type KnownPayload } from "./knownFiles";
import { PayloadScan, type ScannedPayload } from "./payloadScan";
import { followPayloads } from "./payloadWatch";
import { PendingList } from "./pendingList";
import type { ChosenPayloads, PendingPayload, PendingPensions } from "./pendingPensions";
import { readAtFirst, readVersions } from "./refresh";
import { type RefreshFiles, RefreshQueue } from "./refreshQueue";
import { SourceControls } from "./sourceControls";
import { Staging } from "./staging";

export interface ChangesServices extends BatchServices {
  readonly reads: VersionReads;
}

/**
 * The payload files of the open folders as source control: looked for when they are first asked
 * for, followed from then on, compared with what is known of their pensions.
 */
export class PensionChanges implements PendingPensions {
  readonly known: KnownFiles;
  readonly staging: Staging;
  readonly controls: SourceControls;
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.changed.event;
  private readonly found = this.store.add(new vscode.EventEmitter<void>());
  /** Fires once, when what there is was found and is shown. */
  readonly onDidOpen = this.found.event;
  private readonly decorations = this.store.add(new PayloadDecorations());
  private readonly scan: PayloadScan;
  private readonly list: PendingList;
  private readonly refreshQueue = new RefreshQueue(
    (files) => this.refresh(files),
    (error) => this.services.log.warn("pensions: payloads were not read", { error: String(error) }),
  );
  private readonly ending = new AbortController();
  private scanned: readonly ScannedPayload[] = [];
  private unread: readonly vscode.Uri[] = [];
  private isFound = false;
  private opened: Promise<void> | undefined;

  constructor(readonly services: ChangesServices) {
    this.scan = new PayloadScan(services.targets);
    const { workspaceState, locks, clock, log } = services;
    const folder = join(services.folder, "../staged");
    const onChange = (): void => this.refreshQueue.soon([]);
    this.staging = this.store.add(
      new Staging({ workspaceState, folder, locks, clock, log, onChange }),
    );
    this.list = new PendingList(services, this.staging);
    this.known = this.store.add(
      new KnownFiles({
        ...services,
        payload: async (file) => {
          await this.open();
          return shownBeside(this.payloads.find(({ source }) => source.file === file));
        },
        version: (key) => this.versionOf(key),
        connectionName: (id) => services.connections().find((one) => one.id === id)?.name ?? id,
      }),
    );
    this.controls = this.store.add(new SourceControls(() => this.quickDiff()));
  }

  get payloads(): readonly PendingPayload[] {
    return this.list.payloads;
  }

  /** The payload that a file is; false where it is none, undefined until they were looked for. */
  listed(uri: vscode.Uri): PendingPayload | false | undefined {
    return this.isFound ? (this.list.get(uri) ?? false) : undefined;
  }

  get notRead(): number {
    const { reads } = this.services;
    return this.payloads.filter(
      ({ source: { pension }, state: { effect } }) =>
        effect !== "invalid" && pension !== undefined && reads.get(pension) === undefined,
    ).length;
  }

  open(): Promise<void> {
    this.opened ??= this.begin().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  async chosen(sourceControl: unknown): Promise<ChosenPayloads | undefined> {
    await this.open();
    // Watchers tell in their own time: what is planned is what is there now.
    await this.refreshQueue.next("all");
    const folder = await this.folderOf(sourceControl);
    if (folder === undefined) {
      return undefined;
    }
    this.staging.demandRead({ unread: this.unread }, folder);
    const all = this.payloadsIn(folder);
    const staged = all.filter(({ isStaged }) => isStaged);
    const isOfStaged = staged.length > 0;
    const files = isOfStaged ? staged : all.filter(({ state }) => groupOf(state, false));
    return { folder, isOfStaged, files: files.map(({ uri }) => uri) };
  }

  async source(file: vscode.Uri): Promise<PayloadSource | undefined> {
    const scanned = await this.scan.one(file, true);
    return scanned && this.sourceOf(scanned);
  }

  async settle(file: vscode.Uri, isTaken: boolean): Promise<void> {
    if (isTaken && this.staging.has(file)) {
      await this.staging.unstage([file]);
    }
    await this.renew([file]);
  }

  /** Reads these files again, or looks for all of them, and tells what changed. */
  async renew(files: RefreshFiles): Promise<void> {
    await this.refreshQueue.next(files);
  }

  /** Reads what the service has of a folder's pensions, or of all. */
  async read(folder: vscode.WorkspaceFolder | undefined): Promise<void> {
    try {
      await readVersions(this.services, keysOf(this.payloadsIn(folder)));
    } finally {
      await this.renew([]);
    }
  }

  payloadsIn(folder: vscode.WorkspaceFolder | undefined): readonly PendingPayload[] {
    return folder === undefined
      ? this.payloads
      : this.payloads.filter((payload) => payload.folder.uri.toString() === folder.uri.toString());
  }

  /**
   * The folder of the provider that a command was given, the only one there is, or the one that is
   * picked; undefined for a refusal. Throws `input/noPayloads` where there is none.
   */
  async folderOf(sourceControl: unknown): Promise<vscode.WorkspaceFolder | undefined> {
    const { folders } = this.controls;
    const given = this.controls.folderOf(sourceControl);
    if (folders.length === 0) {
      throw new AppError("input", "input/noPayloads");
    }
    if (given !== undefined || folders.length === 1) {
      return given ?? folders[0];
    }
    const items = folders.map((folder) => ({ label: folder.name, folder }));
    const title = vscode.l10n.t("Folder of the payloads");
    return (await this.services.dialogs.pick(title, items))?.folder;
  }

  /** What the service is known to hold of a pension; undefined where nothing is, or it has none. */
  readonly versionOf = async (key: PensionKey): Promise<SeenVersion | undefined> => {
    const { records, reads } = this.services;
    return knownVersion(await knownStateOf(records, reads, key));
  };

  dispose(): void {
    this.ending.abort();
    this.refreshQueue.dispose();
    this.store.dispose();
  }

  private async begin(): Promise<void> {
    const { services } = this;
    await services.records.refresh();
    this.subscribe();
    await this.refreshQueue.next("all");
    this.isFound = true;
    this.found.fire();
    void readAtFirst(services, keysOf(this.payloads), this.ending.signal);
  }

  private subscribe(): void {
    const { services, store, refreshQueue } = this;
    store.add(
      followPayloads(services.targets, {
        files: (uris) => refreshQueue.soon(uris),
        all: () => refreshQueue.soon("all"),
      }),
    );
    const again = (): void => refreshQueue.soon([]);
    store.add(services.targets.onDidChange(() => refreshQueue.soon("all")));
    store.add(services.onDidChange(again));
    store.add(services.onDidChangeDefinition(again));
    store.add(services.reads.onDidChange(again));
    store.add(
      services.privacy.onDidChange(() => {
        this.controls.renewQuickDiff();
        this.known.renew();
        again();
      }),
    );
  }

  /** One look: what has to be read again, states, and all that shows them. */
  private async refresh(files: readonly vscode.Uri[] | "all"): Promise<void> {
    const before = new Map(this.scanned.map(({ uri, text }) => [uri.toString(), text]));
    const { marks } = this.staging;
    const { payloads, unread } =
      files === "all"
        ? await this.scan.all()
        : { payloads: await this.reread(files), unread: this.unread };
    [this.scanned, this.unread] = [payloads, unread];
    const isChanged = await this.list.fill(
      this.scanned.map((scanned) => ({ ...scanned, source: this.sourceOf(scanned) })),
    );
    if (isChanged) {
      this.controls.show(this.payloads);
      this.decorations.show(this.payloads);
      this.changed.fire();
    }
    const rewritten = this.scanned.filter(({ uri, text }) => before.get(uri.toString()) !== text);
    this.known.renew(new Set(rewritten.map(({ uri }) => uri.toString())));
    if (files === "all") {
      await this.staging.forgetAllBut({ payloads, unread }, marks);
    }
  }

  private async reread(files: readonly vscode.Uri[]): Promise<readonly ScannedPayload[]> {
    if (files.length === 0) {
      return this.scanned;
    }
    return this.scan.again(this.scanned, files);
  }

  private sourceOf({ uri, place, text }: ScannedPayload): PayloadSource {
    const target = this.services.targets.of(uri);
    const connection = targetConnection(this.services, target);
    const { clientId, pensionId } = target ?? {};
    const isNamed = clientId !== undefined && pensionId !== undefined && connection !== undefined;
    return {
      ...{ file: uri.toString(), place, text },
      pension: isNamed ? { connectionId: connection.id, clientId, pensionId } : undefined,
      isConnectionGone: target !== undefined && connection === undefined,
    };
  }

  /** Beside a masked text everything in the payload would look changed: then there is none. */
  private quickDiff(): vscode.QuickDiffProvider | undefined {
    if (this.services.privacy.isOn) {
      return undefined;
    }
    return {
      provideOriginalResource: async (uri) => {
        const file = uri.toString();
        const payload = this.payloads.find(({ source }) => source.file === file);
        const shown = shownBeside(payload);
        return shown && this.known.documentOf(shown);
      },
    };
  }
}

/** Undefined where it is for no pension. */
export function shownBeside(payload: PendingPayload | undefined): KnownPayload | undefined {
  const { pension, file, text } = payload?.source ?? {};
  return pension === undefined || file === undefined || text === undefined
    ? undefined
    : { file, text, pension };
}

function keysOf(payloads: readonly PendingPayload[]): readonly PensionKey[] {
  return payloads.flatMap(({ source }) => source.pension ?? []);
}
