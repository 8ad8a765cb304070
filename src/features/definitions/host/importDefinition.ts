import { hash } from "node:crypto";
import * as vscode from "vscode";
import { l10n } from "vscode";
import { DOMAINS, type Domain } from "../../../platform/base/connection";
import type { ImportedDocument } from "../common/imports/document";
import type { ActiveVersions, NewDefinition, StoredDefinition } from "../common/imports/stored";
import { type AppError, isAppError } from "../../../platform/base/errors";
import { withProgress } from "../../../platform/vscode/progress";
import { localizer, translate } from "../../../platform/vscode/translate";
import type { ImportArgument, NodeArgument } from "../../../manifest";
import { activeIn, askScope, chooseWithUndo, keepersWords, type Scope } from "./choices";
import { findText, type FoundText } from "./importSources";
import type { DefinitionServices } from "./services";
import { definitionName, domainWord, endpointWords, noteSummaries, oneLine } from "../texts/words";
import { inOneText } from "../../../platform/texts/warnings";
import { countText } from "../../../platform/vscode/formats";

/** What an import did, as it is told. */
export interface Imported {
  readonly added: readonly StoredDefinition[];
  /** What was active before, by domain. */
  readonly before: ActiveVersions;
  readonly scope: Scope;
  /** Takes the choice back, where nobody has chosen anew since. */
  readonly undo: () => Promise<void>;
  /** Those of `added` that were kept already. */
  readonly known: ReadonlySet<string>;
  /** Versions that made room. */
  readonly over: number;
  /** What else there is to say, a sentence each. */
  readonly remarks: readonly string[];
}

/** From the source to the active definition; undefined where the user declined somewhere. */
export async function importDefinition(
  services: DefinitionServices,
  argument: NodeArgument | ImportArgument | undefined,
): Promise<Imported | undefined> {
  const wanted = argument && "source" in argument ? argument : undefined;
  const node = argument && "nodeId" in argument ? argument : undefined;
  const found = await findText(services, wanted, node);
  const document = found && (await readText(services, found));
  if (found === undefined || document === undefined) {
    return undefined;
  }
  const domain = node && services.domainOf(node);
  const chosen = await chooseDomains(services, document, wanted?.domain ?? domain);
  if (chosen.domains.length === 0) {
    return undefined;
  }
  if (!(await confirmForeign(services, document, chosen))) {
    return undefined;
  }
  const scope = await askScope(
    services,
    l10n.t("Which connections use {0}?", nameOf(document)),
    node,
  );
  if (scope === undefined) {
    return undefined;
  }
  const { store } = services;
  const domains = chosen.domains.map(([one]) => one);
  const others = await otherVersions(services, document, chosen);
  const [all, before] = [await store.list(), await activeIn(store, scope)];
  const { value: added, undo } = await chooseWithUndo(store, domains, scope, async () => {
    const definitions = newDefinitions(found, document, chosen.domains);
    const stored = await store.add(definitions, scope.connectionId);
    if (scope.connectionId === undefined && scope.at !== undefined) {
      for (const one of domains) {
        await store.forgetChoices(scope.at, one);
      }
    }
    return stored;
  });
  const keepers = await keepersWords(services, domains, scope);
  const ids = new Set((await store.list()).map(({ id }) => id));
  return {
    ...{ added, before, scope, undo },
    known: new Set(added.filter(({ id }) => all.some((old) => old.id === id)).map(({ id }) => id)),
    over: all.filter(({ id }) => !ids.has(id)).length,
    remarks: [
      ...keepers,
      ...others,
      ...chosen.remarks,
      ...noteSummaries(document.notes, localizer),
    ],
  };
}

async function readText(
  services: DefinitionServices,
  found: FoundText,
): Promise<ImportedDocument | undefined> {
  try {
    return await withProgress(l10n.t("Reading the definition"), (signal) =>
      services.read(found.text, signal),
    );
  } catch (error) {
    if (isAppError(error) && error.kind === "input" && Number(error.values["line"] ?? 0) > 0) {
      // Not waited for: a message may stay for minutes.
      showBadPlace(services, found, error).catch((failure: unknown) => services.showError(failure));
      return undefined;
    }
    throw error;
  }
}

