import * as vscode from "vscode";
import type { Domain } from "../core/connection";
import type { DefinitionStore, StoredDefinition } from "../core/definitions/imports/stored";
import { translate } from "../host/translate";
import { formatMoment } from "../shared/spans";
import { definitionName, sourceWords, versionName } from "./words";

/** What the tree says of the definition that a domain follows. */
export interface DomainDescription {
  /** "2026-1". */
  readonly description: string;
  /** Name, source and when it was imported, as plain text. */
  readonly tooltip: string;
}

export interface DomainNames extends vscode.Disposable {
  /** Undefined where the description that ships stands, or it is not known yet. */
  readonly domainDescription: (domain: Domain) => DomainDescription | undefined;
  /** Fires when that is something else. */
  readonly onDidChange: vscode.Event<void>;
}

/** Knows what is active without asking the disk, from the first time that it was asked for. */
export function createDomainNames(
  store: Pick<DefinitionStore, "active" | "onDidChange">,
  language: string,
): DomainNames {
  const changed = new vscode.EventEmitter<void>();
  let active: Readonly<Partial<Record<Domain, StoredDefinition>>> | undefined;
  let listening: { dispose(): void } | undefined;
  const read = async (): Promise<void> => {
    active = await store.active();
    changed.fire();
  };
  return {
    domainDescription: (domain) => {
      if (listening === undefined) {
        listening = store.onDidChange(() => void read());
        void read();
      }
      const version = active?.[domain];
      return version && describe(version, language);
    },
    onDidChange: changed.event,
    dispose: () => {
      listening?.dispose();
      changed.dispose();
    },
  };
}

function describe(version: StoredDefinition, language: string): DomainDescription {
  const moment = formatMoment(version.importedAt, language);
  return {
    description: versionName(version),
    tooltip: translate(
      "Follows {0}, imported {1}: {2}",
      ...[definitionName(version), moment, sourceWords(version.source, translate)],
    ),
  };
}
