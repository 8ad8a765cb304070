import { randomUUID } from "node:crypto";
import { AppError, isAppError } from "../../../platform/base/errors";
import { listWords } from "../../lists/common/listEndpoint";
import type { ExportQuery, ExportSpec, ExportState, ExportTarget } from "../common/export";
import { type ExportFailure, type ExportRecord, thisWindow } from "../common/exportRecords";
import { type Remedy, rulesWith, shortfallOf } from "../common/shortfall";
import type { RunningExport } from "../common/exports";
import { translate } from "../../../platform/vscode/translate";
import { connectionName } from "../../../platform/vscode/words";
import type { ExportAct } from "../../../manifest";
import type { ExportLook } from "./exportItem";
import { exportLook } from "./exportLook";
import type { ExportServices } from "./exportServices";
import { type ChosenExport, exportSource } from "./exportStart";
import { freePart, freeTarget, hasFile, targetName } from "./exportTarget";
import { callWords, countWords } from "./exportWords";
import { connectionFor, discardPart, type ResumedExport, resumeExport } from "./leftBehind";
import { openPlaced } from "./openPlaced";
import {
  type Amounts,
  type ExportWindow,
  type ItemState,
  PersistedExport,
  type ReplacedExport,
} from "./persistedExport";
import { askForFile, type Placed, moveIntoPlace } from "./moveIntoPlace";
import { warningText } from "../../../platform/texts/warnings";
import { EXPORT_WARNINGS } from "../texts/warnings";

interface ReplacedList extends ReplacedExport {
  /** Where the first of them was to go. */
  readonly target: ExportTarget;
}

interface BegunExport extends ChosenExport {
  readonly replaces?: ReplacedList;
}

/** One export of a list, from its beginning, or from what was left behind, to its place. */
export class ListExport extends PersistedExport<RunningExport> {
  private done: Placed | undefined;
  private target: ExportTarget | undefined;
  private mayReplace = false;

  constructor(
    window: ExportWindow,
    record: ExportRecord,
    state: ItemState,
    private readonly begun?: Omit<BegunExport, "spec">,
  ) {
    super(window, record, state, begun?.replaces);
  }

  /** Runs an export to its end, pause or stop, shown in the view; never throws. */
  static async begin(window: ExportWindow, begun: BegunExport): Promise<void> {
    const { services } = window;
    const { spec, panel } = begun;
    try {
      const part = await freePart(spec.target, spec.id, services.folder);
      const item = new ListExport(window, await recordOf(services, spec, part), "running", begun);
      const { connectionId } = spec.query;
      const onChange = item.onProgress;
      const source = exportSource(services, { spec, connectionId, part, panel, onChange });
      // In the dialog that names the file a yes is given for what is there.
      const mayReplace = await hasFile(spec.target);
      const running = (await services.engine()).begin(spec, source);
      await item.run({ running, target: spec.target, mayReplace });
    } catch (error) {
      void services.showError(error);
    }
  }

  get placed(): Placed | undefined {
    return this.done;
  }

  /** Says that it is in its place, where that is said otherwise than of exports. */
  get tellPlaced(): ChosenExport["tellPlaced"] {
    return this.begun?.tellPlaced;
  }

  /** What it is of; undefined while nobody had to read it from the part. */
  get spec(): ExportSpec | undefined {
    return this.running?.spec;
  }

  get look(): ExportLook {
    const progress = this.running?.progress;
    return exportLook({
      ...{ record: this.last, state: this.own, placed: this.done, title: this.title },
      query: this.spec && this.masking.maskText(callWords(this.spec.query)),
      hidesFiles: this.hidesFiles,
      ...{ progress, traceIds: this.traceIds, failure: this.failed },
      left: this.pace.left(progress?.claimed),
    });
  }

  get interruptedWords(): string {
    const values = { name: this.title, page: countWords(this.last.pages) };
    return warningText(EXPORT_WARNINGS["exports/interrupted"], translate, values);
  }

