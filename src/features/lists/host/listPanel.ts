import { localizer, translate } from "../../../platform/vscode/translate";
import { setTimeout as wait } from "node:timers/promises";
import * as vscode from "vscode";
import { DOMAINS } from "../../../platform/base/connection";
import { isAppError, needsAccess } from "../../../platform/base/errors";
import { BeforeReload } from "../common/beforeReload";
import { addressOf, type ListEndpoint, missingParameters } from "../common/listEndpoint";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import type { ListRules } from "../common/listRules";
import { ListSession } from "../common/session";
import type { RowTable, TableOptions } from "../common/table/rowTables";
import type { Action } from "../../../platform/base/action";
import type { ServiceClient } from "../../../platform/service/client";
import { lazy } from "../../../platform/vscode/lazy";
import { contextKeySetter } from "../../../platform/vscode/contextKeys";
import { DisposableStore } from "../../../platform/vscode/disposables";
import { webviewHtml, webviewOptions } from "../../../platform/vscode/webviewHtml";
import { connectWebview } from "../../../platform/vscode/webviewRpc";
import {
  type ColumnLayout,
  type CompareChoice,
  FIRST_LAYOUT,
  type ListLayout,
  type ListTab,
} from "../messages/listLayout";
import {
  type HostToList,
  type ListContent,
  type ListStart,
  type ListToHost,
  type ListView,
  type PanelCommand,
  hostToList,
  listToHost,
} from "../messages/listMessages";
import type { ListQuery } from "../messages/listQuery";
import type { TableFacts } from "../messages/listQuestions";
import { plainText } from "../../../platform/base/plainText";
import type { Handlers, Rpc } from "../../../platform/base/rpc";
import { ListComparison } from "./compare/listComparison";
import { FieldCostMeasurement } from "./fields/fieldCostMeasurement";
import { ContentSender } from "./contentSender";
import { exportablePanel, type ExportablePanel } from "./exportable";
import { ListActs } from "./listActs";
import { listTexts, titleOf } from "./listTexts";
import { listView } from "./listView";
import { describeFailure } from "./listNotices";
import type { ListConnection, ListsServices } from "./services";

const STEP_MILLISECONDS = 100;
const LIMIT_MILLISECONDS = 1000;

interface ListPanelOptions {
  readonly panel: vscode.WebviewPanel;
  /** Undefined where the active definition does not have the list of the query. */
  readonly endpoint: ListEndpoint | undefined;
  readonly query: ListQuery;
  /** Of this panel alone, from now on. */
  readonly table: RowTable;
  /** One more, for rows that these are compared with. */
  readonly openTable: (options?: TableOptions) => RowTable;
  /** Of a new panel; one that is restored has its own. */
  readonly layout: ListLayout | undefined;
  readonly services: ListsServices;
  /** Whose drift the user has put away in this window, by connection and operation. */
  readonly dismissed: Set<string>;
  readonly keepColumns: (columns: ColumnLayout) => Promise<void>;
  readonly openBeside: (query: ListQuery, layout: ListLayout) => Promise<void>;
}

const setCanMeasure = contextKeySetter("financialPlanning.list.canMeasure");
const setCanCancel = contextKeySetter("financialPlanning.list.canCancel");
const setHasCall = contextKeySetter("financialPlanning.list.hasCall");
const setCanTurn = [
  ["previous", contextKeySetter("financialPlanning.list.canGoToPrevious")],
  ["next", contextKeySetter("financialPlanning.list.canGoToNext")],
  ["last", contextKeySetter("financialPlanning.list.canGoToLast")],
] as const;

/** What a panel asks for, and of which list. */
export interface ListInFront {
  readonly query: ListQuery;
  readonly endpoint: ListEndpoint;
}

