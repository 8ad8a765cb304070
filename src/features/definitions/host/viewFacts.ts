import { DOMAINS, type Domain } from "../../../platform/base/connection";
import type { Coverage, CoveragePlace } from "../../../platform/service/definition/active";
import type { DefinitionChange } from "../common/changes/changes";
import { changeSentence, summaryOf } from "../texts/changeTexts";
import type { EndpointDrift } from "../common/drift/drift";
import { driftSentence, driftSummary } from "../texts/driftTexts";
import { limitWord, notImported } from "../texts/endpointLimits";
import type { ActiveVersions, DefinitionChoices, StoredDefinition } from "../common/imports/stored";
import type { Localizer, Translate } from "../../../platform/texts/words";
import type {
  ChangeGroup,
  ChangesSection,
  DefinitionFact,
  DefinitionsContent,
  DomainSection,
  DriftLine,
  EndpointLine,
  VersionLine,
} from "../messages/definitionsPanel";
import {
  definitionName,
  descriptionName,
  domainWord,
  endpointWords,
  noteSentence,
  oneLine,
  sourceWords,
  versionName,
} from "../texts/words";
import { warningText } from "../../../platform/texts/warnings";
import { DEFINITION_WARNINGS } from "../texts/warnings";
import { formatNumber } from "../../../platform/base/texts";

/** What the view is made of. */
export interface ViewSources extends Localizer {
  readonly versions: readonly StoredDefinition[];
  /** What connections follow that chose nothing themselves. */
  readonly active: ActiveVersions;
  readonly choices: DefinitionChoices;
  readonly connections: readonly { readonly id: string; readonly label: string }[];
  /** Versions that could not be read. */
  readonly lost: number;
  readonly coverage: readonly Coverage[];
  /** Of connections that chose for themselves, by their ids. */
  readonly ownCoverage: ReadonlyMap<string, readonly Coverage[]>;
  readonly drift: readonly EndpointDrift[];
  readonly connectionLabel: (id: string) => string;
  readonly changes: ShownChanges | undefined;
}

/** Two versions of a domain that are compared; undefined for the description. */
export interface ShownChanges {
  readonly domain: Domain;
  readonly before: StoredDefinition | undefined;
  readonly after: StoredDefinition | undefined;
  readonly changes: readonly DefinitionChange[];
}

/** All that the view shows, in words. */
export function definitionsContent(sources: ViewSources): DefinitionsContent {
  const { t, versions, lost, changes } = sources;
  return {
    isEmpty: versions.length === 0,
    problem: lost === 0 ? "" : warningText(DEFINITION_WARNINGS["definition/listDamaged"], t),
    domains: DOMAINS.map((domain) => domainSection(domain, sources)),
    ...(changes && { changes: changesSection(changes, sources) }),
  };
}

/** "2026-1 → 2026-2", or with words for the description. */
export function changesTitle({ before, after }: ShownChanges, t: Translate): string {
  const name = (version: StoredDefinition | undefined): string =>
    version === undefined ? descriptionName(t) : versionName(version);
  return `${name(before)} → ${name(after)}`;
}

function changesSection(shown: ShownChanges, words: Localizer): ChangesSection {
  const { t } = words;
  const { domain, changes } = shown;
  const groups = Map.groupBy(changes, ({ operation }) => operation);
  return {
    domain,
    title: t("{0}: {1}", domainWord(domain, t), changesTitle(shown, t)),
    summary: `${summaryOf(changes, words)}.`,
    groups: [...groups].map(([operation, own]): ChangeGroup => ({
      operation: oneLine(operation, 300),
      changes: own.map((change) => ({
        breaking: change.breaking,
        text: changeSentence(change, t),
      })),
    })),
  };
}

function domainSection(domain: Domain, sources: ViewSources): DomainSection {
  const { t, coverage } = sources;
  const active = sources.active[domain];
  const endpoints = coverage.filter((endpoint) => endpoint.domain === domain);
  return {
    domain,
    heading: domainWord(domain, t),
    title: active ? definitionName(active) : t("From the description: bodies open"),
    isDescription: active === undefined,
    facts: active ? activeFacts(active, sources) : [],
    endpoints: endpoints.map((endpoint) => endpointLine(endpoint, active !== undefined, t)),
    versions: versionLines(domain, sources),
    drift: driftLines(domain, sources),
    notes: (active?.notes ?? []).map((note) => noteSentence(note, sources)),
  };
}

