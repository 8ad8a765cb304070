import * as vscode from "vscode";
import type { ChangedTexts } from "../../definitions/common/activeText";
import { readDefinition } from "../../../platform/service/definition/definition";
import { AppError } from "../../../platform/base/errors";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { addressOf, listEndpoints, type ListEndpoint, listKeyOf } from "../common/listEndpoint";
import type { ListRules } from "../common/listRules";
import { LIST_OPERATIONS } from "../common/operations";
import type { RowTables } from "../common/table/rowTables";
import { createRowTables } from "../common/table/tableWorkerClient";
import type { Action } from "../../../platform/base/action";
import { DisposableStore } from "../../../platform/vscode/disposables";
import { webviewOptions } from "../../../platform/vscode/webviewHtml";
import { LIST_PANEL, type NodeArgument, type OpenListArgument } from "../../../manifest";
import { type CompareChoice, FIRST_LAYOUT, type ListLayout } from "../messages/listLayout";
import { listState } from "../messages/listMessages";
import { accepted } from "../../../platform/base/messageSchemas";
import type { ListQuery } from "../messages/listQuery";
import { KeptColumns } from "../common/keptColumns";
import type { ExportableLists, ExportablePanel } from "./exportable";
import { type ListInFront, ListPanel } from "./listPanel";
import { type ListPlace, pickEndpoint } from "./pickEndpoint";
import type { ListsServices } from "./services";

interface OpenOptions {
  readonly isBeside?: boolean;
  /** As in the panel that it was opened from; of new ones the columns of the last. */
  readonly layout?: ListLayout;
}

type ListName = Pick<ListQuery, "connectionId" | "operationId">;

/** The open panels: one per query and copy of it. Loaded with the first of them. */
export class OpenPanels implements vscode.Disposable, ExportableLists {
  private readonly byKey = new Map<string, ListPanel>();
  private readonly columns: KeptColumns;
  private readonly tables: RowTables;
  private readonly store = new DisposableStore();
  /** Drift that was put away. */
  private readonly dismissed = new Set<string>();
  /** Lists of the definition that each connection lives by. */
  private readonly endpoints = new Map<string, Promise<readonly ListEndpoint[]>>();

  constructor(private readonly services: ListsServices) {
    const { columnsMemory, privacy, tableWorker, log } = services;
    this.columns = new KeptColumns(columnsMemory);
    this.tables = createRowTables({ worker: tableWorker, clock: SYSTEM_CLOCK, log });
    this.mask();
    this.store.add(privacy.onDidChange(() => this.mask()));
    this.store.add(
      services.drift.onDidChange(() => this.byKey.forEach((panel) => panel.driftChanged())),
    );
    this.store.add(
      services.onDidInvalidateRows((connectionId) =>
        this.byKey.forEach((panel) => panel.invalidateRows(connectionId)),
      ),
    );
    this.store.add(
      services.onDidChangeConnections(() =>
        this.byKey.forEach((panel) => panel.connectionChanged()),
      ),
    );
    this.store.add(services.onDidChangeDefinition((changed) => this.rereadEndpoints(changed)));
    this.store.add(
      services.onDidGainAccess((connectionId) =>
        this.byKey.forEach((panel) => {
          if (panel.query.connectionId === connectionId) {
            void panel.retryAccess();
          }
        }),
      ),
    );
  }

  /** Shows the list's panel, or makes one and loads it. */
  async open(query: ListQuery): Promise<void> {
    const { panel, isNew } = await this.revealOrCreate(query);
    if (isNew) {
      await panel.load();
    }
  }

  /** Makes a panel beside, one more where the list has some already. */
  async openBeside(query: ListQuery, layout?: ListLayout): Promise<void> {
    const endpoint = await this.endpointOf(query);
    const taken = new Set(this.of(query).map((panel) => panel.query.copy));
    let copy = 0;
    while (taken.has(copy)) {
      copy++;
    }
    const options = { isBeside: true, ...(layout && { layout }) };
    await this.create({ ...query, copy }, endpoint, options).load();
  }

  /** Copies where the first page of a list comes from; nothing is sent for that. */
  async copyAddress(query: ListQuery): Promise<void> {
    const endpoint = await this.find(query);
    const client = await this.services.client(query.connectionId);
    if (endpoint !== undefined) {
      const { url } = addressOf(client, endpoint, query, this.rulesOf(query));
      await this.services.copy(this.services.privacy.masking.maskText(url));
    }
  }

  /** Asks which list of the definition is wanted, and opens it. */
  async openEndpoint(place: ListPlace): Promise<void> {
    const query = await this.choose(place);
    if (query !== undefined) {
      await this.open(query);
    }
  }

