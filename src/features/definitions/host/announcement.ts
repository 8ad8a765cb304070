import { l10n } from "vscode";
import type { Domain } from "../../../platform/base/connection";
import type { StoredDefinition } from "../common/imports/stored";
import { summaryOf } from "../texts/changeTexts";
import { isAppError, isCanceled } from "../../../platform/base/errors";
import { localizer, translate } from "../../../platform/vscode/translate";
import { isFollowed } from "./choices";
import { compareVersions } from "./comparison";
import type { Imported } from "./importDefinition";
import type { DefinitionServices } from "./services";
import type { Switched } from "./versionCommands";
import type { ShownChanges } from "./viewFacts";
import { definitionName, descriptionName, domainWord, endpointWords } from "../texts/words";
import { countText } from "../../../platform/vscode/formats";

/** Shows the view, with changes where there are some to show. */
export type Show = (domain: Domain, changes?: ShownChanges) => Promise<void>;

/** Says what is active since an import, what changed by it, and takes it back where wanted. */
export async function announceImport(
  services: DefinitionServices,
  { added, before, known, over, remarks, scope, undo }: Imported,
  show: Show,
): Promise<void> {
  const [first] = added;
  if (first === undefined) {
    return;
  }
  const changed = await Promise.all(
    added.map((after) => changesSince(services, before[after.domain], after)),
  );
  const sentences = [
    nowActive(services, { first, added, known, scope }),
    changesWords(
      first,
      changed.filter((found) => found !== undefined),
    ),
    ...remarks,
    ...(over === 0 ? [] : [roomWords(over)]),
  ];
  await notify(services, sentences, {
    show: () =>
      show(
        first.domain,
        changed.find((found) => found !== undefined),
      ),
    hasChanges: changed.some((found) => found !== undefined && found.changes.length > 0),
    undo: async () => {
      await undo();
      for (const { id } of added) {
        if (!known.has(id) && !(await isFollowed(services.store, id))) {
          await services.store.remove(id);
        }
      }
    },
  });
}

/** The same for another version that was chosen. */
export async function announceChoice(
  services: DefinitionServices,
  { domain, before, after, scope, remarks, undo }: Switched,
  show: Show,
): Promise<void> {
  const changes = await compareReadable(services, domain, before, after);
  const name = after === undefined ? descriptionName(translate) : definitionName(after);
  const words = domainWord(domain, translate);
  const { connectionId } = scope;
  const sentences = [
    connectionId === undefined
      ? l10n.t("Now used for {0}: {1}.", words, name)
      : l10n.t(
          "Now used for {0} of {1}: {2}.",
          ...[words, services.connectionLabel(connectionId), name],
        ),
    ...(changes === undefined ? [] : [`${summaryOf(changes.changes, localizer)}.`]),
    ...remarks,
  ];
  await notify(services, sentences, {
    show: () => show(domain, changes),
    hasChanges: changes !== undefined && changes.changes.length > 0,
    undo,
  });
}

interface Announcement {
  readonly hasChanges: boolean;
  readonly show: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

async function notify(
  { dialogs }: DefinitionServices,
  sentences: readonly string[],
  { hasChanges, show, undo }: Announcement,
): Promise<void> {
  const showLabel = hasChanges ? l10n.t("Show Changes") : l10n.t("Show");
  const undoLabel = l10n.t("Undo");
  const picked = await dialogs.notify("information", sentences.join(" "), [showLabel, undoLabel]);
  if (picked === showLabel) {
    await show();
  } else if (picked === undoLabel) {
    await undo();
  }
}

/** With the description there is nothing to compare the first import with: its bodies are open. */
async function changesSince(
  services: DefinitionServices,
  before: StoredDefinition | undefined,
  after: StoredDefinition,
): Promise<ShownChanges | undefined> {
  return before === undefined || before.id === after.id
    ? undefined
    : await compareReadable(services, after.domain, before, after);
}

/**
 * Undefined where they cannot be compared, as one is damaged or too large: what is active now is
 * announced without it, and can be taken back.
 */
async function compareReadable(
  services: DefinitionServices,
  ...[domain, before, after]: [Domain, Version, Version]
): Promise<ShownChanges | undefined> {
  try {
    return await compareVersions(services, { domain, before, after });
  } catch (error) {
    if (!isAppError(error) || isCanceled(error)) {
      throw error;
    }
    services.log.warn("definitions: versions could not be compared", { reason: error.code });
    return undefined;
  }
}

type Version = StoredDefinition | undefined;

function nowActive(
  { connectionLabel }: DefinitionServices,
  {
    first,
    added,
    known,
    scope: { connectionId },
  }: Pick<Imported, "added" | "known" | "scope"> & { readonly first: StoredDefinition },
): string {
  const name = definitionName(first);
  const domains = added.map(({ domain }) => domainWord(domain, translate)).join(", ");
  if (connectionId !== undefined) {
    const values = [name, domains, connectionLabel(connectionId)];
    return known.has(first.id)
      ? l10n.t("{0} was imported before and is active again for {1} of {2}.", ...values)
      : l10n.t("{0} is active for {1} of {2}.", ...values);
  }
  return known.has(first.id)
    ? l10n.t("{0} was imported before and is active again for {1}.", name, domains)
    : l10n.t("{0} is active for {1}.", name, domains);
}

function changesWords(first: StoredDefinition, changed: readonly ShownChanges[]): string {
  return changed.length === 0
    ? l10n.t("It describes {0}.", endpointWords(first.operations, localizer))
    : `${summaryOf(
        changed.flatMap(({ changes }) => changes),
        localizer,
      )}.`;
}

function roomWords(over: number): string {
  return over === 1
    ? l10n.t("The oldest version was removed.")
    : l10n.t("The {0} oldest versions were removed.", countText(over));
}
