import { setTimeout as wait } from "node:timers/promises";
import * as vscode from "vscode";
import type { MessagingProvider } from "./platform/vscode/messagingProvider";
import { COMMANDS } from "./commandIds";
import {
  ANSWER_SCHEME,
  BATCHES_VIEW,
  CONNECTIONS_VIEW,
  EXPORTS_VIEW,
  HISTORY_FOLDER,
  DEFINITIONS_PANEL,
  KNOWN_SCHEME,
  LIST_PANEL,
  type NodeArgument,
  type SelectedArgument,
  PLAN_PANEL,
  RECEIVED_VIEW,
  REQUEST_PANEL,
  REQUESTS_VIEW,
  SCHEMA_SCHEME,
  viewOfRows,
} from "./manifest";
import {
  type PayloadAnswering,
  registerPayloadQuestions,
} from "./features/pensions/host/payloadRegistrations";
import {
  type IdLinkAnswering,
  registerIdLinks,
} from "./features/requests/host/idLinkRegistrations";
import { watchPayloadFolders } from "./features/pensions/host/payloadWatcher";
import { clearContextKeys } from "./platform/vscode/contextKeys";
import { type OwnFiles, readOnlyFiles } from "./platform/vscode/readOnlyFiles";
import { plainText } from "./platform/base/plainText";
import {
  type AssistantAnswering,
  registerAssistants,
} from "./features/assistants/host/toolRegistrations";
import { batchFolder, tellKeptPlans } from "./features/sourceControl/host/keptPlans";
import { SourceControlDoors } from "./features/sourceControl/host/sourceControlDoors";

