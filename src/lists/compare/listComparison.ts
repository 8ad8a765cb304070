import * as vscode from "vscode";
import { AppError } from "../../core/errors";
import type { BeforeReload } from "../../core/lists/beforeReload";
import type { ListEndpoint } from "../../core/lists/endpoint";
import type { LoadedPage } from "../../core/lists/pageLoad";
import { ListSession, type ListState } from "../../core/lists/session";
import { statusOf } from "../../core/lists/status";
import type { RowTable } from "../../core/lists/table/rowTables";
import type { RequestArgument } from "../../manifest";
import type { CompareCall } from "../../shared/listCompareChecks";
import type { CompareStep, ComparisonView, OpenedComparison } from "../../shared/listComparison";
import type { CompareChoice } from "../../shared/listLayout";
import type { ListToHost } from "../../shared/listMessages";
import type { ListQuery } from "../../shared/listQuery";
import type { PanelNotice } from "../../shared/panelNotice";
import type { Handlers } from "../../shared/rpc";
import { fileNameOf } from "../fileNames";
import { LIST_ACTIONS } from "../listNotices";
import type { CompareServices } from "./compareServices";
import { completeChoice, otherQuery } from "./otherSide";
import { compareOffers, describeSide, sideWords } from "./sides";

export interface ComparisonOptions {
  readonly endpoint: ListEndpoint;
  readonly services: CompareServices;
  /** Rows of the list itself. */
  readonly table: RowTable;
  readonly before: BeforeReload;
  readonly openTable: () => RowTable;
  /** What the list shows, and where it is. */
  readonly own: () => { readonly query: ListQuery; readonly state: ListState };
  readonly reloadOwn: () => Promise<void>;
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

interface Side {
  readonly query: ListQuery;
  readonly table: RowTable;
  readonly loaded: LoadedPage | undefined;
  readonly isGrowing: boolean;
}

/** Holds a list against another one, for one panel; the thread of the tables does the work. */
export class ListComparison implements vscode.Disposable {
  private other: OtherSide | undefined;
  private isOtherFirst = false;

  constructor(private readonly options: ComparisonOptions) {}

  get view(): ComparisonView {
    const { endpoint, services, before, own } = this.options;
    const hasBefore = before.rows !== undefined;
    const offers = compareOffers(endpoint, own().query, { hasBefore, services });
    const { opened } = this;
    return { offers, ...(opened === undefined ? {} : { opened }) };
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
    };
  }

  dispose(): void {
    this.other?.session?.dispose();
    this.other?.table?.dispose();
    this.other = undefined;
  }

  private async open(wanted: CompareChoice): Promise<void> {
    const { services, endpoint, openTable, own, onChange } = this.options;
    const choice = await completeChoice(services, own().query, wanted);
    if (choice === undefined) {
      return;
    }
    this.dispose();
    const query = otherQuery(endpoint, own().query, choice);
    const isBefore = choice.source === "before";
    const table = isBefore ? undefined : openTable();
    const session = table && this.sessionOf(query, table);
    this.other = { choice, query, session, table };
    this.isOtherFirst = isBefore;
    onChange();
    await (query.mode === "all" ? session?.loadAll() : session?.load(query));
  }

  private sessionOf(query: ListQuery, table: RowTable): ListSession {
    const { endpoint, services, onChange } = this.options;
    return new ListSession({
      ...{ endpoint, query, table, onChange },
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
    const { endpoint, services, own } = this.options;
    const state = other.session?.state;
    const [left, right] = sides.map((side) => describeSide({ endpoint, services, ...side }));
    const status = state?.action && statusOf(state.action);
    const { version } = this;
    const loading = [own().state.loading, state?.loading];
    return (
      left &&
      right && {
        choice: other.choice,
        sides: [left, right],
        isLoading: loading.some((query) => query !== undefined),
        ...(version === undefined ? {} : { version }),
        ...(status === undefined ? {} : { status }),
        ...(state?.failure === undefined ? {} : { error: this.notice(state.failure.error) }),
      }
    );
  }

  /** Left and right; undefined where there is no other side, or not any more. */
  private get sides(): readonly [Side, Side] | undefined {
    const { other, options } = this;
    const own = options.own();
    const mine = { ...stateOf(own.state), query: own.query, table: options.table };
    const theirs = other && (other.session === undefined ? this.beforeSide : sideOf(other));
    if (theirs === undefined) {
      return undefined;
    }
    return this.isOtherFirst ? [theirs, mine] : [mine, theirs];
  }

  private get beforeSide(): Side | undefined {
    const { own, before } = this.options;
    return before.rows && { ...before.rows, query: own().query, isGrowing: false };
  }

  private get version(): string | undefined {
    const { sides } = this;
    const isReady = sides?.every(({ loaded, isGrowing }) => loaded !== undefined && !isGrowing);
    return isReady === true
      ? JSON.stringify([
          ...(sides ?? []).map(({ table, loaded }) => [table.id, loaded?.page.facts.revision]),
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
        await Promise.all([this.options.reloadOwn(), session?.reload()]);
        return;
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

  private async act(id: string): Promise<void> {
    const { session } = this.other ?? {};
    const error = session?.state.failure?.error;
    const { actions = [] } = error === undefined ? {} : this.notice(error);
    if (!actions.some((action) => action.id === id)) {
      return;
    }
    const { errorActions } = this.options.services;
    if (id === LIST_ACTIONS.retry || (await errorActions.run(id, error))) {
      await session?.reload();
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
    const { answers, privacy } = services;
    // What the thread masked stays so.
    const [left, right] = texts.map(({ bytes }) =>
      privacy.isOn
        ? answers.addOwn(`${name}-masked.json`, bytes)
        : answers.add(`${name}.json`, bytes),
    );
    const [one, two] = sides.map((side) =>
      sideWords(describeSide({ endpoint, services, ...side })),
    );
    const title = isSorted
      ? vscode.l10n.t("{0} ↔ {1} (names sorted for reading)", one ?? "", two ?? "")
      : `${one} ↔ ${two}`;
    await vscode.commands.executeCommand("vscode.diff", left, right, title);
  }

  private demandSides(): readonly [Side, Side] {
    if (this.sides === undefined) {
      throw new AppError("input", "lists/rowsGone");
    }
    return this.sides;
  }
}

function stateOf({ loaded, growing }: ListState): Pick<Side, "loaded" | "isGrowing"> {
  return { loaded, isGrowing: growing !== undefined };
}

function sideOf({ query, table, session }: OtherSide): Side | undefined {
  const state = session?.state;
  return table && state && { ...stateOf(state), query: { ...query, ...state.query }, table };
}
