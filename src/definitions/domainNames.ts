import type * as vscode from "vscode";
import type { Domain } from "../core/connection";
import type { DefinitionStore, StoredDefinition } from "../core/definitions/imports/stored";
import { translate } from "../host/translate";
import { formatSpan } from "../shared/spans";
import { definitionName, sourceWords, versionName } from "./words";

/** What the tree says of the definition that a domain follows. */
export interface DomainDescription {
  /** "2026-1". */
  readonly description: string;
  /** Name, source and age, as plain text. */
  readonly tooltip: string;
}

export interface DomainNames extends vscode.Disposable {
  /** Undefined where the description that ships stands, or it is not known yet. */
  readonly domainDescription: (domain: Domain) => DomainDescription | undefined;
}

/** Knows what is active without asking the disk; `onChange` when that is something else. */
export function createDomainNames(
  store: DefinitionStore,
  { onChange, language }: { readonly onChange: () => void; readonly language: string },
): DomainNames {
  let active: Readonly<Partial<Record<Domain, StoredDefinition>>> | undefined;
  let listening: { dispose(): void } | undefined;
  const read = async (): Promise<void> => {
    active = await store.active();
    onChange();
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
    dispose: () => listening?.dispose(),
  };
}

function describe(version: StoredDefinition, language: string): DomainDescription {
  const age = formatSpan(Date.now() - version.importedAt, language);
  return {
    description: versionName(version),
    tooltip: translate(
      "Follows {0}, imported {1} ago: {2}",
      ...[definitionName(version), age, sourceWords(version.source, translate)],
    ),
  };
}