type Handler = (...values: never[]) => unknown;
type RestorePanel = (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;

interface ChosenNode extends NodeArgument {
  readonly kind: string;
}

const SELECTION_TURNS = 20;
const SELECTION_TURN_MS = 25;
/** Takes what the editor puts in the place of its row; nobody else runs it. */
const TAKE_ROW = "_financialPlanning.takeRow";

/** What the features answer with, once they are loaded. */
export interface Answering extends PayloadAnswering, IdLinkAnswering, AssistantAnswering {
  /** Tells at once of the changes that it holds back. */
  readonly tree: MessagingProvider & { tellChanges(): void };
  /** Exports of this window, and what was left behind. */
  readonly exports: vscode.TreeDataProvider<unknown>;
  /** Plans and reports of payloads that are written together; asked for when it is first seen. */
  readonly batches: MessagingProvider;
  /** Calls that the sandbox received. */
  readonly receivedCalls: MessagingProvider;
  /** What the service is known to hold of the pensions that payloads are for. */
  readonly known: OwnFiles;
  readonly restorePlan: RestorePanel;
  /** Looks for payloads: somebody sees the view of source control. */
  readonly openChanges: () => Promise<void>;
  readonly onDidOpenChanges: vscode.Event<void>;
  /** Answers of the service; only privacy mode changes how they read. */
  readonly files: OwnFiles;
  /** What the editor's JSON service reads the schema of payloads from. */
  readonly schemas: OwnFiles;
  readonly openUri: (uri: vscode.Uri) => void;
  readonly restorePanel: RestorePanel;
  readonly restoreRequest: RestorePanel;
  readonly restoreDefinitions: RestorePanel;
  readonly fillRequestsView: (view: vscode.WebviewView) => Promise<void>;
}

type Following = Pick<
  Answering,
  | "tree"
  | "exports"
  | "batches"
  | "receivedCalls"
  | "lenses"
  | "files"
  | "schemas"
  | "known"
  | "onDidOpenChanges"
>;

/**
 * Everything that the editor may ask for first, registered while activating and cheap: the
 * first question loads the features, which answer it and all others.
 */
export class Registrations {
  private readonly commands = new Map<string, Handler>();
  private readonly treeChanged = new vscode.EventEmitter<unknown>();
  private readonly exportsChanged = new vscode.EventEmitter<unknown>();
  private readonly batchesChanged = new vscode.EventEmitter<unknown>();
  private readonly receivedChanged = new vscode.EventEmitter<unknown>();
  private readonly knownChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly lensesChanged = new vscode.EventEmitter<void>();
  private readonly filesChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly schemasChanged = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly chosen = new vscode.EventEmitter<unknown>();
  private readonly doors = new SourceControlDoors(() => void this.openChanges());
  private view: vscode.TreeView<unknown> | undefined;
  /** The row that the editor named last, when it was asked for the one with the focus. */
  private focused: unknown;
  /** Fires with a node of the tree that the user selected or expanded; undefined for none. */
  readonly onDidChooseNode = this.chosen.event;

  constructor(
    private readonly answering: () => Promise<Answering>,
    private readonly isLoaded: () => boolean,
  ) {}

  /** Registers all of it with the editor. */
  register(context: vscode.ExtensionContext): vscode.Disposable[] {
    const window = vscode.window;
    const storage = context.globalStorageUri;
    clearContextKeys();
    void tellKeptPlans(batchFolder(context));
    return [
      ...Object.keys(COMMANDS).map((id) => this.registerCommand(id)),
      vscode.commands.registerCommand(TAKE_ROW, (row: unknown) => {
        this.focused = row;
      }),
      ...this.registerTree(),
      this.registerLater(EXPORTS_VIEW, "exports", this.exportsChanged.event),
      this.registerLater(BATCHES_VIEW, "batches", this.batchesChanged.event),
      this.registerLater(RECEIVED_VIEW, "receivedCalls", this.receivedChanged.event),
      this.doors,
      watchPayloadFolders((folders) => this.doors.show(folders)),
      // An address that started the editor is delivered only once, right after activation.
      window.registerUriHandler({
        handleUri: async (uri) => (await this.answering()).openUri(uri),
      }),
      window.registerWebviewPanelSerializer(LIST_PANEL, {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await this.answering()).restorePanel(panel, state),
      }),
      window.registerWebviewPanelSerializer(REQUEST_PANEL, {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await this.answering()).restoreRequest(panel, state),
      }),
      window.registerWebviewPanelSerializer(DEFINITIONS_PANEL, {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await this.answering()).restoreDefinitions(panel, state),
      }),
      window.registerWebviewPanelSerializer(PLAN_PANEL, {
        deserializeWebviewPanel: async (panel, state: unknown) =>
          (await this.answering()).restorePlan(panel, state),
      }),
      window.registerWebviewViewProvider(REQUESTS_VIEW, {
        resolveWebviewView: async (view) => (await this.answering()).fillRequestsView(view),
      }),
      this.registerFiles(ANSWER_SCHEME, "files", this.filesChanged.event),
      this.registerFiles(SCHEMA_SCHEME, "schemas", this.schemasChanged.event),
      this.registerFiles(KNOWN_SCHEME, "known", this.knownChanged.event),
      registerPayloadQuestions(this.answering, this.lensesChanged.event),
      registerAssistants(context, this.answering),
      registerIdLinks({
        ...{ answering: this.answering, isLoaded: this.isLoaded },
        historyFolder: vscode.Uri.joinPath(storage, HISTORY_FOLDER),
      }),
    ];
  }

  /** Names the handler of a command; the editor knows the command already. */
  setCommand(id: string, handler: Handler): vscode.Disposable {
    this.commands.set(id, handler);
    return { dispose: () => void this.commands.delete(id) };
  }

  /** Passes on that the tree, the lines above payloads or answers have to be drawn anew. */
  subscribe({ files, schemas, known, ...following }: Following): vscode.Disposable {
    const { tree, exports, batches, receivedCalls, lenses, onDidOpenChanges } = following;
    return vscode.Disposable.from(
      onDidOpenChanges(() => this.doors.open()),
      files.onDidChangeFile((changes) => this.filesChanged.fire(changes)),
      schemas.onDidChangeFile((changes) => this.schemasChanged.fire(changes)),
      known.onDidChangeFile((changes) => this.knownChanged.fire(changes)),
      tree.onDidChangeTreeData?.((node) => this.treeChanged.fire(node)) ?? NOTHING,
      exports.onDidChangeTreeData?.((node) => this.exportsChanged.fire(node)) ?? NOTHING,
      batches.onDidChangeTreeData?.((node) => this.batchesChanged.fire(node)) ?? NOTHING,
      receivedCalls.onDidChangeTreeData?.((row) => this.receivedChanged.fire(row)) ?? NOTHING,
      lenses.onDidChangeCodeLenses?.(() => this.lensesChanged.fire()) ?? NOTHING,
    );
  }

  /** Selects a node of the tree, opened, and brings the view up. */
  async reveal(node: unknown): Promise<void> {
    const { tree } = await this.answering();
    // A row that was just added may be among what is held back.
    tree.tellChanges();
    const parents: unknown[] = [];
    for (let one = await tree.getParent?.(node); one; one = await tree.getParent?.(one)) {
      parents.unshift(one);
    }
    // Level by level: the editor gives up half-way where a row on the way is drawn anew meanwhile.
    for (const parent of parents) {
      await this.view?.reveal(parent, { select: false, focus: false, expand: true });
    }
    await this.view?.reveal(node, { select: true, focus: true, expand: true });
  }

  private async openChanges(): Promise<void> {
    try {
      await (await this.answering()).openChanges();
    } catch {
      // What fails to load says so to whoever asks for something; nobody asked here.
    }
  }

  private registerFiles(
    scheme: string,
    name: "files" | "schemas" | "known",
    changed: vscode.Event<vscode.FileChangeEvent[]>,
  ): vscode.Disposable {
    const files = readOnlyFiles(async () => (await this.answering())[name], changed);
    const options = { isReadonly: true, isCaseSensitive: true };
    return vscode.workspace.registerFileSystemProvider(scheme, files, options);
  }

  private registerCommand(id: string): vscode.Disposable {
    return vscode.commands.registerCommand(id, async (...values: never[]) => {
      await this.answering();
      const first: unknown = values[0];
      if (isLostRow(values)) {
        const row = await retryWhileUndefined(() => this.focusedIn(viewOfRows(id)));
        return this.commands.get(id)?.(...([row] as unknown as never[]));
      }
      if (!isSelectedArgument(first)) {
        return this.commands.get(id)?.(...values);
      }
      const node = await this.selected();
      return first.selected.some((kind) => kind === node?.kind)
        ? this.commands.get(id)?.(...([node] as unknown as never[]))
        : undefined;
    });
  }

  /** The selected node of the tree. A context key would come too late for keys after a click. */
  private async selected(): Promise<ChosenNode | undefined> {
    const selection = await retryWhileUndefined(() =>
      this.view?.selection[0] === undefined ? undefined : this.view.selection,
    );
    // A key means one row: of several it cannot be told which.
    return selection?.length === 1 ? (selection[0] as ChosenNode) : undefined;
  }

  /**
   * The row with the focus, which a menu gives to its row without selecting it. Only the editor
   * knows it: as for buttons in the title of a view, it is put in the place of this argument.
   */
  private async focusedIn(view: string): Promise<unknown> {
    this.focused = undefined;
    const args = { $treeViewId: view, $focusedTreeItem: true };
    const commands = [{ command: TAKE_ROW, args }];
    await vscode.commands.executeCommand("runCommands", { commands });
    // An editor that does not know that argument hands it on as it is.
    const row = this.focused;
    return typeof row === "object" && row !== null && !("$treeViewId" in row) ? row : undefined;
  }

  private registerTree(): vscode.Disposable[] {
    const view = vscode.window.createTreeView(CONNECTIONS_VIEW, {
      treeDataProvider: this.tree(),
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.view = view;
    return [
      view,
      view.onDidChangeSelection(async () => this.chosen.fire(await this.selected())),
      view.onDidExpandElement(({ element }) => this.chosen.fire(element)),
    ];
  }

  /** Views that are asked for what they show when somebody sees them first. */
  private registerLater(
    view: string,
    name: "exports" | "batches" | "receivedCalls",
    onDidChangeTreeData: vscode.Event<unknown>,
  ): vscode.Disposable {
    const treeDataProvider: vscode.TreeDataProvider<unknown> = {
      onDidChangeTreeData,
      getTreeItem: async (node) => (await this.answering())[name].getTreeItem(node),
      getChildren: async (node) => {
        const provider: MessagingProvider = (await this.answering())[name];
        const children = await provider.getChildren(node);
        shown.message = plainText(provider.message ?? "");
        return children;
      },
    };
    const shown = vscode.window.createTreeView(view, { treeDataProvider });
    return shown;
  }

  /** Above the tree. The editor lays the view out anew whatever it is set to. */
  private showMessage(message: string): void {
    if (this.view !== undefined && (this.view.message ?? "") !== plainText(message)) {
      this.view.message = plainText(message);
    }
  }

  private tree(): vscode.TreeDataProvider<unknown> {
    return {
      onDidChangeTreeData: this.treeChanged.event,
      getTreeItem: async (node) => (await this.answering()).tree.getTreeItem(node),
      getChildren: async (node) => {
        const { tree } = await this.answering();
        if (node === undefined) {
          this.showMessage(tree.message ?? "");
        }
        return tree.getChildren(node);
      },
      resolveTreeItem: async (item, node, token) =>
        (await this.answering()).tree.resolveTreeItem?.(item, node, token),
      getParent: async (node) => (await this.answering()).tree.getParent?.(node),
    };
  }
}

/** While the editor draws a tree anew it knows none of its rows, which passes. */
async function retryWhileUndefined<T>(ask: () => T | Promise<T>): Promise<T | undefined> {
  for (let turn = 0; turn < SELECTION_TURNS; turn++) {
    const found = await ask();
    if (found !== undefined) {
      return found;
    }
    await wait(SELECTION_TURN_MS);
  }
  return undefined;
}

/**
 * A menu or button of a row that was drawn anew meanwhile: the editor names the row and what is
 * selected with it, both unknown, or says how the menu was left (`preserveFocus`) in the row's
 * place. The palette names nothing, titles of views one thing.
 */
function isLostRow(values: readonly unknown[]): boolean {
  const [row, selected] = values;
  const isMenu = typeof row === "object" && row !== null && "preserveFocus" in row;
  return values.length === 2 && selected === undefined && (row === undefined || isMenu);
}

function isSelectedArgument(value: unknown): value is SelectedArgument {
  return (
    typeof value === "object" &&
    value !== null &&
    "selected" in value &&
    Array.isArray(value.selected)
  );
}

const NOTHING: vscode.Disposable = { dispose: () => undefined };