/** One list in one editor tab: binds a session and its rows to a webview. */
export class ListPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  /** What commands do with it. */
  readonly acts: ListActs;
  private readonly session: ListSession;
  private readonly table: RowTable;
  private readonly before: BeforeReload;
  private readonly comparison: ListComparison;
  /** What the values of its parameters cost. */
  readonly fieldCosts: FieldCostMeasurement;
  private readonly rpc: Rpc<HostToList, ListToHost>;
  private readonly sender: ContentSender;
  private readonly store = new DisposableStore();
  private client: ServiceClient | undefined;
  private layout: ListLayout;
  private isNew: boolean;
  /** The tab that the page has not been told of: it may be hidden, or still loading. */
  private wantedTab: ListTab | undefined;
  /** The last one that was known. */
  private endpoint: ListEndpoint;
  private isGone: boolean;
  /** The connection as it was found last: one that was removed keeps its name here. */
  private connection: ListConnection | undefined;
  private shownAs = "";

  constructor(private readonly options: ListPanelOptions) {
    const { panel, query, layout } = options;
    this.panel = panel;
    this.endpoint = options.endpoint ?? unknownEndpoint(query);
    this.isGone = options.endpoint === undefined;
    this.noteConnection();
    // Another definition may be active by the time that they look.
    const live = withEndpoint(() => this.endpoint);
    this.layout = layout ?? FIRST_LAYOUT;
    this.isNew = layout !== undefined;
    this.table = options.table;
    this.session = new ListSession(
      live({
        ...{ query, table: this.table, translate },
        client: () => this.openClient(),
        rules: () => this.rules,
        seen: () => this.services.seenLists.of(query.connectionId, query.operationId),
        onChange: () => this.changed(),
      }),
    );
    this.before = new BeforeReload(this.table);
    this.comparison = this.compare(live);
    this.fieldCosts = this.createFieldCosts(live);
    this.sender = new ContentSender({
      table: this.table,
      view: () => this.view(),
      layout: () => this.layout,
      facts: () => this.facts,
      send: (content) => this.show(content),
      clock: SYSTEM_CLOCK,
    });
    this.acts = this.createActs(live);
    this.rpc = this.connect();
    this.store.add({ dispose: () => this.session.dispose() });
    [this.sender, this.comparison, this.before, this.fieldCosts].forEach((part) =>
      this.store.add(part),
    );
    this.store.add({ dispose: () => this.table.dispose() });
    this.open();
  }

  /** What it shows, as it would be asked for again. */
  get query(): ListQuery {
    return { ...this.options.query, ...this.session.place.query };
  }

  get list(): ListInFront {
    return { query: this.query, endpoint: this.endpoint };
  }

  /** The exchange that the status line tells of. */
  get action(): Action | undefined {
    return this.session.state.action;
  }

  /** How many rows that exchange brought; undefined where it failed. */
  get rowCount(): number | undefined {
    const { loaded, failure } = this.session.state;
    return failure === undefined ? loaded?.page.rows : undefined;
  }

  /** What of it can be taken along. */
  get exportable(): ExportablePanel {
    const { query, table, layout } = this;
    return exportablePanel({ query, table, layout, state: this.session.state });
  }

  /** Loads the page that the panel was made for; the outcome shows in the panel. */
  async load(): Promise<void> {
    const missing = missingParameters(this.endpoint, this.query.parameters);
    if (missing.length === 0 && !this.isGone) {
      await this.session.reload();
    }
  }

  /** Compares the list with another one, or a snapshot with another or with all of the list. */
  async compareWith(choice: CompareChoice): Promise<void> {
    if (choice.source !== "snapshot") {
      const own = this.session.state.wasAsked ? undefined : this.load();
      await Promise.all([this.comparison.open(choice), own]);
      return;
    }
    // Two snapshots need no service: it is asked after them, and may be out of reach.
    await this.comparison.open(choice);
    if (this.comparison.view.snapshots?.canLoadAll === true) {
      await this.session.loadAll();
    } else if (!this.session.state.wasAsked) {
      await this.load();
    }
  }

  /** Asks again for what failed for want of a sign-in or of trust. */
  async retryAccess(): Promise<void> {
    if (needsAccess(this.session.state.failure?.error)) {
      await this.session.reload();
    }
  }

  /** A connection is another service, environment or user: rows that came through it are not shown. */
  invalidateRows(connectionId: string): void {
    this.comparison.invalidate(connectionId);
    if (this.query.connectionId === connectionId) {
      this.client = undefined;
      this.before.forget();
      this.fieldCosts.dispose();
      this.session.reset();
    }
  }

  /** Its connection may be called otherwise, or be gone. */
  connectionChanged(): void {
    const { shownAs } = this;
    this.noteConnection();
    if (shownAs !== this.shownAs) {
      this.redraw();
    }
  }

  /** What is known of how its answers differ from the definition is other than before. */
  driftChanged(): void {
    this.sender.refresh();
  }

  /** The list as another definition has it, which is active now; undefined where it has none. */
  setEndpoint(endpoint: ListEndpoint | undefined): void {
    this.isGone = endpoint === undefined;
    this.endpoint = endpoint ?? this.endpoint;
    this.tellActs();
    this.redraw();
  }

  /** What a key of the editor wants of the webview, which cannot keep the key for itself. */
  wish(wish: PanelCommand): void {
    this.rpc.notify("wish", { wish });
  }

  /** Goes to a tab; a page that does not hear of it now begins with it. */
  showTab(tab: ListTab): void {
    this.wantedTab = tab;
    this.rpc.call("wish", { wish: tab }).then(
      () => {
        this.wantedTab = undefined;
      },
      () => undefined,
    );
  }

  /** The same list in one more panel beside, as it is laid out here. */
  openToSide(): Promise<void> {
    return this.options.openBeside(this.query, this.layout);
  }

  /** What is shown of the same rows is other than before. */
  redraw(): void {
    this.panel.title = plainText(this.title);
    this.sender.redraw();
  }

  /** Stops what is in flight. The tab itself is closed by its owner. */
  dispose(): void {
    this.store.dispose();
  }

  private noteConnection(): void {
    const found = this.services.connection(this.options.query.connectionId);
    this.shownAs = JSON.stringify([found?.label, found?.environment]);
    this.connection = found ?? this.connection;
  }

  private open(): void {
    const { panel, title } = this;
    panel.title = plainText(title);
    const root = vscode.Uri.joinPath(this.services.extensionUri, "dist", "webview");
    const { webview } = panel;
    webview.options = webviewOptions(root);
    webview.html = webviewHtml({ webview, root, script: "list.js", title });
    this.store.add(panel.onDidChangeViewState(() => this.tellActs()));
    this.tellActs();
  }

  private get rules(): ListRules {
    const { connectionId, operationId } = this.options.query;
    return this.services.rules.rules(connectionId, operationId);
  }

  private get services(): ListsServices {
    return this.options.services;
  }

  /** While all pages load, no faster than the panel takes them. */
  private show(content: ListContent): unknown {
    return content.view.walk?.state === "running"
      ? untilTaken(this.rpc.call("show", content))
      : this.rpc.notify("show", content);
  }

  /** Tells the palette what can be done with the panel, where it is the one in front. */
  private tellActs(): void {
    if (this.panel.active) {
      setCanMeasure(this.fieldCosts.isPossible);
      setCanCancel(this.acts.canCancel);
      setHasCall(this.action !== undefined);
      setCanTurn.forEach(([step, set]) => set(this.acts.canTurn(step)));
    }
  }

  private changed(): void {
    this.before.update(this.session.state);
    this.fieldCosts.update();
    this.tellActs();
    if (this.isBeginning) {
      this.sender.refreshLater();
    } else {
      this.sender.refresh();
    }
  }

  /** What is in the table now; of an answer that is still coming its first rows. */
  private get facts(): TableFacts | undefined {
    const { growing, loaded } = this.session.state;
    return growing ?? loaded?.page.facts;
  }

  /** A page was asked for and nothing is known of it yet. */
  private get isBeginning(): boolean {
    const { loading, growing, waiting, walk } = this.session.state;
    const isWalking = walk?.state === "running";
    return loading !== undefined && growing === undefined && waiting === undefined && !isWalking;
  }

  private get title(): string {
    const { query } = this.options;
    const { connection } = this;
    const subject = titleOf(this.endpoint, query, this.services.privacy.masking);
    return connection === undefined ? subject : `${subject} · ${connection.label}`;
  }

  private connect(): Rpc<HostToList, ListToHost> {
    const { panel, services } = this.options;
    const connection = connectWebview(panel, {
      handlers: this.handlers(),
      incoming: listToHost,
      outgoing: hostToList,
      describeFailure: (error) => ({
        code: isAppError(error) ? error.code : "internal/unexpected",
        text: describeFailure(error, this.endpoint.operationId, services).what,
      }),
    });
    this.store.add(connection);
    return connection.rpc;
  }

  private handlers(): Handlers<ListToHost> {
    const { table, acts } = this;
    return {
      start: ({ layout }) => this.start(layout),
      ...this.loadingHandlers(),
      ...this.comparison.handlers(),
      ...this.fieldCosts.handlers(),
      keepLayout: ({ layout }) => this.keepLayout(layout),
      rows: async (question) => {
        this.sender.note(question);
        return (await table.ask("rowsJson", question)).text;
      },
      summary: (question) => table.ask("summary", question),
      find: (question) => table.ask("find", question),
      findPath: async (question) => (await this.pathSearch()).find(question),
      copyPath: async (question) => (await this.pathSearch()).copy(question),
      chart: (question) => table.ask("chart", question),
      saveImage: (image) => this.run(() => acts.saveImage(image)),
      copyRows: (question) => acts.copyRows(question),
      openValue: (question) => this.run(() => acts.openValue(question)),
      openAsJson: () => this.run(() => acts.openAsJson()),
      openRequest: () => this.run(() => acts.openRequest()),
      openToSide: () => this.run(() => this.openToSide()),
      export: () => this.run(() => acts.export()),
      openListSettings: () => this.run(() => acts.changeRules()),
      act: ({ id }) => this.run(() => acts.act(id)),
      copy: ({ what }) => acts.copy(what),
    };
  }

  /** Loaded with the first query. */
  private readonly pathSearch = lazy(async () => {
    const { PathSearch } = await import("./pathSearch");
    const { pathWorker: worker } = this.services;
    const copy = (text: string): Promise<void> => this.services.copy(text);
    return this.store.add(new PathSearch({ table: this.table, worker, copy, localizer }));
  });

  /** Their outcome shows in the view, which the panel need not wait for. */
  private loadingHandlers(): Pick<Handlers<ListToHost>, LoadingCall> {
    const { acts } = this;
    return {
      turn: ({ step }) => this.run(() => acts.turn(step)),
      goTo: ({ pageNumber }) => this.run(() => acts.goTo(pageNumber)),
      resize: ({ pageSize }) => this.run(() => acts.resize(pageSize)),
      walk: ({ step }) => this.run(() => acts.walk(step)),
      setParameters: ({ values }) => this.run(() => acts.setParameters(values)),
    };
  }

  private createActs(live: ReturnType<typeof withEndpoint>): ListActs {
    const { services, query, dismissed } = this.options;
    return new ListActs(
      live({
        ...{ services, session: this.session, table: this.table },
        view: () => this.view(),
        address: () => this.openAddress(),
        dismissDrift: () => {
          dismissed.add(driftKey(query));
          this.sender.refresh();
        },
      }),
    );
  }

  private compare(live: ReturnType<typeof withEndpoint>): ListComparison {
    const { services, openTable } = this.options;
    return new ListComparison(
      live({
        ...{ services, openTable, table: this.table, before: this.before },
        own: () => ({ query: this.query, state: this.session.state }),
        reloadOwn: () => this.session.reload(),
        loadAllOwn: () => this.session.loadAll(),
        describeError: (error: unknown) =>
          describeFailure(error, this.endpoint.operationId, services),
        run: (start: () => Promise<void>) => this.run(start),
        onChange: () => this.sender.refresh(),
      }),
    );
  }

  private createFieldCosts(live: ReturnType<typeof withEndpoint>): FieldCostMeasurement {
    const { services } = this.options;
    const { operationId } = this.endpoint;
    return new FieldCostMeasurement(
      live({
        ...{ services, query: () => this.query },
        describeError: (error: unknown) => describeFailure(error, operationId, services).what,
        run: (start: () => Promise<void>) => this.run(start),
        onChange: () => this.sender.refresh(),
      }),
    );
  }

  /** It fails like a command, in one place and in words. */
  private run(start: () => Promise<void>): undefined {
    start().catch((error: unknown) => this.services.showError(error));
  }

  /** A new panel begins with the layout of the one before it; any other has its own. */
  private async start(layout: ListLayout | undefined): Promise<ListStart> {
    if (!this.isNew && layout !== undefined) {
      this.layout = layout;
    }
    this.layout = { ...this.layout, ...(this.wantedTab && { tab: this.wantedTab }) };
    this.isNew = false;
    this.wantedTab = undefined;
    return { ...(await this.sender.whole()), texts: listTexts(), layout: this.layout };
  }

  private async keepLayout(layout: ListLayout): Promise<undefined> {
    const before = JSON.stringify(this.layout.columns);
    this.layout = layout;
    // Who laid out no column here is not to undo what another panel of the list has laid out.
    if (JSON.stringify(layout.columns) !== before) {
      await this.options.keepColumns(layout.columns);
    }
    return undefined;
  }

  private async openClient(): Promise<ServiceClient> {
    this.client = await this.services.client(this.options.query.connectionId);
    return this.client;
  }

  /** Where the page comes from; nothing is sent for that. */
  private async openAddress(): Promise<ListView["address"]> {
    return addressOf(
      this.client ?? (await this.openClient()),
      this.endpoint,
      this.query,
      this.rules,
    );
  }

  private view(): ListView {
    const { endpoint, isGone } = this;
    const { query, services } = this.options;
    const { rules } = this;
    const { place } = this.session;
    const shown = listView({
      ...{ endpoint, isGone },
      target: query,
      connection: services.connection(query.connectionId),
      lastConnection: this.connection,
      ...{ state: this.session.state, place },
      ...{ waysOn: this.session.waysOn, rules },
      address: addressOf(this.client, endpoint, this.query, rules),
      privacy: services.privacy,
      drift: this.options.dismissed.has(driftKey(query))
        ? undefined
        : services.drift.of(query.connectionId, query.operationId),
      describeError: (error) => describeFailure(error, endpoint.operationId, services),
    });
    const { view: fields } = this.fieldCosts;
    return { ...shown, comparison: this.comparison.view, ...(fields && { fields }) };
  }
}

