import { translate } from "../../../../platform/vscode/translate";
import * as vscode from "vscode";
import { AppError } from "../../../../platform/base/errors";
import type { BeforeReload } from "../../common/beforeReload";
import type { ListEndpoint } from "../../common/listEndpoint";
import type { ListRules } from "../../common/listRules";
import { ListSession, type ListState } from "../../common/session";
import { statusOf } from "../../../../platform/http/status";
import type { RowTable, TableOptions } from "../../common/table/rowTables";
import { openDiff } from "../../../../platform/vscode/surfaces";
import type { RequestArgument } from "../../../../manifest";
import type { CompareStep, ComparisonView, OpenedComparison } from "../../messages/listComparison";
import type { CompareChoice } from "../../messages/listLayout";
import type { CompareCall, ListToHost } from "../../messages/listMessages";
import type { ListQuery } from "../../messages/listQuery";
import type { PanelNotice } from "../../../../platform/base/panelNotice";
import type { Handlers } from "../../../../platform/base/rpc";
import { fileNameOf } from "../fileNames";
import { LIST_ACTIONS } from "../listNotices";
import type { ComparedSnapshots, CompareServices, Side } from "./compareServices";
import { completeChoice, otherQuery } from "./otherSide";
import { compareOffers, describeSide, sideWords } from "./sides";

interface ComparisonOptions {
  readonly endpoint: ListEndpoint;
  readonly services: CompareServices;
  /** Rows of the list itself. */
  readonly table: RowTable;
  readonly before: BeforeReload;
  readonly openTable: (options?: TableOptions) => RowTable;
  /** What the list shows, and where it is. */
  readonly own: () => { readonly query: ListQuery; readonly state: ListState };
  readonly reloadOwn: () => Promise<void>;
  readonly loadAllOwn: () => Promise<void>;
  readonly describeError: (error: unknown) => PanelNotice;
  /** Does something whose outcome nobody awaits; it fails in words. */
  readonly run: (start: () => Promise<void>) => undefined;
  readonly onChange: () => void;
}

/** The other side: a list with rows of its own, or the list itself before its reload. */
interface OtherSide {
  readonly choice: CompareChoice;
  readonly query: ListQuery;
  readonly session: ListSession | undefined;
  readonly table: RowTable | undefined;
}

/** Holds a list against another one, for one panel; the thread of the tables does the work. */
export class ListComparison implements vscode.Disposable {
  private other: OtherSide | undefined;
  private isOtherFirst = false;
  /** There once snapshots were wanted. */
  private snapshots: ComparedSnapshots | undefined;
  /** They are what is compared with. */
  private isOfSnapshots = false;
  /** Grows with each choice: the last one counts, however long those before it take. */
  private openings = 0;

  constructor(private readonly options: ComparisonOptions) {}

  get view(): ComparisonView {
    const { endpoint, services, before, own } = this.options;
    const hasBefore = before.rows !== undefined;
    const offers = compareOffers(endpoint, own().query, { hasBefore, services });
    const { opened } = this;
    const snapshots = this.isOfSnapshots ? this.snapshots?.view : undefined;
    return {
      offers,
      ...(opened === undefined ? {} : { opened }),
      ...(snapshots === undefined ? {} : { snapshots }),
    };
  }

  /** Answers to everything that the compare tab asks. */
  handlers(): Pick<Handlers<ListToHost>, CompareCall> {
    const { run } = this.options;
    return {
      compareWith: ({ choice }) => run(() => this.open(choice)),
      compareStep: ({ step }) => run(() => this.step(step)),
      compareAct: ({ id }) => run(() => this.act(id)),
      compareRows: (question) =>
        this.on((table, other) => table.ask("compare", { ...question, other })),
      compareNext: (question) =>
        this.on((table, other) => table.ask("compareNext", { ...question, other })),
      compareCopy: async (question) => {
        const { text, rows } = await this.on((table, other) =>
          table.ask("compareCopy", { ...question, other }),
        );
        await this.options.services.copy(text);
        return { rows };
      },
      openDifference: ({ isSorted }) => run(() => this.openDifference(isSorted)),
      compareValues: ({ column }) => this.demandSnapshots().course(column),
    };
  }

  /** Rows that came through this connection are not shown any more; files of snapshots are. */
  invalidate(connectionId: string): void {
    const { other } = this;
    const isOwn = this.options.own().query.connectionId === connectionId;
    const isOther = other?.query.connectionId === connectionId;
    if (other !== undefined && !this.isOfSnapshots && (isOwn || isOther)) {
      this.openings++;
      this.close();
      this.options.onChange();
    }
  }

  dispose(): void {
    this.close();
    this.snapshots?.dispose();
  }

