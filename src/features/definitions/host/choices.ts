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

interface Chosen<Value> {
  readonly value: Value;
  readonly undo: () => Promise<void>;
}

/**
 * Makes a choice that can be taken back: each part of it where nobody has chosen anew since, here
 * or in another window.
 */
export async function chooseWithUndo<Value>(
  store: DefinitionStore,
  domains: readonly Domain[],
  scope: Scope,
  choose: () => Promise<Value>,
): Promise<Chosen<Value>> {
  const read = (): Promise<readonly Choice[]> =>
    Promise.all(domains.map((domain) => choiceOf(store, domain, scope)));
  const before = await read();
  const value = await choose();
  const made = await read();
  const own = scope.connectionId ?? scope.at;
  const undo = async (): Promise<void> => {
    for (const [place, now] of (await read()).entries()) {
      const { domain, byDefault, own: ownBefore } = before[place] ?? now;
      if (scope.connectionId === undefined && now.byDefault === made[place]?.byDefault) {
        await store.activate(domain, byDefault);
      }
      if (own !== undefined && now.own === made[place]?.own) {
        await (ownBefore === undefined
          ? store.forgetChoices(own, domain)
          : store.activate(domain, ownBefore || undefined, own));
      }
    }
  };
  return { value, undo };
}

interface Choice {
  readonly domain: Domain;
  /** What is followed by those that choose nothing; undefined stands for the description. */
  readonly byDefault: string | undefined;
  /** The connection's own choice; undefined follows the default, empty the description. */
  readonly own: string | undefined;
}

async function choiceOf(
  store: DefinitionStore,
  domain: Domain,
  { connectionId, at }: Scope,
): Promise<Choice> {
  const [active, choices] = await Promise.all([store.active(), store.choices()]);
  const own = connectionId ?? at;
  return {
    domain,
    byDefault: active[domain]?.id,
    own: own === undefined ? undefined : choices[own]?.[domain],
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
