import type * as vscode from "vscode";
import { DOMAINS } from "../../../platform/base/connection";
import type { DefinitionArgument, ImportArgument, NodeArgument } from "../../../manifest";
import { announceChoice, announceImport, type Show } from "./announcement";
import { DefinitionsView } from "./definitionsView";
import { importDefinition } from "./importDefinition";
import type { DefinitionParts } from "./services";
import { createTools, type DefinitionTools } from "./tools";
import { chooseComparison, chooseVersion, openDocument, removeVersion } from "./versionCommands";

type Target = NodeArgument | DefinitionArgument | undefined;

/** What the commands of definitions do, and their view; loaded at first use. */
export class DefinitionActs implements vscode.Disposable {
  private readonly view: DefinitionsView;
  private readonly tools: DefinitionTools;

  constructor(parts: DefinitionParts) {
    this.tools = createTools(parts);
    this.view = new DefinitionsView(this.services);
  }

  async show(target: Target): Promise<void> {
    const named = target && ("nodeId" in target ? this.services.domainOf(target) : target.domain);
    await this.view.show(DOMAINS.find((domain) => domain === named));
  }

  async import(argument: NodeArgument | ImportArgument | undefined): Promise<void> {
    const imported = await importDefinition(this.services, argument);
    if (imported !== undefined) {
      this.tell((show) => announceImport(this.services, imported, show));
    }
  }

  async choose(target: Target): Promise<void> {
    const switched = await chooseVersion(this.services, target);
    if (switched !== undefined) {
      this.tell((show) => announceChoice(this.services, switched, show));
    }
  }

  async remove(target: Target): Promise<void> {
    await removeVersion(this.services, target);
  }

  async compare(target: Target): Promise<void> {
    const changes = await chooseComparison(this.services, target);
    if (changes !== undefined) {
      await this.view.show(changes.domain, changes);
    }
  }

  async openDocument(target: Target): Promise<void> {
    await openDocument(this.services, target);
  }

  restore(panel: vscode.WebviewPanel): void {
    this.view.restore(panel);
  }

  dispose(): void {
    this.view.dispose();
    void this.tools.reader.dispose();
  }

  private get services(): DefinitionTools["services"] {
    return this.tools.services;
  }

  /** Not waited for: a message may stay for minutes, and the command has ended. */
  private tell(announce: (show: Show) => Promise<void>): void {
    const show: Show = (domain, changes) => this.view.show(domain, changes);
    announce(show).catch((error: unknown) => this.services.showError(error));
  }
}
