import { l10n } from "vscode";
import type { Landing } from "../core/pensions/compare/landing";
import type { PutResult } from "../core/pensions/put";
import type { Severity } from "../host/dialogs";
import { shortenId } from "../shared/statusLine";

export interface LandingReport {
  readonly severity: Severity;
  readonly message: string;
  /** Both ids, a line each, for the clipboard. */
  readonly ids: string;
}

/** More field names than this do not fit a message. */
const NAMED_FIELDS = 3;

/** What a PUT did, in one message: status, what landed, on what evidence, and both ids. */
export function reportLanding(result: PutResult, pensionId: string, at: Date): LandingReport {
  const { action, landing, status, statusText } = result;
  const attempt = action.attempts.at(-1);
  const requestId = attempt?.requestId;
  const answered = `${status} ${statusText}`.trim();
  const { traceId } = action;
  const shortRequest = requestId === undefined ? l10n.t("without id") : shortenId(requestId);
  const shortIds =
    traceId === undefined
      ? l10n.t("Request {0}.", shortRequest)
      : l10n.t("Request {0}, trace {1}.", shortRequest, shortenId(traceId));
  const what =
    landing === undefined
      ? l10n.t(
          "Pension {0} was accepted ({1}). The answer does not show the pension, so what landed could not be checked.",
          pensionId,
          answered,
        )
      : l10n.t(
          "Pension {0} landed ({1}). {2}. Evidence: the PUT response at {3}.",
          pensionId,
          answered,
          landingWords(landing),
          at.toLocaleTimeString(),
        );
  return {
    severity: isClean(landing) ? "information" : "warning",
    message: `${what} ${shortIds}`,
    ids: [
      `x-dt-requestid: ${requestId ?? "-"}`,
      ...(traceId === undefined ? [] : [`x-dt-traceid: ${traceId}`]),
    ].join("\n"),
  };
}

/** Only what was sent and did not land as sent deserves a warning. */
function isClean(landing: Landing | undefined): boolean {
  return landing !== undefined && landing.changed.length === 0 && landing.ignored.length === 0;
}

function landingWords({ kept, changed, ignored, added }: Landing): string {
  const words = [
    kept.length === 1 ? l10n.t("1 field kept") : l10n.t("{0} fields kept", kept.length),
  ];
  if (changed.length > 0) {
    const names = named(changed.map(({ path }) => path));
    words.push(l10n.t("{0} changed by the service ({1})", changed.length, names));
  }
  if (ignored.length > 0) {
    words.push(l10n.t("{0} ignored by the service ({1})", ignored.length, named(ignored)));
  }
  if (added.length > 0) {
    words.push(l10n.t("{0} added ({1})", added.length, named(added)));
  }
  return words.join(", ");
}

function named(paths: readonly string[]): string {
  const shown = paths.slice(0, NAMED_FIELDS).join(", ");
  return paths.length > NAMED_FIELDS
    ? l10n.t("{0} and {1} more", shown, paths.length - NAMED_FIELDS)
    : shown;
}
