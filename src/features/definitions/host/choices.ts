import { l10n } from "vscode";
import type { Domain } from "../../../platform/base/connection";
import type { ActiveVersions, DefinitionStore } from "../common/imports/stored";
import { translate } from "../../../platform/vscode/translate";
import type { DefinitionArgument, NodeArgument } from "../../../manifest";
import type { DefinitionServices } from "./services";
import { chosenBy } from "./viewFacts";
import { domainWord } from "../texts/words";

/** Whom a version is chosen for. */
export interface Scope {
  /** One connection; undefined for all that choose nothing themselves. */
  readonly connectionId: string | undefined;
  /** Where it is chosen for all: the connection it was chosen at, which follows the others again. */
  readonly at: string | undefined;
}

type Target = NodeArgument | DefinitionArgument | undefined;

/** The connection at which a command was run; undefined where none is named. */
export function connectionMeant(services: DefinitionServices, target: Target): string | undefined {
  return target && ("nodeId" in target ? services.connectionOf(target) : target.connectionId);
}

/** Asks for one connection or all, where there are several; undefined where the user declined. */
export async function askScope(
  services: DefinitionServices,
  title: string,
  target: Target,
): Promise<Scope | undefined> {
  const at = connectionMeant(services, target);
  const connections = services.connections();
  const [first] = connections;
  if (connections.length <= 1) {
    return { connectionId: undefined, at: first?.id };
  }
  const all = {
    label: l10n.t("All connections"),
    description: l10n.t("except those with their own choice"),
    scope: { connectionId: undefined, at },
  };
  const each = connections
    .filter(({ id }) => at === undefined || id === at)
    .map(({ id, label }) => ({
      label,
      description: l10n.t("this connection alone"),
      scope: { connectionId: id, at },
    }));
  const offered = at === undefined ? [all, ...each] : [...each, all];
  return (await services.dialogs.pick(title, offered))?.scope;
}

/** Makes a version the one that is followed; undefined stands for the description. */
export async function activateIn(
  store: DefinitionStore,
  domain: Domain,
  id: string | undefined,
  { connectionId, at }: Scope,
): Promise<void> {
  await store.activate(domain, id, connectionId);
  if (connectionId === undefined && at !== undefined) {
    await store.forgetChoices(at, domain);
  }
}

/** What those whom a choice is for follow now. */
export function activeIn(store: DefinitionStore, scope: Scope): Promise<ActiveVersions> {
  return store.active(scope.connectionId ?? scope.at);
}

/** Whether a version is followed by anybody: by default, or by a connection's own choice. */
export async function isFollowed(store: DefinitionStore, id: string): Promise<boolean> {
  const [active, choices] = await Promise.all([store.active(), store.choices()]);
  return (
    Object.values(active).some((version) => version.id === id) ||
    Object.values(choices).some((chosen) => Object.values(chosen).includes(id))
  );
}

/** What takes a choice back that is going to be made; as it is when this is called. */
export async function undoOf(
  store: DefinitionStore,
  domain: Domain,
  { connectionId, at }: Scope,
): Promise<() => Promise<void>> {
  const [active, choices] = await Promise.all([store.active(), store.choices()]);
  const own = connectionId ?? at;
  const chosen = own === undefined ? undefined : choices[own]?.[domain];
  return async () => {
    if (connectionId === undefined) {
      await store.activate(domain, active[domain]?.id);
    }
    if (own !== undefined) {
      await (chosen === undefined
        ? store.forgetChoices(own, domain)
        : store.activate(domain, chosen || undefined, own));
    }
  };
}

/** Which connections keep another choice where one was made for all: a sentence for each domain. */
export async function keepersWords(
  services: DefinitionServices,
  domains: readonly Domain[],
  { connectionId }: Scope,
): Promise<readonly string[]> {
  const choices = connectionId === undefined ? await services.store.choices() : {};
  return domains.flatMap((domain) => {
    const labels = chosenBy(services.connections(), choices, domain);
    const values = [domainWord(domain, translate), labels.join(", ")];
    return labels.length === 0
      ? []
      : [l10n.t("Connections that keep their own choice in {0}: {1}.", ...values)];
  });
}