/**
 * Pages of a walk come faster than a panel is drawn: shown one by one they would keep the click
 * on Pause waiting behind them. A panel that is out of sight takes nothing, so there is a limit.
 */
async function untilTaken(shown: Promise<unknown>): Promise<void> {
  await Promise.race([shown.catch(() => undefined), wait(LIMIT_MILLISECONDS)]);
  await wait(STEP_MILLISECONDS);
}

function driftKey({ connectionId, operationId }: ListQuery): string {
  return JSON.stringify([connectionId, operationId]);
}

/** Gives what looks at an endpoint the one of the definition that is active when it looks. */
function withEndpoint(
  endpoint: () => ListEndpoint,
): <Facts extends object>(facts: Facts) => Facts & { readonly endpoint: ListEndpoint } {
  return (facts) =>
    Object.defineProperty({ ...facts, endpoint: endpoint() }, "endpoint", { get: endpoint });
}

/** Stands for a list that the active definition does not have, so that its panel can say so. */
function unknownEndpoint({ operationId, path }: ListQuery): ListEndpoint {
  // As the merge of definitions names what only a provider describes: "finances:GET /funds".
  const domain = DOMAINS.find((one) => operationId.startsWith(`${one}:`)) ?? "crm";
  return {
    ...{ operationId, domain, path: "", summary: operationId },
    ...{ pathParameters: Object.keys(path), parameters: [], takesPages: false },
  };
}

type LoadingCall = "turn" | "goTo" | "resize" | "walk" | "setParameters";