  /** Asks which list of the definition is wanted; undefined for a refusal. */
  async choose(place: ListPlace): Promise<ListQuery | undefined> {
    const chosen = await pickEndpoint(
      this.services,
      await this.readEndpoints(place.connectionId),
      place,
    );
    if (chosen === undefined) {
      return undefined;
    }
    const { connectionId } = place;
    return this.firstPage({ ...chosen, connectionId });
  }

  /** Of the connection's definition. Throws `AppError` `definition/unknownOperation`. */
  async endpointOf(query: ListName): Promise<ListEndpoint> {
    const endpoint = await this.find(query);
    if (endpoint === undefined) {
      const values = { name: query.operationId };
      throw new AppError("internal", "definition/unknownOperation", { values });
    }
    return endpoint;
  }

  /** The first page of the list that an argument names; throws `input/noPanel`. */
  async queryOf(argument: NodeArgument | OpenListArgument | undefined): Promise<ListQuery> {
    if (argument === undefined || !("list" in argument)) {
      throw noPanel();
    }
    const { connectionId, list, clientId, clientLabel } = argument;
    const operationId = list === "other" ? argument.operationId : LIST_OPERATIONS[list];
    if (operationId === undefined) {
      throw noPanel();
    }
    const endpoint = await this.find({ connectionId, operationId });
    return this.firstPage({
      ...{ connectionId, operationId },
      path: clientId === undefined ? {} : { [endpoint?.clientParameter ?? "clientId"]: clientId },
      ...(clientLabel === undefined ? {} : { subject: clientLabel }),
    });
  }

  /** What can be taken along of the panel in front. */
  get front(): ExportablePanel | undefined {
    return this.inFront()?.exportable;
  }

  /** Asks which snapshots of a list are compared, and opens its panel with them. */
  async compareSnapshots(argument: NodeArgument | OpenListArgument | undefined): Promise<void> {
    const query =
      argument === undefined
        ? (this.inFront()?.query ?? (await this.choose(this.services.placeOf(undefined))))
        : await this.queryOf(argument);
    const choice = query && (await this.services.snapshotComparisons.choose(query));
    if (query !== undefined && choice !== undefined) {
      await this.compare(query, choice);
    }
  }

  /** Opens the panel of a list and holds it against what is chosen. */
  async compare(query: ListQuery, choice: CompareChoice): Promise<void> {
    const layout = { ...FIRST_LAYOUT, columns: this.columns.of(query), tab: "compare" as const };
    const { panel, isNew } = await this.revealOrCreate(query, { layout });
    if (!isNew) {
      panel.showTab("compare");
    }
    await panel.compareWith(choice);
  }

  /** Takes a panel over after a window reload; calls nobody without a token that is alive. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const decoded = accepted(listState, state);
    const endpoint = decoded && (await this.find(decoded.query));
    if (decoded === undefined || this.byKey.has(keyOf(decoded.query))) {
      panel.dispose();
      return;
    }
    const { connectionId, mode } = decoded.query;
    const restored = this.adopt(panel, endpoint, decoded.query);
    const canLoad =
      this.services.connection(connectionId) && this.services.hasLiveToken(connectionId);
    // One page is little to ask for; a whole list is asked for by hand alone.
    if (canLoad === true && mode === "page") {
      await restored.load();
    }
  }

  /** The panel that the user is in; throws `input/noPanel` when there is none. */
  active(): ListPanel {
    const found = this.inFront();
    if (found === undefined) {
      throw noPanel();
    }
    return found;
  }

  /** The action that the panel in front shows. */
  get activeAction(): Action | undefined {
    return this.inFront()?.action;
  }

  /** What the panel in front asks for. */
  get activeList(): ListInFront | undefined {
    return this.inFront()?.list;
  }

  /** Rows of the page that the panel in front shows. */
  get activeRows(): number | undefined {
    return this.inFront()?.rowCount;
  }

  dispose(): void {
    // The tabs stay: closing them here would take them from the window that is being reloaded.
    for (const panel of this.byKey.values()) {
      panel.dispose();
    }
    this.store.dispose();
    void this.tables.dispose();
  }

  /** Privacy mode was turned on or off: what is on screen is drawn anew, at once. */
  private mask(): void {
    const { isOn, key } = this.services.privacy;
    this.tables.setMask(isOn ? key : undefined);
    for (const panel of this.byKey.values()) {
      panel.redraw();
    }
  }

