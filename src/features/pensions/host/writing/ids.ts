import { l10n } from "vscode";
import type { Action } from "../../../../platform/base/action";
import { shortenId } from "../../../../platform/base/statusLine";

/** Both ids of a call: short for a message, whole for the clipboard. */
export function idsOf({ attempts, traceId }: Action): { line: string; lines: string } {
  const requestId = attempts.at(-1)?.requestId;
  const shortRequest = requestId === undefined ? l10n.t("without id") : shortenId(requestId);
  return {
    line:
      traceId === undefined
        ? l10n.t("Request {0}.", shortRequest)
        : l10n.t("Request {0}, trace {1}.", shortRequest, shortenId(traceId)),
    lines: [
      `x-dt-requestid: ${requestId ?? "-"}`,
      ...(traceId === undefined ? [] : [`x-dt-traceid: ${traceId}`]),
    ].join("\n"),
  };
}
