import * as vscode from "vscode";
import type { Domain } from "../../../platform/base/connection";
import type { ActiveVersions, DefinitionStore, StoredDefinition } from "../common/imports/stored";
import { translate } from "../../../platform/vscode/translate";
import { formatMoment } from "../../../platform/base/spans";
import { definitionName, sourceWords, versionName } from "../texts/words";

/** What the tree says of the definition that a connection follows in a domain. */
interface DomainDescription {
  /** "2026-1". */
  readonly description: string;
  /** Name, source and when it was imported, as plain text. */
  readonly tooltip: string;
}

export interface DomainNames extends vscode.Disposable {
  /** Undefined where the description that ships stands, or it is not known yet. */
  readonly domainDescription: (
    connectionId: string,
    domain: Domain,
  ) => DomainDescription | undefined;
  /** Fires when that is something else. */
  readonly onDidChange: vscode.Event<void>;
}

/** Knows what connections follow without asking the disk, once it was asked for them. */
export function createDomainNames(
  store: Pick<DefinitionStore, "active" | "onDidChange">,
  language: string,
): DomainNames {
  const changed = new vscode.EventEmitter<void>();
  const followed = new Map<string, ActiveVersions>();
  let listening: { dispose(): void } | undefined;
  /** One after the other, so that what was read last is what is said. */
  let reading = Promise.resolve();
  const read = (connectionIds: readonly string[]): void => {
    reading = reading.then(async () => {
      let isOther = false;
      for (const id of connectionIds) {
        const active = await store.active(id);
        isOther ||= JSON.stringify(active) !== JSON.stringify(followed.get(id));
        followed.set(id, active);
      }
      if (isOther) {
        changed.fire();
      }
    });
  };
  return {
    domainDescription: (connectionId, domain) => {
      listening ??= store.onDidChange(() => read([...followed.keys()]));
      if (!followed.has(connectionId)) {
        followed.set(connectionId, {});
        read([connectionId]);
      }
      const version = followed.get(connectionId)?.[domain];
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
      "Uses {0}, imported {1}: {2}",
      ...[definitionName(version), moment, sourceWords(version.source, translate)],
    ),
  };
}