  private async revealOrCreate(
    query: ListQuery,
    options?: OpenOptions,
  ): Promise<{ readonly panel: ListPanel; readonly isNew: boolean }> {
    const known = this.reveal(query);
    if (known !== undefined) {
      return { panel: known, isNew: false };
    }
    const endpoint = await this.endpointOf(query);
    // A second click may have made it meanwhile.
    const made = this.reveal(query);
    return made === undefined
      ? { panel: this.create(query, endpoint, options), isNew: true }
      : { panel: made, isNew: false };
  }

  /** Brings the list's panel to the front, where there is one. */
  private reveal(query: ListQuery): ListPanel | undefined {
    const [known] = this.of(query);
    known?.panel.reveal();
    return known;
  }

  private create(
    query: ListQuery,
    endpoint: ListEndpoint,
    { isBeside, layout }: OpenOptions = {},
  ): ListPanel {
    const root = vscode.Uri.joinPath(this.services.extensionUri, "dist", "webview");
    const column = isBeside === true ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel(LIST_PANEL, "", column, webviewOptions(root));
    const columns = this.columns.of(query);
    return this.adopt(panel, endpoint, query, layout ?? { ...FIRST_LAYOUT, columns });
  }

  private adopt(
    panel: vscode.WebviewPanel,
    endpoint: ListEndpoint | undefined,
    query: ListQuery,
    layout?: ListLayout,
  ): ListPanel {
    const key = keyOf(query);
    const made = new ListPanel({
      ...{ panel, endpoint, query, layout },
      services: this.services,
      ...{ table: this.tables.open(), dismissed: this.dismissed },
      openTable: (options) => this.tables.open(options),
      keepColumns: (columns) => this.columns.keep(query, columns),
      openBeside: (shown, shownLayout) => this.openBeside(shown, shownLayout),
    });
    this.byKey.set(key, made);
    panel.onDidDispose(() => {
      if (this.byKey.get(key) === made) {
        this.byKey.delete(key);
      }
      made.dispose();
    });
    return made;
  }

  private of(query: ListQuery): readonly ListPanel[] {
    const wanted = listKeyOf(query);
    return [...this.byKey.values()].filter((panel) => listKeyOf(panel.query) === wanted);
  }

  /** Rows per page as a setting has them, the number of the page by the list's rules. */
  private firstPage(list: ListName & Pick<ListQuery, "path" | "subject">): ListQuery {
    const { firstPage = 1, pageSize: said } = this.rulesOf(list);
    const pageSize = said ?? this.services.pageSize(list.connectionId);
    return {
      ...{ ...list, parameters: {}, pageNumber: firstPage, mode: "page", copy: 0 },
      pageSize: Math.min(Math.max(1, Math.trunc(pageSize)), Number.MAX_SAFE_INTEGER),
    };
  }

  private rulesOf({ connectionId, operationId }: ListName): ListRules {
    return this.services.rules.rules(connectionId, operationId);
  }

  private inFront(): ListPanel | undefined {
    return [...this.byKey.values()].find(({ panel }) => panel.active);
  }

  /** As the connection's definition has it. */
  async find({ connectionId, operationId }: ListName): Promise<ListEndpoint | undefined> {
    const endpoints = await this.readEndpoints(connectionId);
    return endpoints.find((one) => one.operationId === operationId);
  }

  private async readEndpoints(connectionId: string): Promise<readonly ListEndpoint[]> {
    const known = this.endpoints.get(connectionId);
    if (known !== undefined) {
      return known;
    }
    const read = this.services
      .definition(connectionId)
      .then((text) => listEndpoints(readDefinition(text)));
    this.endpoints.set(connectionId, read);
    read.catch(() => {
      if (this.endpoints.get(connectionId) === read) {
        this.endpoints.delete(connectionId);
      }
    });
    return read;
  }

  /** What a panel shows stays; from now on it asks as its connection's definition says now. */
  private rereadEndpoints(changed: ChangedTexts): void {
    changed.forEach((connectionId) => this.endpoints.delete(connectionId ?? ""));
    this.dismissed.clear();
    const panels = [...this.byKey.values()].filter(({ query }) => changed.has(query.connectionId));
    for (const panel of panels) {
      this.find(panel.query)
        .then((endpoint) => {
          // It may have been closed meanwhile.
          if (this.byKey.get(keyOf(panel.query)) === panel) {
            panel.setEndpoint(endpoint);
          }
        })
        .catch((error: unknown) => this.services.showError(error));
    }
  }
}

function noPanel(): AppError {
  return new AppError("input", "input/noPanel");
}

function keyOf(query: ListQuery): string {
  return `${listKeyOf(query)} ${query.copy}`;
}
