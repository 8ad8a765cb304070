import * as vscode from "vscode";
import { l10n } from "vscode";
import { changesAsMarkdown } from "../texts/changeTexts";
import { AppError } from "../../../platform/base/errors";
import { DisposableStore } from "../../../platform/vscode/disposables";
import { fillPage, openPanel, type PanelOptions } from "../../../platform/vscode/panel";
import { showBriefly } from "../../../platform/vscode/surfaces";
import { localizer, translate } from "../../../platform/vscode/translate";
import { type CommandId, DEFINITIONS_PANEL } from "../../../manifest";
import {
  type DefinitionAct,
  type DefinitionDomain,
  type DefinitionsContent,
  type DefinitionsToHost,
  definitionsToHost,
  type HostToDefinitions,
  hostToDefinitions,
} from "../messages/definitionsPanel";
import type { Handlers, Rpc } from "../../../platform/base/rpc";
import type { DefinitionServices } from "./services";
import { changesTitle, definitionsContent, type ShownChanges } from "./viewFacts";
import { definitionTexts } from "../texts/viewTexts";
import { domainWord } from "../texts/words";

/** Changes that follow one another closely are drawn once. */
const SETTLE_MILLISECONDS = 100;

type Line = Rpc<HostToDefinitions, DefinitionsToHost>;

/** The view of definitions: one tab. */
export class DefinitionsView implements vscode.Disposable {
  private readonly store = new DisposableStore();
  private open: { readonly panel: vscode.WebviewPanel; readonly rpc: Line } | undefined;
  private changes: ShownChanges | undefined;
  private drawing: NodeJS.Timeout | undefined;
  /** Whether the page in the tab listens: messages before are lost. */
  private isListening = false;
  /** Where the view is to begin; the tab may not listen yet. */
  private place: DefinitionDomain | "changes" | undefined;

  constructor(private readonly services: DefinitionServices) {
    const draw = (): void => this.drawSoon();
    this.store.add(services.store.onDidChange(draw));
    this.store.add(services.onDidChangeDefinition(draw));
    if (services.drift !== undefined) {
      this.store.add(services.drift.onDidChange(draw));
    }
  }

  /** Shows the tab, at a domain, or with changes where there are some. */
  async show(domain?: DefinitionDomain, changes?: ShownChanges): Promise<void> {
    this.changes = changes ?? this.changes;
    this.place = changes === undefined ? domain : "changes";
    if (this.open === undefined) {
      this.attach(openPanel<HostToDefinitions, DefinitionsToHost>(this.options()));
      return;
    }
    this.open.panel.reveal();
    // A page that was out of sight begins anew, and asks for all this when it has.
    if (this.isListening) {
      this.open.rpc.notify("show", await this.content());
      this.reveal();
    }
  }

  /** Takes the tab over after a window reload. */
  restore(panel: vscode.WebviewPanel): void {
    if (this.open !== undefined) {
      panel.dispose();
      return;
    }
    const rpc = fillPage<HostToDefinitions, DefinitionsToHost>(panel, this.options());
    this.attach({ panel, rpc });
  }

  private attach(open: { readonly panel: vscode.WebviewPanel; readonly rpc: Line }): void {
    this.open = open;
    this.isListening = false;
    open.panel.onDidChangeViewState(() => {
      this.isListening &&= open.panel.visible;
    });
  }

  dispose(): void {
    clearTimeout(this.drawing);
    this.store.dispose();
    // The tab stays: closing it here would take it from the window that is being reloaded.
  }

  private options(): PanelOptions<HostToDefinitions, DefinitionsToHost> {
    return {
      viewType: DEFINITIONS_PANEL,
      title: l10n.t("Interface definitions"),
      script: "definitions.js",
      extensionUri: this.services.extensionUri,
      handlers: this.handlers(),
      incoming: definitionsToHost,
      outgoing: hostToDefinitions,
      onClose: () => {
        this.open = undefined;
        this.changes = undefined;
      },
    };
  }

  private handlers(): Handlers<DefinitionsToHost> {
    return {
      start: async () => {
        const content = await this.content();
        // Told after the answer, which the view draws first.
        setTimeout(() => {
          this.isListening = true;
          this.reveal();
        }, 0);
        return { texts: definitionTexts(translate), content };
      },
      act: (act) => this.act(act),
    };
  }

  private reveal(): void {
    if (this.place !== undefined) {
      this.open?.rpc.notify("reveal", { place: this.place });
      this.place = undefined;
    }
  }

  private async act({ id, domain, target = "" }: DefinitionAct): Promise<undefined> {
    switch (id) {
      case "importFile":
        return run("financialPlanning.definition.import", { source: "file" });
      case "importClipboard":
        return run("financialPlanning.definition.import", { source: "clipboard" });
      case "importAddress":
        return run("financialPlanning.definition.import", { source: "address" });
      case "use":
        return run("financialPlanning.definition.choose", { domain, id: target });
      case "compare":
        return run("financialPlanning.definition.compare", { domain, id: target });
      case "remove":
        return run("financialPlanning.definition.remove", { domain, id: target });
      case "open":
        return run("financialPlanning.definition.openDocument", { domain, id: target });
      case "openAnswer":
        return run("financialPlanning.requests.open", { actionId: target });
      case "copyChanges":
        return await this.copyChanges();
      case "closeChanges":
        this.changes = undefined;
        return await this.draw();
    }
  }

  private async copyChanges(): Promise<undefined> {
    if (this.changes === undefined) {
      throw new AppError("input", "definition/gone");
    }
    const { domain, changes } = this.changes;
    const name = domainWord(domain, translate);
    const title = `${name}: ${changesTitle(this.changes, translate)}`;
    await vscode.env.clipboard.writeText(changesAsMarkdown(changes, title, localizer));
    showBriefly(l10n.t("Copied the changes"));
    return undefined;
  }

  private drawSoon(): void {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      this.draw().catch((error: unknown) => this.services.showError(error));
    }, SETTLE_MILLISECONDS);
  }

  private async draw(): Promise<undefined> {
    this.open?.rpc.notify("show", await this.content());
    return undefined;
  }

  private async content(): Promise<DefinitionsContent> {
    const { store, coverage, drift, connectionLabel } = this.services;
    const [versions, active, choices, lost, covered] = await Promise.all([
      ...([store.list(), store.active(), store.choices(), store.lost(), coverage()] as const),
    ]);
    const own = Object.keys(choices).map(async (id) => [id, await coverage(id)] as const);
    return definitionsContent({
      ...{ ...localizer, versions, active, choices, lost, coverage: covered, connectionLabel },
      ownCoverage: new Map(await Promise.all(own)),
      connections: this.services.connections(),
      ...{ drift: drift?.all() ?? [], changes: this.changes },
    });
  }
}

/** Commands catch and show their own errors. */
function run(id: CommandId, argument: object): undefined {
  vscode.commands.executeCommand(id, argument).then(undefined, () => undefined);
  return undefined;
}
