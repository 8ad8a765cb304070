import { env, l10n } from "vscode";
import { idLines } from "../../../platform/vscode/errorMessages";
import { isAppError } from "../../../platform/base/errors";
import { shortenId } from "../../../platform/base/statusLine";
import { durationText } from "../../../platform/vscode/formats";
import type { ExportServices } from "./exportServices";
import type { ExportItem } from "./exportItem";

export type ReportServices = Pick<ExportServices, "dialogs" | "describe" | "errorActions">;

export interface Button {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

type Entry = Pick<ExportItem, "act"> & { readonly failure: unknown };

/** Says that it was stopped, what came, and how to go on. */
export async function reportStopped(
  { dialogs }: ReportServices,
  item: Entry,
  holds: string,
): Promise<void> {
  const sentences = [l10n.t("The export was stopped."), holds];
  await ask(dialogs, "information", sentences.join(" "), [
    resumeButton(item),
    { label: l10n.t("Remove…"), run: () => item.act("remove") },
  ]);
}

export function stoppedEarlyWords(): string {
  return l10n.t("The export was stopped before any row came.");
}

interface ErrorWords {
  /** The sentence that says what failed, and why. */
  readonly first: (what: string) => string;
  /** What came all the same. */
  readonly holds: string;
}

/** Says why it failed, with what helps, and both ids. */
export async function reportError(
  { dialogs, describe, errorActions }: ReportServices,
  item: Entry,
  { first, holds }: ErrorWords,
): Promise<void> {
  const error = item.failure;
  const text = await describe(error, { isResumed: true });
  // What only tries again is what Resume does.
  const [best] = errorActions.of(error, text).filter((action) => action !== "retry");
  const ids = idLines(text);
  const buttons: readonly Button[] = [
    resumeButton(item),
    ...(best === undefined
      ? []
      : [
          {
            label: best === "retryThen" ? resumeThenWords(error) : errorActions.label(best, error),
            run: async () => (await errorActions.run(best, error)) && item.act("resume"),
          },
        ]),
    ...(ids === ""
      ? []
      : [{ label: l10n.t("Copy ids"), run: async () => env.clipboard.writeText(ids) }]),
  ];
  const sentences = [first(text.what), text.advice, holds, ...shortIds(text)];
  await ask(dialogs, "error", sentences.join(" "), buttons);
}

/** What waits as the service asks resumes then. */
function resumeThenWords(error: unknown): string {
  const seconds = isAppError(error) ? Number(error.values["retryAfterSeconds"] ?? 0) : 0;
  return l10n.t("Resume in {0}", durationText(seconds * 1000));
}

export function resumeButton(item: Pick<ExportItem, "act">): Button {
  return { label: l10n.t("Resume"), run: () => item.act("resume") };
}

interface Ids {
  readonly requestId?: string | undefined;
  readonly traceId?: string | undefined;
}

/** "Request 50e1…68.", "Trace fpx-5f…d0." */
export function shortIds({ requestId, traceId }: Ids): readonly string[] {
  return [
    ...(requestId === undefined ? [] : [l10n.t("Request {0}.", shortenId(requestId))]),
    ...(traceId === undefined ? [] : [l10n.t("Trace {0}.", shortenId(traceId))]),
  ];
}

/** Shows a message, and does what its button is for. */
export async function ask(
  dialogs: ReportServices["dialogs"],
  severity: "information" | "warning" | "error",
  message: string,
  buttons: readonly Button[],
): Promise<void> {
  const labels = buttons.map(({ label }) => label);
  const picked = await dialogs.notify(severity, message, labels);
  await buttons.find(({ label }) => label === picked)?.run();
}