  /** Holds the list against what was chosen; what the choice leaves open is asked for. */
  async open(wanted: CompareChoice): Promise<void> {
    if (wanted.source === "snapshot") {
      return this.openSnapshot(wanted);
    }
    const opening = ++this.openings;
    const { services, endpoint, openTable, own, onChange } = this.options;
    const choice = await completeChoice(services, own().query, wanted);
    if (choice === undefined || opening !== this.openings) {
      return;
    }
    this.isOfSnapshots = false;
    this.close();
    const { query: ownQuery } = own();
    const rulesOf = (id: string): ListRules => services.rules.rules(id, ownQuery.operationId);
    const query = otherQuery(endpoint, { query: ownQuery, rulesOf }, choice);
    const isBefore = choice.source === "before";
    const table = isBefore ? undefined : openTable();
    const session = table && this.sessionOf(query, table);
    this.other = { choice, query, session, table };
    this.isOtherFirst = isBefore;
    onChange();
    await (query.mode === "all" ? session?.loadAll() : session?.load(query));
  }

  private close(): void {
    this.other?.session?.dispose();
    this.other?.table?.dispose();
    this.other = undefined;
    this.snapshots?.close();
  }

  private async openSnapshot(wanted: CompareChoice): Promise<void> {
    const { own, onChange } = this.options;
    const opening = ++this.openings;
    this.close();
    this.snapshots ??= this.createSnapshots();
    this.isOfSnapshots = true;
    this.isOtherFirst = true;
    try {
      const choice = await this.snapshots.open(wanted);
      if (opening !== this.openings) {
        return;
      }
      this.other = choice && { choice, query: own().query, session: undefined, table: undefined };
    } finally {
      onChange();
    }
    await this.snapshots.load();
  }

  private createSnapshots(): ComparedSnapshots {
    const { options } = this;
    const { services, table, openTable, own, onChange } = options;
    const ownSide = (): Side => this.ownSide;
    return services.snapshotComparisons.create({
      ...{ table, openTable, own, onChange, ownSide },
      // Another definition may be active by the time that it looks.
      endpoint: () => options.endpoint,
    });
  }

  private sessionOf(query: ListQuery, table: RowTable): ListSession {
    const { endpoint, services, onChange } = this.options;
    return new ListSession({
      ...{ endpoint, query, table, onChange, translate },
      client: () => services.client(query.connectionId),
      rules: () => services.rules.rules(query.connectionId, query.operationId),
    });
  }

  private get opened(): OpenedComparison | undefined {
    const { other } = this;
    const sides = this.sides;
    if (other === undefined || sides === undefined) {
      return undefined;
    }
    const { own } = this.options;
    const state = other.session?.state;
    const [left, right] = sides.map((side) => side.describe());
    const status = state?.action && statusOf(state.action);
    const { version } = this;
    const failure = state?.failure?.error ?? this.snapshotFailure;
    const loading = [own().state.loading, state?.loading];
    return (
      left &&
      right && {
        choice: other.choice,
        sides: [left, right],
        isLoading:
          loading.some((query) => query !== undefined) || this.snapshots?.isLoading === true,
        ...(version === undefined ? {} : { version }),
        ...(status === undefined ? {} : { status }),
        ...(failure === undefined ? {} : { error: this.notice(failure) }),
      }
    );
  }

  /** Left and right; undefined where there is no other side, or not any more. */
  private get sides(): readonly [Side, Side] | undefined {
    if (this.isOfSnapshots) {
      const sides = this.snapshots?.sides;
      return this.isOtherFirst ? sides : sides && [sides[1], sides[0]];
    }
    const { ownSide: mine, otherSide: theirs } = this;
    if (theirs === undefined) {
      return undefined;
    }
    return this.isOtherFirst ? [theirs, mine] : [mine, theirs];
  }

  private get ownSide(): Side {
    const { own, table } = this.options;
    const { query, state } = own();
    return this.sideOf(table, { ...state, query });
  }

  private get otherSide(): Side | undefined {
    const { other } = this;
    const { own, before } = this.options;
    if (other?.session === undefined || other.table === undefined) {
      const { rows } = before;
      return other && rows && this.sideOf(rows.table, { query: own().query, loaded: rows.loaded });
    }
    const { state } = other.session;
    return this.sideOf(other.table, { ...state, query: { ...other.query, ...state.query } });
  }

  private sideOf(
    table: RowTable,
    { query, loaded, growing }: Pick<ListState, "query" | "loaded"> & Partial<ListState>,
  ): Side {
    const { endpoint, services } = this.options;
    return {
      table,
      revision: growing === undefined ? loaded?.page.facts.revision : undefined,
      describe: () => describeSide({ endpoint, services, query, loaded }),
    };
  }

  private get snapshotFailure(): unknown {
    return this.isOfSnapshots ? this.snapshots?.failure : undefined;
  }