/** Says why a document was refused, with a button that leads to the place. */
async function showBadPlace(
  { dialogs, describe, addOwn }: DefinitionServices,
  { text, uri }: FoundText,
  error: AppError,
): Promise<void> {
  const line = Number(error.values["line"]);
  const column = Number(error.values["column"] ?? 1);
  const words = await describe(error);
  const open = l10n.t("Open at line {0}", String(line));
  const picked = await dialogs.notify("error", inOneText(words), [open]);
  if (picked !== open) {
    return;
  }
  const isJson = /^\s*[{[]/.test(text);
  const name = isJson ? "definition.json" : "definition.yaml";
  const shown = uri ?? addOwn(name, new TextEncoder().encode(text));
  const document = await vscode.workspace.openTextDocument(shown);
  const place = new vscode.Position(line - 1, Math.max(0, column - 1));
  const end = document.lineAt(Math.min(place.line, document.lineCount - 1)).range.end;
  // A place at the end of a line is a point, all others are shown to the line's end.
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(place, end.isAfter(place) ? end : place),
  });
}

interface Chosen {
  readonly domains: readonly (readonly [domain: Domain, operations: number])[];
  readonly remarks: readonly string[];
}

type Item = vscode.QuickPickItem & { readonly domain: Domain; readonly operations: number };

/** By the prefixes of its endpoints; where they say nothing, by the user alone. */
async function chooseDomains(
  services: DefinitionServices,
  document: ImportedDocument,
  wanted: string | undefined,
): Promise<Chosen> {
  const shares = await services.shares(document);
  const placed = shares.reduce((sum, { operations }) => sum + operations, 0);
  const countOf = (domain: Domain): number =>
    placed === 0
      ? document.operations
      : (shares.find((share) => share.domain === domain)?.operations ?? 0);
  const left = document.operations - placed;
  const remarks =
    placed === 0 || left <= 0
      ? []
      : [
          left === 1
            ? l10n.t("1 endpoint was left out: its path begins with no known prefix.")
            : l10n.t(
                "{0} endpoints were left out: their paths begin with no known prefix.",
                countText(left),
              ),
        ];
  const given = DOMAINS.find((domain) => domain === wanted);
  if (given !== undefined && countOf(given) > 0) {
    return { domains: [[given, countOf(given)]], remarks };
  }
  const items = DOMAINS.filter((domain) => countOf(domain) > 0).map((domain): Item => ({
    ...{ domain, operations: countOf(domain) },
    label: domainWord(domain, translate),
    description: endpointWords(countOf(domain), localizer),
    picked: placed > 0,
  }));
  if (placed > 0 && items.length === 1) {
    return { domains: items.map(({ domain, operations }) => [domain, operations]), remarks };
  }
  const title = l10n.t("Which domains does {0} describe?", nameOf(document));
  const picked = await services.dialogs.pickMany(title, items);
  return {
    domains: (picked ?? []).map(({ domain, operations }) => [domain, operations] as const),
    remarks,
  };
}

/** Said before it is active: a document of something else puts its endpoints into a domain. */
async function confirmForeign(
  services: DefinitionServices,
  document: ImportedDocument,
  { domains }: Chosen,
): Promise<boolean> {
  const foreign: string[] = [];
  for (const [domain] of domains) {
    if (!(await services.sharesPath(document, domain))) {
      foreign.push(domainWord(domain, translate));
    }
  }
  return (
    foreign.length === 0 ||
    services.dialogs.confirm({
      message: l10n.t("Use {0} for {1}?", nameOf(document), foreign.join(", ")),
      detail: l10n.t(
        "It shares no path with the known endpoints, so it may describe another service. Its endpoints would be added; it would not describe the known ones.",
      ),
      button: l10n.t("Use"),
    })
  );
}

/** Calls go where the connection says, whatever version of a domain the document describes. */
async function otherVersions(
  services: DefinitionServices,
  document: ImportedDocument,
  { domains }: Chosen,
): Promise<readonly string[]> {
  const shares = await services.shares(document);
  return shares
    .filter((share) => domains.some(([domain]) => domain === share.domain))
    .filter((share) => share.otherVersions.length > 0)
    .map(({ domain, otherVersions: versions }) =>
      l10n.t(
        "It describes {0} of {1}, but calls go to the version in the connection's path prefix.",
        versions.map((version) => oneLine(version, 20)).join(", "),
        domainWord(domain, translate),
      ),
    );
}

function nameOf({ title, version }: ImportedDocument): string {
  const source = { kind: "clipboard", name: l10n.t("this document") } as const;
  return definitionName({ title, version, source, hash: "" });
}

function newDefinitions(
  { text, bytes, source }: FoundText,
  { title, version, openapi, notes, json }: ImportedDocument,
  domains: Chosen["domains"],
): readonly NewDefinition[] {
  const facts = { title, version, openapi, source, bytes, notes, document: json };
  const digest = hash("sha256", text, "hex");
  return domains.map(([domain, operations]) => ({ ...facts, domain, operations, hash: digest }));
}
