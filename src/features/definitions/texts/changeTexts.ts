import type { Localizer, Translate } from "../../../platform/texts/words";
import { shownName } from "../common/shownName";
import type { ChangeKind, DefinitionChange } from "../common/changes/changes";
import { formatNumber } from "../../../platform/base/texts";

/** One sentence for one change: "`contributions[].amount` is now required in the request." */
export function changeSentence(change: DefinitionChange, t: Translate): string {
  return WORDS[change.kind](wordsOf(change, t));
}

/** "Breaking changes: 3, other changes: 12, endpoints: 5". */
export function summaryOf(
  changes: readonly DefinitionChange[],
  { t, language }: Localizer,
): string {
  if (changes.length === 0) {
    return t("No changes for those who call it");
  }
  const breaking = changes.filter((change) => change.breaking).length;
  const others = changes.length - breaking;
  const endpoints = new Set(changes.map(({ operation }) => operation)).size;
  return t(
    "Breaking changes: {0}, other changes: {1}, endpoints: {2}",
    ...[breaking, others, endpoints].map((count) => formatNumber(count, language)),
  );
}

/** All changes as Markdown, endpoint by endpoint, for a ticket or a message. */
export function changesAsMarkdown(
  changes: readonly DefinitionChange[],
  title: string,
  words: Localizer,
): string {
  const { t } = words;
  const operations = Map.groupBy(changes, ({ operation }) => operation);
  const parts = [...operations].map(([operation, own]) =>
    [
      `## ${shownName(operation)}`,
      own
        .map((change) => {
          const sentence = changeSentence(change, t);
          return change.breaking ? `- **${t("Breaking:")}** ${sentence}` : `- ${sentence}`;
        })
        .join("\n"),
    ].join("\n\n"),
  );
  // The names of versions are in it: a link among them would be one in the ticket.
  const heading = title.replace(/[\\[\]<>`*_]/g, "\\$&");
  return `${[`# ${heading}`, `${summaryOf(changes, words)}.`, ...parts].join("\n\n")}\n`;
}

interface Words {
  readonly t: Translate;
  /** "`amount`", or words for a whole body. */
  readonly name: string;
  /** "in the request", "in the answer 200"; "" of the operation itself. */
  readonly where: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly breaking: boolean;
}

function wordsOf({ place, before, after, breaking }: DefinitionChange, t: Translate): Words {
  return {
    ...{ t, breaking },
    name:
      place === undefined || place.path === ""
        ? t("The body")
        : shownName(withoutStart(place.path)),
    where: whereOf(place, t),
    before: before === undefined ? undefined : shownName(before),
    after: after === undefined ? undefined : shownName(after),
  };
}

/** "[]" alone is an item of the body, and needs no more to be understood. */
function withoutStart(path: string): string {
  return path.startsWith("[].") ? path.slice("[].".length) : path;
}

function whereOf(place: DefinitionChange["place"], t: Translate): string {
  switch (place?.part) {
    case "parameter":
      return t("as a parameter");
    case "request":
      return t("in the request");
    case "response":
      return t("in the answer {0}", place.status ?? "");
    case undefined:
      return "";
  }
}

const WORDS: Readonly<Record<ChangeKind, (words: Words) => string>> = {
  operationAdded: ({ t }) => t("The endpoint is new."),
  operationRemoved: ({ t }) => t("The endpoint is gone."),
  operationDeprecated: ({ t }) => t("The endpoint is deprecated now."),
  operationReinstated: ({ t }) => t("The endpoint is no longer deprecated."),
  parameterAdded: ({ t, name, breaking }) =>
    breaking ? t("Parameter {0} is new and required.", name) : t("Parameter {0} is new.", name),
  parameterRemoved: ({ t, name }) => t("Parameter {0} is gone.", name),
  fieldAdded: ({ t, name, where, after, breaking }) =>
    breaking
      ? t("{0} ({1}) is new and required {2}.", name, after ?? "", where)
      : t("{0} ({1}) is new {2}.", name, after ?? "", where),
  fieldRemoved: ({ t, name, where }) => t("{0} is gone {1}.", name, where),
  requiredAdded: ({ t, name, where }) => t("{0} is now required {1}.", name, where),
  requiredRemoved: ({ t, name, where }) => t("{0} is no longer required {1}.", name, where),
  typeChanged: ({ t, name, where, before, after }) =>
    t("{0} is {1} now {2}; it was {3}.", ...[name, after ?? "", where, before ?? ""]),
  formatChanged: ({ t, name, where, before, after }) =>
    after === undefined
      ? t("{0} no longer has a format {1}; it was {2}.", name, where, before ?? "")
      : before === undefined
        ? t("{0} has the format {1} now {2}.", name, after, where)
        : t("{0} has the format {1} now {2}; it was {3}.", ...[name, after, where, before]),
  valuesAdded: ({ t, name, where, after }) =>
    after === undefined
      ? t("{0} may have any value now {1}.", name, where)
      : t("{0} may be {1} now, too, {2}.", name, after, where),
  valuesRemoved: ({ t, name, where, before, after }) =>
    before === undefined
      ? t("{0} may be nothing but {1} now {2}.", name, after ?? "", where)
      : t("{0} may no longer be {1} {2}.", name, before, where),
  limitChanged: ({ t, name, where, before, after }) =>
    after === undefined
      ? t("{0} is no longer limited by {1} {2}.", name, before ?? "", where)
      : before === undefined
        ? t("{0} is limited by {1} now {2}.", name, after, where)
        : t("{0} is limited by {1} now {2}; it was {3}.", ...[name, after, where, before]),
  bodyAdded: ({ t, where, breaking }) =>
    breaking ? t("A body is required now {0}.", where) : t("There is a body now {0}.", where),
  bodyRemoved: ({ t, where }) => t("There is no longer a body {0}.", where),
  contentAdded: ({ t, where, after }) => t("{0} can be used now {1}.", after ?? "", where),
  contentRemoved: ({ t, where, before }) =>
    t("{0} can no longer be used {1}.", before ?? "", where),
  statusAdded: ({ t, after }) => t("The answer {0} is new.", after ?? ""),
  statusRemoved: ({ t, before }) => t("The answer {0} is gone.", before ?? ""),
};