  /** Names of files may hold those of clients. */
  get hidesFiles(): boolean {
    return this.window.services.privacy.isOn && !this.last.isMasked;
  }

  /** Why it failed, in this session or an earlier one, as it may be shown now. */
  get failed(): ExportFailure | undefined {
    const { failure } = this.last;
    return failure && { ...failure, what: this.masking.maskText(failure.what) };
  }

  /** "Holdings · Abernathy, Ruth", as it may be shown now. */
  get title(): string {
    const { title, subject, isMasked } = this.last;
    if (subject === undefined) {
      return title;
    }
    return `${title} · ${isMasked ? subject : this.masking.maskLabel(subject, "person")}`;
  }

  private get masking(): ExportServices["privacy"]["masking"] {
    return this.window.services.privacy.masking;
  }

  private get traceIds(): readonly string[] {
    const { traceId } = this.last.failure ?? {};
    return (
      this.done?.manifest.traceIds ??
      this.running?.traceIds ??
      (traceId === undefined ? [] : [traceId])
    );
  }

  /** What was exported stays, and its row, until the new export has ended well in its place. */
  async redo(remedy: Remedy): Promise<void> {
    const { spec, done, window } = this;
    const connectionId = spec && (await connectionFor(window.services, spec.query));
    if (spec === undefined || connectionId === undefined) {
      return;
    }
    const { operationId, pageSize } = spec.query;
    const rules = rulesWith(remedy, spec.query.rules);
    const query = {
      ...{ ...spec.query, connectionId, rules },
      pageSize: remedy.pageSize ?? pageSize,
    };
    const uri = done?.file?.uri.toString();
    const own = uri === undefined ? spec.target : ({ kind: "file", uri } as const);
    const target = (this.replaces as ReplacedList | undefined)?.target ?? own;
    const keepRules = () => window.services.rules.setRules(connectionId, operationId, rules);
    const { tellPlaced } = this;
    void ListExport.begin(window, {
      spec: { ...spec, id: randomUUID(), createdAt: new Date().toISOString(), query, target },
      panel: undefined,
      ...(tellPlaced && { tellPlaced }),
      replaces: { item: this, target, keepRules },
    });
  }

  protected override get finishingActs(): readonly ExportAct[] {
    // Putting it in its place takes a moment.
    return this.running?.progress.state === "finishing" ? ["stop"] : [];
  }

  protected override get finishedActs(): readonly ExportAct[] {
    return [
      ...(this.done?.file === undefined ? [] : (["open", "reveal"] as const)),
      ...(this.done && shortfallOf(this.done.manifest) ? (["showError"] as const) : []),
      ...(["showManifest", "remove"] as const),
    ];
  }

  /** No row came, or rows of a panel, which cannot be gone on with. */
  protected override get isUseless(): boolean {
    return (this.amounts() ?? this.last).rows === 0 || this.last.scope !== "all";
  }

  protected override amounts(): Amounts | undefined {
    return this.running?.progress;
  }

  protected override pacedBy({ rows }: Amounts): number {
    return rows;
  }

  /** What is said to be paused here is so when its run has ended. */
  protected override stateWhile(state: ExportState): ItemState {
    return state === "paused" ? "pausing" : super.stateWhile(state);
  }

  protected override discard(): Promise<boolean> {
    return discardPart(this.window.services, this.last, this.title);
  }

  protected override async open(act: "open" | "reveal" | "showManifest"): Promise<void> {
    await (this.done && openPlaced(this.window.services, this.done, act));
  }

  protected override async resume(): Promise<void> {
    const { running, target, mayReplace, spec } = this;
    // What follows is not awaited: the view shows it, and its end is told.
    if (running !== undefined && target !== undefined && isPaused(this.own)) {
      void this.run({ running, target, mayReplace });
      return;
    }
    if (running?.result !== undefined && !this.isDiscarded) {
      // All of it is there; only its place was not to be had.
      this.error = undefined;
      void this.finish().then(() => this.reportEnd());
      return;
    }
    const resumed =
      spec !== undefined && this.isDiscarded
        ? await this.beginAnew(spec)
        : await resumeExport(this.window.services, this.last, this.onProgress);
    if (resumed !== undefined) {
      void this.run(resumed);
    }
  }

