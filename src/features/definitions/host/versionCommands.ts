import { l10n } from "vscode";
import * as vscode from "vscode";
import type { Domain } from "../../../platform/base/connection";
import type { StoredDefinition } from "../common/imports/stored";
import { withProgress } from "../../../platform/vscode/progress";
import { translate } from "../../../platform/vscode/translate";
import type { DefinitionArgument, NodeArgument } from "../../../manifest";
import {
  activateIn,
  activeIn,
  askScope,
  chooseWithUndo,
  connectionMeant,
  keepersWords,
  type Scope,
} from "./choices";
import { compareVersions, describedBy } from "./comparison";
import { domainMeant, type Meant, pickVersion, versionNamed } from "./pickVersion";
import type { DefinitionServices } from "./services";
import { chosenBy, type ShownChanges } from "./viewFacts";
import { definitionName, domainWord } from "../texts/words";

type Target = NodeArgument | DefinitionArgument | undefined;

/** What was active, and what is now; undefined stands for the description. */
export interface Switched {
  readonly domain: Domain;
  readonly before: StoredDefinition | undefined;
  readonly after: StoredDefinition | undefined;
  readonly scope: Scope;
  /** What else there is to say, a sentence each. */
  readonly remarks: readonly string[];
  readonly undo: () => Promise<void>;
}

/**
 * Makes another version the active one, for one connection or for all; undefined where the user
 * declined or nothing changes.
 */
export async function chooseVersion(
  services: DefinitionServices,
  target: Target,
): Promise<Switched | undefined> {
  const { store } = services;
  const named = await versionNamed(services, target);
  const domain = named?.domain ?? (await domainMeant(services, target));
  const name = domain && domainWord(domain, translate);
  const scope =
    name &&
    (await askScope(
      services,
      l10n.t("Which connections use another definition of {0}?", name),
      target,
    ));
  if (domain === undefined || !scope) {
    return undefined;
  }
  const { connectionId, at } = scope;
  const [choices, active] = [await store.choices(), await store.active()];
  const chosen = choices[connectionId ?? at ?? ""]?.[domain];
  const meant =
    named ??
    (await pickVersion(services, {
      ...{ domain, connectionId, without: [] },
      title: l10n.t("Which definition should {0} use?", name),
      offersDefault: connectionId !== undefined && chosen !== undefined,
    }));
  const { version: after, isDefault = false } = meant ?? {};
  const known = connectionId === undefined ? (active[domain]?.id ?? "") : chosen;
  const isKnown =
    known === (after?.id ?? "") && (connectionId !== undefined || chosen === undefined);
  if (meant === undefined || (isKnown && !isDefault)) {
    return undefined;
  }
  const before = (await activeIn(store, scope))[domain];
  const { undo } = await chooseWithUndo(store, [domain], scope, () =>
    isDefault && connectionId !== undefined
      ? store.forgetChoices(connectionId, domain)
      : activateIn(store, domain, after?.id, scope),
  );
  const remarks = await keepersWords(services, [domain], scope);
  return { domain, before, after, scope, remarks, undo };
}

/** Asks, then forgets a version. */
export async function removeVersion(services: DefinitionServices, target: Target): Promise<void> {
  const { store, dialogs } = services;
  const meant = await meantBy(
    services,
    target,
    (domain) => l10n.t("Which definition of {0} is removed?", domainWord(domain, translate)),
    [""],
  );
  const version = meant?.version;
  if (version === undefined) {
    return;
  }
  const name = definitionName(version);
  const isActive = (await store.active())[version.domain]?.id === version.id;
  const domain = domainWord(version.domain, translate);
  const choices = await store.choices();
  const labels = chosenBy(services.connections(), choices, version.domain, version.id);
  const isWanted = await dialogs.confirm({
    message: l10n.t("Remove {0}?", name),
    detail: isActive
      ? l10n.t(
          "It is active: {0} goes back to the description that ships with the explorer. The text is deleted in all windows; to have it again, import it again.",
          domain,
        )
      : labels.length > 0
        ? l10n.t(
            "It was chosen for {0}: {1} goes back there to the description that ships with the explorer. The text is deleted in all windows; to have it again, import it again.",
            ...[labels.join(", "), domain],
          )
        : l10n.t(
            "It is not active: {0} stays as it is. The text is deleted in all windows; to have it again, import it again.",
            domain,
          ),
    button: l10n.t("Remove"),
  });
  if (isWanted) {
    await store.remove(version.id);
  }
}

/** Two versions of a domain side by side in time; undefined where the user declined. */
export async function chooseComparison(
  services: DefinitionServices,
  target: Target,
): Promise<ShownChanges | undefined> {
  const named = await versionNamed(services, target);
  const domain = named?.domain ?? (await domainMeant(services, target));
  if (domain === undefined) {
    return undefined;
  }
  const first =
    named ??
    (await pickVersion(services, {
      ...{ domain, without: [], connectionId: connectionMeant(services, target) },
      title: l10n.t("Compare which definition of {0}?", domainWord(domain, translate)),
    }));
  const second =
    first &&
    (await pickVersion(services, {
      ...{ domain, without: [first.version?.id ?? ""] },
      title: l10n.t("Compare it with"),
    }));
  if (first === undefined || second === undefined) {
    return undefined;
  }
  const [before, after] = [first.version, second.version].toSorted(earlierFirst);
  return await withProgress(l10n.t("Comparing"), (signal) =>
    compareVersions(services, { domain, before, after }, signal),
  );
}

/** Shows the document as it is kept, laid out, read-only. */
export async function openDocument(services: DefinitionServices, target: Target): Promise<void> {
  const meant = await meantBy(services, target, (domain) =>
    l10n.t("Open which definition of {0}?", domainWord(domain, translate)),
  );
  if (meant === undefined) {
    return;
  }
  const { domain, version } = meant;
  const text =
    version === undefined
      ? describedBy(await services.description(), domain)
      : await services.store.document(version.id);
  const laidOut = JSON.stringify(JSON.parse(text), null, 2);
  const uri = services.addOwn(fileName(meant), new TextEncoder().encode(laidOut));
  // Not as a document of ours: the editor shows texts that are too long for extensions.
  await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
}

/** The version that is named, else the one that is picked. */
async function meantBy(
  services: DefinitionServices,
  target: Target,
  title: (domain: Domain) => string,
  without: readonly string[] = [],
): Promise<Meant | undefined> {
  const named = await versionNamed(services, target);
  if (named !== undefined) {
    return named;
  }
  const domain = await domainMeant(services, target);
  const connectionId = connectionMeant(services, target);
  return (
    domain && (await pickVersion(services, { title: title(domain), domain, without, connectionId }))
  );
}

/** The description was there before all others. */
function earlierFirst(
  one: StoredDefinition | undefined,
  other: StoredDefinition | undefined,
): number {
  return (one?.importedAt ?? 0) - (other?.importedAt ?? 0);
}

function fileName({ domain, version }: Meant): string {
  const name = version === undefined ? `${domain}-description` : definitionName(version);
  return `${name.replace(/[^\p{L}\p{N}.-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "") || domain}.json`;
}
