import type * as vscode from "vscode";
import { l10n } from "vscode";
import { DOMAINS, type Domain } from "../../../platform/base/connection";
import type { StoredDefinition } from "../common/imports/stored";
import { AppError } from "../../../platform/base/errors";
import { localizer, translate } from "../../../platform/vscode/translate";
import type { DefinitionArgument, NodeArgument } from "../../../manifest";
import { connectionMeant } from "./choices";
import type { DefinitionServices } from "./services";
import { definitionName, domainWord, endpointWords, sourceWords } from "../texts/words";
import { exactMoment } from "../../../platform/vscode/formats";

/** A version, or the description of a domain. */
export interface Meant {
  readonly domain: Domain;
  /** Undefined for the description. */
  readonly version: StoredDefinition | undefined;
  /** Whichever version it is: the one that is followed by default. */
  readonly isDefault?: boolean;
}

type Target = NodeArgument | DefinitionArgument | undefined;

/** Which domain is meant: the one that is named, else asked for among those with versions. */
export async function domainMeant(
  services: DefinitionServices,
  target: Target,
): Promise<Domain | undefined> {
  const named =
    target && ("nodeId" in target ? services.domainOf(target) : knownDomain(target.domain));
  const versions = await services.store.list();
  const domains = DOMAINS.filter((domain) => versions.some((found) => found.domain === domain));
  if (domains.length === 0 || (named !== undefined && !domains.includes(named))) {
    const values = named === undefined ? {} : { name: domainWord(named, translate) };
    throw new AppError("input", "definition/nothingToChoose", { values });
  }
  if (named !== undefined || domains.length === 1) {
    return named ?? domains[0];
  }
  const active = await services.store.active(connectionMeant(services, target));
  const items = domains.map((domain) => {
    const version = active[domain];
    const description = version ? definitionName(version) : l10n.t("the description");
    return { domain, label: domainWord(domain, translate), description };
  });
  return (await services.dialogs.pick(l10n.t("Whose interface definition?"), items))?.domain;
}

/** The version that an argument names; undefined where it names none. */
export async function versionNamed(
  { store }: DefinitionServices,
  target: Target,
): Promise<Meant | undefined> {
  if (target === undefined || "nodeId" in target || target.id === undefined) {
    return undefined;
  }
  const domain = knownDomain(target.domain);
  if (target.id === "") {
    return domain && { domain, version: undefined };
  }
  const version = (await store.list()).find(({ id }) => id === target.id);
  if (version === undefined) {
    throw new AppError("input", "definition/gone");
  }
  return { domain: version.domain, version };
}

interface VersionQuestion {
  readonly title: string;
  readonly domain: Domain;
  /** Versions that are not offered, by id; "" is the description. */
  readonly without: readonly string[];
  /** The connection that is chosen for, or whose active version is marked. */
  readonly connectionId?: string | undefined;
  /** Whether it may follow the default again. */
  readonly offersDefault?: boolean;
}

type VersionItem = vscode.QuickPickItem & { readonly meant: Meant };

/** Asks for a version of a domain, newest first, the description last. */
export async function pickVersion(
  { store, dialogs }: DefinitionServices,
  { title, domain, without, connectionId, offersDefault = false }: VersionQuestion,
): Promise<Meant | undefined> {
  const activeId = (await store.active(connectionId))[domain]?.id ?? "";
  const own = (await store.list()).filter((version) => version.domain === domain);
  const items: VersionItem[] = own.map((version) => versionItem(version, activeId));
  items.push({
    label: l10n.t("The description"),
    description: activeId === "" ? l10n.t("active") : "",
    detail: l10n.t("Ships with the explorer; bodies open"),
    meant: { domain, version: undefined },
  });
  const offered = items.filter(({ meant }) => !without.includes(meant.version?.id ?? ""));
  if (offersDefault) {
    const version = (await store.active())[domain];
    offered.push({
      label: l10n.t("No separate choice"),
      detail: l10n.t(
        "Uses what is chosen for all connections: {0}",
        version ? definitionName(version) : l10n.t("the description"),
      ),
      meant: { domain, version, isDefault: true },
    });
  }
  return (await dialogs.pick(title, offered))?.meant;
}

function versionItem(version: StoredDefinition, activeId: string): VersionItem {
  return {
    label: definitionName(version),
    description: version.id === activeId ? l10n.t("active") : "",
    detail: [
      l10n.t("Imported {0}", exactMoment(version.importedAt)),
      sourceWords(version.source, translate),
      endpointWords(version.operations, localizer),
    ].join(" · "),
    meant: { domain: version.domain, version },
  };
}

function knownDomain(name: string | undefined): Domain | undefined {
  return DOMAINS.find((domain) => domain === name);
}