  protected override async finish(): Promise<void> {
    const { running, target } = this;
    if (running === undefined || target === undefined) {
      return;
    }
    this.enter("finishing");
    try {
      this.done = await this.place(running, target);
      this.last = { ...this.last, target: this.done.manifest.file.name };
      this.enter("finished");
      await this.window.records.remove(this.id);
    } catch (error) {
      this.error = error;
      await this.fail();
    }
  }

  /** Runs what was begun or taken up, to the end, a pause, a stop or a failure; never throws. */
  private async run({ running, target, mayReplace }: ResumedExport): Promise<void> {
    this.target = target;
    this.mayReplace = mayReplace;
    await this.runToRest(running);
  }

  /**
   * It left nothing to go on from: what lies there by now is another one's. Undefined when the user
   * declined.
   */
  private async beginAnew(spec: ExportSpec): Promise<ResumedExport | undefined> {
    const { services } = this.window;
    const { target } = spec;
    const { mayReplace } = this;
    // The spec of a part from elsewhere names a connection that is not here.
    const connectionId = await connectionFor(services, spec.query);
    if (connectionId === undefined) {
      return undefined;
    }
    const part = await freePart(target, spec.id, services.folder);
    this.update({ ...this.last, part }, "failed");
    const [panel, onChange] = [this.begun?.panel, this.onProgress];
    const source = exportSource(services, { spec, connectionId, part, panel, onChange });
    return { running: (await services.engine()).begin(spec, source), target, mayReplace };
  }

  private async place(running: RunningExport, target: ExportTarget): Promise<Placed> {
    const { services } = this.window;
    const { spec, result } = running;
    if (result === undefined) {
      throw new AppError("internal", "exports/notPlaced");
    }
    const isShort = shortfallOf(result.manifest) !== undefined;
    // What was there before is not given up for less than all, nor what has come there since.
    const isBeside = !this.mayReplace || (isShort && this.replaces !== undefined);
    const where = isBeside ? await freeTarget(target) : target;
    const engine = await services.engine();
    // Another window sees that it runs and may take it for one whose window has ended.
    const placed = await engine.hold(this.last.part, () =>
      moveIntoPlace(services, spec, where, result).catch(async (error: unknown) => {
        // What is too long to be a text becomes a file, where the user wants it.
        const isTooLarge = isAppError(error) && error.code === "exports/tooLargeForText";
        const file = isTooLarge ? await askForFile(services.dialogs, spec) : undefined;
        if (file === undefined) {
          throw error;
        }
        return moveIntoPlace(services, spec, file, result);
      }),
    );
    if (!isShort) {
      await this.settleReplaced();
    }
    // The journal, and lines that became a file of another form: none of it is missed.
    await engine.discard(this.last.part, this.id).catch(() => undefined);
    return placed;
  }
}

/** The record that an export begins with. */
export async function recordOf(
  services: ExportServices,
  { id, query, scope, isMasked, createdAt, target }: ExportSpec,
  part: string,
): Promise<ExportRecord> {
  const { subject, connectionLabel: label, environment } = query;
  return {
    ...{ version: 1, id, kind: "list", part, scope, isMasked, createdAt, state: "running" },
    title: await titleOf(services, query),
    ...(subject === undefined ? {} : { subject }),
    connection: connectionName({ label, environment }),
    target: targetName(target),
    ...{ pages: 0, rows: 0, bytes: 0 },
    window: thisWindow(),
  };
}

/** The active definition may not have the list any more; the walk will say so. */
async function titleOf(services: ExportServices, query: ExportQuery): Promise<string> {
  try {
    return listWords(await (await services.lists()).endpointOf(query), translate);
  } catch {
    return query.operationId;
  }
}

function isPaused(state: ItemState): boolean {
  return state === "paused" || state === "pausing";
}
