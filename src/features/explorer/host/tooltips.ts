import * as vscode from "vscode";
import type { Connection, ConnectionSummary } from "../../../platform/base/connection";
import type { ErrorText } from "../../../platform/texts/errorText";
import type { Guess } from "../../lists/common/guess";
import type { Session } from "../../../platform/base/session";
import { factsMarkdown } from "../../../platform/vscode/surfaces";
import { accessModelWord, connectionName, environmentWord } from "../../../platform/vscode/words";
import type { ClientRow } from "./nodes";
import type { RowNote } from "./rowRemarks";
import { countText, exactMoment, exactTime } from "../../../platform/vscode/formats";

export function connectionTooltip(
  shown: ConnectionSummary,
  { faults, sameKey }: { readonly faults: readonly string[]; readonly sameKey: string | undefined },
): vscode.MarkdownString {
  const { connection, session, environment, keyFingerprint } = shown;
  const scopes = session?.scopes ?? connection?.scopes;
  return factsMarkdown(connectionName(shown), [
    [vscode.l10n.t("Environment"), environmentWord(environment)],
    [vscode.l10n.t("Service"), connection?.baseUrl],
    [vscode.l10n.t("Identity"), connection?.authUrl],
    [vscode.l10n.t("Access"), connection && accessModelWord(connection.accessModel)],
    [vscode.l10n.t("Scopes"), scopes?.join(" ")],
    [vscode.l10n.t("Key fingerprint"), keyFingerprint],
    [vscode.l10n.t("Same key as"), sameKey],
    [vscode.l10n.t("Consent ends"), connection && consentWords(connection, session)],
    ...faults.map((fault) => [vscode.l10n.t("Fault on"), fault] as const),
  ]);
}

function consentWords(
  { accessModel }: Connection,
  session: Session | undefined,
): string | undefined {
  if (accessModel !== "delegation" || session === undefined) {
    return undefined;
  }
  return session.consentEndsAt === undefined
    ? vscode.l10n.t("not known")
    : exactMoment(session.consentEndsAt);
}

export function clientTooltip(
  row: ClientRow,
  notes: readonly RowNote[] = [],
): vscode.MarkdownString {
  const { action, loadedAt } = row;
  return factsMarkdown(row.label?.value ?? row.id?.value ?? "", [
    ...notes.map(({ sentence }) => [vscode.l10n.t("Note"), sentence] as const),
    [vscode.l10n.t("Id"), row.id?.value],
    [vscode.l10n.t("Id found by shape"), sourceWords(row.id)],
    [vscode.l10n.t("Name found by shape"), sourceWords(row.label)],
    [vscode.l10n.t("Detail found by shape"), sourceWords(row.description)],
    [vscode.l10n.t("Loaded"), loadedAt === undefined ? undefined : exactTime(loadedAt)],
    [vscode.l10n.t("Request"), action?.attempts.at(-1)?.requestId],
    [vscode.l10n.t("Trace"), action?.traceId],
  ]);
}

/** A list as its definition describes it. */
export function listTooltip(
  label: string,
  { path, operationId, summary }: Readonly<Record<"path" | "operationId" | "summary", string>>,
): vscode.MarkdownString {
  return factsMarkdown(label, [
    [vscode.l10n.t("Endpoint"), `GET ${path}`],
    [vscode.l10n.t("Operation"), operationId],
    [vscode.l10n.t("Summary"), summary],
  ]);
}

/** The count of clients, which the answer's envelope seems to tell. */
export function clientsTooltip(total: Guess<number>): vscode.MarkdownString {
  return factsMarkdown(vscode.l10n.t("Clients"), [
    [vscode.l10n.t("Count"), countText(total.value)],
    [vscode.l10n.t("Count found by shape"), sourceWords(total)],
  ]);
}

/** Answers are not described by the service: where a value is a guess, that is said. */
function sourceWords(guess: Guess<unknown> | undefined): string | undefined {
  // Of what was kept it is not known any more.
  return guess && guess.from !== "" ? vscode.l10n.t("read from {0}", guess.from) : undefined;
}

export function errorTooltip(text: ErrorText): vscode.MarkdownString {
  return factsMarkdown(`${text.what} ${text.advice}`, [
    [vscode.l10n.t("Request"), text.requestId],
    [vscode.l10n.t("Trace"), text.traceId],
  ]);
}
