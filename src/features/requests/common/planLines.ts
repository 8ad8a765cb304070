import type { SendLine } from "../messages/sendPanel";
import { formatBytes, formatDuration } from "../../../platform/base/statusLine";
import { formatNumber } from "../../../platform/base/texts";
import type { Localizer, Translate } from "../../../platform/texts/words";
import type { PlannedCall } from "../../../platform/service/client";

/** The headers, with words for what is made at sending. */
export function headerLines(plan: PlannedCall, t: Translate): readonly SendLine[] {
  const fresh = [["x-dt-traceid", t("(a new one for each request)")] as const];
  return [...plan.headers, ...(plan.tracing === "fresh" ? fresh : [])];
}

/** All that would be sent, and what would follow of its own. */
export function dryRunLines(
  plan: PlannedCall,
  body: Uint8Array | undefined,
  hash: string | undefined,
  { t, language }: Localizer,
): readonly SendLine[] {
  const { most, statuses, longestMilliseconds } = plan.retries;
  const waits = longestMilliseconds.map((wait) => formatDuration(wait, language)).join(", ");
  const { attemptMilliseconds, actionMilliseconds } = plan.limits;
  return [
    [t("Request"), `${plan.method} ${plan.url}`],
    [t("Recorded as"), plan.pathTemplate],
    ...headerLines(plan, t),
    [
      t("Body"),
      body === undefined || hash === undefined
        ? t("none")
        : t(
            "{0} (bytes: {1}), SHA-256 {2}",
            formatBytes(body.length, language),
            formatNumber(body.length, language),
            hash,
          ),
    ],
    ...(isWrite(plan) ? [[t("Permit"), t("asked for when it is sent")] as const] : []),
    [
      t("Retries"),
      most === 0
        ? t("none: this method is not repeated on its own")
        : t("up to {0}, after {1} only", formatNumber(most, language), statuses.join(", ")),
    ],
    ...(most === 0 ? [] : [[t("Waits"), waitsText(waits, t)] as const]),
    [t("After 401"), t("once more with a renewed token")],
    [
      t("Time"),
      t(
        "{0} an attempt, {1} in all",
        ...[attemptMilliseconds, actionMilliseconds].map((time) => formatDuration(time, language)),
      ),
    ],
  ];
}

function isWrite({ method }: PlannedCall): boolean {
  return method !== "GET" && method !== "HEAD";
}

function waitsText(waits: string, t: Translate): string {
  return t("as Retry-After says, else at most {0}", waits);
}