function activeFacts(
  active: StoredDefinition,
  { t, language }: Localizer,
): readonly DefinitionFact[] {
  return [
    { label: t("Version"), text: oneLine(active.version) || t("not said") },
    { label: t("OpenAPI"), text: oneLine(active.openapi) },
    { label: t("Source"), text: sourceWords(active.source, t) },
    { label: t("Imported"), text: "", at: active.importedAt },
    { label: t("Endpoints"), text: formatNumber(active.operations, language) },
  ];
}

function endpointLine(endpoint: Coverage, isImported: boolean, t: Translate): EndpointLine {
  const { method, path, summary, deprecated, places, limits, known } = endpoint;
  const isMissing = isImported && known === "description";
  return {
    ...{ method, path, deprecated },
    summary: oneLine(summary, 300),
    places: places.map((place) => placeWord(place, t)).join(", "),
    limits: [
      ...(isMissing ? [notImported(t)] : []),
      ...limits.map((limit) => limitWord(limit, t)),
    ].join(" "),
    known: {
      both: t("Described by the provider, and by the specification."),
      provider: t("Described by the provider."),
      description: t("Described by the specification alone."),
    }[known],
  };
}

function placeWord(place: CoveragePlace, t: Translate): string {
  return { tree: t("Tree"), list: t("List"), payloads: t("Payloads"), send: t("Send Request…") }[
    place
  ];
}

/** Labels of the connections that chose for themselves: a version by its id, or any. */
export function chosenBy(
  connections: ViewSources["connections"],
  choices: DefinitionChoices,
  domain: Domain,
  id?: string,
): readonly string[] {
  return connections
    .filter((connection) => {
      const chosen = choices[connection.id]?.[domain];
      return chosen !== undefined && (id === undefined || chosen === id);
    })
    .map(({ label }) => oneLine(label));
}

function versionLines(domain: Domain, sources: ViewSources): readonly VersionLine[] {
  const { t, choices, connections } = sources;
  const active = sources.active[domain];
  const versions = sources.versions.filter((version) => version.domain === domain);
  const hasChoices = chosenBy(connections, choices, domain).length > 0;
  const use = (id: string): Pick<VersionLine, "isActive" | "canUse" | "chosenBy"> => {
    const labels = chosenBy(connections, choices, domain, id);
    const isActive = id === (active?.id ?? "");
    return {
      isActive,
      canUse: !isActive || hasChoices,
      chosenBy: labels.length === 0 ? "" : t("Chosen for {0}", labels.join(", ")),
    };
  };
  const imported = versions.map((version): VersionLine => ({
    id: version.id,
    name: definitionName(version),
    details: [
      `OpenAPI ${oneLine(version.openapi)}`,
      sourceWords(version.source, t),
      endpointWords(version.operations, sources),
    ].join(" · "),
    at: version.importedAt,
    ...use(version.id),
  }));
  const own: VersionLine = {
    id: "",
    name: t("The description"),
    details: t("Ships with the explorer; bodies open"),
    ...use(""),
  };
  // Alone there is nothing to choose from.
  return imported.length === 0 ? [] : [...imported, own];
}

function driftLines(domain: Domain, sources: ViewSources): readonly DriftLine[] {
  const { coverage, ownCoverage, drift, connectionLabel } = sources;
  return drift.flatMap((found): DriftLine[] => {
    const endpoint = (ownCoverage.get(found.connectionId) ?? coverage).find(
      ({ operationId }) => operationId === found.operationId,
    );
    return endpoint?.domain !== domain || found.findings.length === 0
      ? []
      : [
          {
            operation: `${endpoint.method} ${endpoint.path}`,
            connection: connectionLabel(found.connectionId),
            summary: driftSummary(found, sources),
            findings: found.findings.map((finding) => driftSentence(finding, sources)),
            at: found.lastAt,
            actionId: found.lastActionId,
          },
        ];
  });
}
