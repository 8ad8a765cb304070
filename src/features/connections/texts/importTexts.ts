import type { DraftField } from "../messages/connectionDraft";
import { isProduction } from "../../../platform/base/connection";
import type { Translate } from "../../../platform/texts/words";
import { draftFieldWord } from "./draftTexts";
import type { ImportChange, ImportEdit, ImportRisk } from "../common/importPlan";

/** A question with the verb that says yes. */
export interface ImportQuestion {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

/** What an import would do with stored connections, riskiest first: a head, and a line per field. */
export function describeUpdates(changes: readonly ImportChange[], t: Translate): readonly string[] {
  return changes
    .filter(({ kind }) => kind === "updated")
    .sort((one, other) => other.risks.length - one.risks.length)
    .flatMap((change) => [
      // Known by the label that it has: the file may bring another one.
      [t("Changed: {0}.", labelOf(change)), ...notesOf(change, t)].join(" "),
      ...[...change.edits].sort(byRisk).map((edit) => `    ${editWords(edit, t)}`),
    ]);
}

/** The connections that an import would add, a line each. */
export function describeAdditions(
  changes: readonly ImportChange[],
  t: Translate,
): readonly string[] {
  return changes
    .filter(({ kind }) => kind === "added")
    .map((change) => {
      const { label, environment, baseUrl } = change.connection;
      const named = [label, valueWords("environment", environment, t), baseUrl] as const;
      return [t("New: {0}, {1}, {2}.", ...named), ...notesOf(change, t)].join(" ");
    });
}

/** The question for one risk of an update, by itself. */
export function riskQuestion(change: ImportChange, risk: ImportRisk, t: Translate): ImportQuestion {
  const label = labelOf(change);
  const edit = change.edits.find(({ field }) => field === RISKY_FIELDS[risk]);
  const detail = (...sentences: readonly string[]): string =>
    [
      ...(edit === undefined ? [] : [editWords(edit, t), ""]),
      ...sentences,
      t("Cancel leaves this connection as it is."),
    ].join("\n");
  const secrets = change.isElsewhere
    ? t("Its key and client secret are not sent there before you enter them again.")
    : t("Its key and token are sent there: scheme, host and port stay the same.");
  switch (risk) {
    case "leavesProduction":
      return {
        message: t("Change the environment of '{0}' from Production?", label),
        detail: detail(
          t("Writing would no longer be locked. The subscription key decides what it reaches."),
        ),
        button: t("Change environment"),
      };
    case "baseUrl":
      return {
        message: t("Change the base URL of '{0}'?", label),
        detail: detail(secrets),
        button: t("Change base URL"),
      };
    case "authUrl":
      return {
        message: t("Change the identity provider of '{0}'?", label),
        detail: detail(secrets),
        button: t("Change auth URL"),
      };
    case "callbackUrl":
      return {
        message: t("Change the callback URL of '{0}'?", label),
        detail: detail(
          t(
            "The server or program at that address receives the authorization code of a sign-in, and possibly an ID token.",
          ),
        ),
        button: t("Change callback URL"),
      };
    case "proofKey":
      return {
        message: t("Lower the PKCE protection of '{0}'?", label),
        detail: detail(t("PKCE binds a sign-in to the program that started it.")),
        button: t("Change PKCE"),
      };
  }
}

const RISKY_FIELDS: Readonly<Record<ImportRisk, DraftField>> = {
  leavesProduction: "environment",
  baseUrl: "baseUrl",
  authUrl: "authUrl",
  callbackUrl: "callbackUrl",
  proofKey: "proofKey",
};

const RISKY = Object.values(RISKY_FIELDS);

function byRisk({ field: one }: ImportEdit, { field: other }: ImportEdit): number {
  return Number(RISKY.includes(other)) - Number(RISKY.includes(one));
}

function labelOf({ before, connection }: ImportChange): string {
  return before?.label ?? connection.label;
}

function notesOf({ renamedFrom, isElsewhere }: ImportChange, t: Translate): readonly string[] {
  return [
    ...(renamedFrom === undefined ? [] : [t("The label '{0}' is already used.", renamedFrom)]),
    ...(isElsewhere ? [t("It leads to another server; its secrets are asked for again.")] : []),
  ];
}

function editWords({ field, from, to }: ImportEdit, t: Translate): string {
  const at = firstDifference(from, to);
  const [before, after] = [from, to].map((value) => cut(valueWords(field, value, t), at));
  return t("{0}: {1} → {2}", draftFieldWord(field, t), before ?? "", after ?? "");
}

/** As the form calls it; what is none of its choices stands as it is. */
function valueWords(field: DraftField, value: string, t: Translate): string {
  if (field === "environment") {
    return isProduction(value)
      ? t("PRODUCTION")
      : value === "sandbox"
        ? t("Sandbox")
        : t("Development");
  }
  const words: Readonly<Record<string, string>> = {
    serviceAccount: t("Service account"),
    userPresent: t("User present"),
    delegation: t("Time-bound delegation"),
    auto: t("Automatic"),
    required: t("Required"),
    off: t("Off"),
    own: t("Own"),
    editor: t("VS Code's"),
  };
  const isChoice = ["accessModel", "proofKey", "networking"].includes(field);
  const word = isChoice && Object.hasOwn(words, value) ? words[value] : undefined;
  return word ?? (value === "" ? t("empty") : value.replaceAll("\n", ", "));
}

/** Characters of a value in a line; what is the same on both sides is left out first. */
const LONGEST = 300;
const HEAD = 100;
const BEFORE = 40;

function cut(text: string, difference: number): string {
  if (text.length <= LONGEST) {
    return text;
  }
  const start = Math.max(HEAD, difference - BEFORE);
  const rest = text.slice(start, start + LONGEST - HEAD);
  const [gap, end] = [start > HEAD, start + rest.length < text.length].map((is) => (is ? "…" : ""));
  return `${text.slice(0, HEAD)}${gap ?? ""}${rest}${end ?? ""}`.toWellFormed();
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) {
    at++;
  }
  return at;
}
