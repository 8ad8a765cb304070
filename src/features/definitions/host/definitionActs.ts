import type * as vscode from "vscode";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import { DOMAINS } from "../../../platform/base/connection";
import { readDefinition } from "../../../platform/service/definition/definition";
import { memoizeLastTexts } from "../../../platform/service/definition/lastTexts";
import { asRecord } from "../../../platform/service/definition/reading";
import { domainsOf, sharesPath } from "../common/foreignOperations";
import { createDefinitionReader, type DefinitionReader } from "../common/imports/definitionReader";
import type { DefinitionArgument, ImportArgument, NodeArgument } from "../../../manifest";
import { announceChoice, announceImport, type Show } from "./announcement";
import { DefinitionsView } from "./definitionsView";
import { importDefinition } from "./importDefinition";
import type { DefinitionParts, DefinitionServices, DomainShare } from "./services";
import { copyTypesOfEndpoint } from "./types/endpointTypes";
import { chooseComparison, chooseVersion, openDocument, removeVersion } from "./versionCommands";

type Target = NodeArgument | DefinitionArgument | undefined;

/** What the commands of definitions do, and their view; loaded at first use. */
export class DefinitionActs implements vscode.Disposable {
  private readonly view: DefinitionsView;
  private readonly reader: DefinitionReader;
  private readonly services: DefinitionServices;

  constructor(parts: DefinitionParts) {
    const { log, reader } = parts;
    this.reader = createDefinitionReader({ worker: reader, clock: SYSTEM_CLOCK, log });
    this.services = servicesWith(this.reader, parts);
    this.view = new DefinitionsView(this.services);
  }

  async show(target: Target): Promise<void> {
    const named = target && ("nodeId" in target ? this.services.domainOf(target) : target.domain);
    await this.view.show(DOMAINS.find((domain) => domain === named));
  }

  async import(argument: NodeArgument | ImportArgument | undefined): Promise<void> {
    const imported = await importDefinition(this.services, argument);
    if (imported !== undefined) {
      this.announce((show) => announceImport(this.services, imported, show));
    }
  }

  async choose(target: Target): Promise<void> {
    const switched = await chooseVersion(this.services, target);
    if (switched !== undefined) {
      this.announce((show) => announceChoice(this.services, switched, show));
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

  async copyTypes(node: NodeArgument | undefined): Promise<void> {
    await copyTypesOfEndpoint(this.services, node);
  }

  restore(panel: vscode.WebviewPanel): void {
    this.view.restore(panel);
  }

  dispose(): void {
    this.view.dispose();
    void this.reader.dispose();
  }

  /** Not waited for: a message may stay for minutes, and the command has ended. */
  private announce(tell: (show: Show) => Promise<void>): void {
    const show: Show = (domain, changes) => this.view.show(domain, changes);
    tell(show).catch((error: unknown) => this.services.showError(error));
  }
}

/** Adds what reads and compares documents. */
function servicesWith(reader: DefinitionReader, parts: DefinitionParts): DefinitionServices {
  const { description, definition, coverageOf } = parts;
  const prefixes = async (): Promise<ReturnType<typeof readDefinition>["prefixes"]> =>
    readDefinition(await description()).prefixes;
  const covered = memoizeLastTexts(coverageOf);
  return {
    ...parts,
    read: (text, signal) => reader.read(text, signal),
    shares: async ({ json }) => {
      const counts = domainsOf(asRecord(JSON.parse(json)), await prefixes());
      return counts.flatMap(({ domain, ...share }): DomainShare[] =>
        domain === undefined ? [] : [{ domain, ...share }],
      );
    },
    sharesPath: async ({ json }, domain) =>
      sharesPath(asRecord(JSON.parse(json)), await description(), domain),
    compare: async (before, after, domain, signal) =>
      reader.compare(before, after, (await prefixes())[domain], signal),
    coverage: async (connectionId) => covered(await definition(connectionId)),
  };
}