  private get version(): string | undefined {
    const { sides } = this;
    const isReady = sides?.every(({ revision }) => revision !== undefined);
    return isReady === true && this.snapshotFailure === undefined
      ? JSON.stringify([
          ...(sides ?? []).map(({ table, revision }) => [table.id, revision]),
          this.options.services.privacy.isOn,
        ])
      : undefined;
  }

  private notice(error: unknown): PanelNotice {
    const notice = this.options.describeError(error);
    const retry = { id: LIST_ACTIONS.retry, label: vscode.l10n.t("Retry") };
    const has = notice.actions.some(({ id }) => id === retry.id);
    return has ? notice : { ...notice, actions: [...notice.actions, retry] };
  }

  private async step(step: CompareStep): Promise<void> {
    const { session } = this.other ?? {};
    const action = session?.state.action;
    switch (step) {
      case "swap":
        this.isOtherFirst = !this.isOtherFirst;
        return this.options.onChange();
      case "reload":
        await Promise.all([this.options.reloadOwn(), session?.reload(), this.again()]);
        return;
      case "loadAll":
        return this.options.loadAllOwn();
      case "keepSnapshot":
        await vscode.commands.executeCommand("financialPlanning.snapshot.keep");
        return this.again();
      case "openSnapshotFile":
      case "chooseSnapshotFolder":
        return this.chooseSnapshot(step);
      case "stop":
        return session?.stop();
      case "openRequest": {
        const argument: RequestArgument | undefined = action && { actionId: action.id };
        return vscode.commands.executeCommand("financialPlanning.requests.open", argument);
      }
      case "copyRequestId":
      case "copyTraceId": {
        const status = action && statusOf(action);
        const text = step === "copyRequestId" ? status?.requestId : status?.traceId;
        await this.options.services.copy(text ?? "");
      }
    }
  }

  /** The same of snapshots once more: the folder may hold others now. */
  private async again(): Promise<void> {
    if (this.isOfSnapshots) {
      await this.openSnapshot(this.other?.choice ?? { source: "snapshot", onlyChanges: false });
    }
  }

  private async chooseSnapshot(step: "openSnapshotFile" | "chooseSnapshotFolder"): Promise<void> {
    const { dialogs, snapshotComparisons } = this.options.services;
    const onlyChanges = this.other?.choice.onlyChanges ?? false;
    if (step === "chooseSnapshotFolder") {
      const folder = await snapshotComparisons.chooseFolder();
      return folder === undefined
        ? undefined
        : this.openSnapshot({ source: "snapshot", onlyChanges });
    }
    const title = vscode.l10n.t("Exported file to compare with");
    const file = await dialogs.openFile(title, ["jsonl", "ndjson", "json"]);
    if (file !== undefined) {
      const { name } = await this.demandSnapshots().pick(file);
      await this.openSnapshot({ source: "snapshot", onlyChanges, snapshot: name });
    }
  }

  private async act(id: string): Promise<void> {
    const { session } = this.other ?? {};
    const error = session?.state.failure?.error ?? this.snapshotFailure;
    const { actions = [] } = error === undefined ? {} : this.notice(error);
    if (!actions.some((action) => action.id === id)) {
      return;
    }
    const { errorActions } = this.options.services;
    if (id === LIST_ACTIONS.retry || (await errorActions.run(id, error))) {
      await (session?.reload() ?? this.again());
    }
  }

  private async on<T>(ask: (left: RowTable, right: number) => Promise<T>): Promise<T> {
    const [left, right] = this.demandSides();
    return ask(left.table, right.table.id);
  }

  private async openDifference(isSorted: boolean): Promise<void> {
    const { services, endpoint } = this.options;
    const sides = this.demandSides();
    const texts = await Promise.all(sides.map(({ table }) => table.ask("laidOut", { isSorted })));
    const name = `${fileNameOf(endpoint.operationId)}${isSorted ? "-sorted" : ""}`;
    const { answers } = services;
    // What the thread masked stays so; the mode may have changed meanwhile.
    const [left, right] = texts.map(({ bytes, isMasked }) =>
      isMasked ? answers.addOwn(`${name}-masked.json`, bytes) : answers.add(`${name}.json`, bytes),
    );
    if (left !== undefined) {
      answers.closeWhenMasked(left);
    }
    const [one, two] = sides.map((side) => sideWords(side.describe()));
    const title = isSorted
      ? vscode.l10n.t("{0} ↔ {1} (names sorted for reading)", one ?? "", two ?? "")
      : `${one} ↔ ${two}`;
    await openDiff(left, right, title);
  }

  private demandSnapshots(): ComparedSnapshots {
    if (this.snapshots === undefined) {
      throw new AppError("input", "lists/rowsGone");
    }
    return this.snapshots;
  }

  private demandSides(): readonly [Side, Side] {
    if (this.sides === undefined) {
      throw new AppError("input", "lists/rowsGone");
    }
    return this.sides;
  }
}
