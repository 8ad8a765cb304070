import type { Translate } from "../../../platform/texts/words";
import type { Action, Attempt, TraceEcho, RetryDecision } from "../../../platform/base/action";
import { formatDuration } from "../../../platform/base/statusLine";

/** The waits between attempts, in milliseconds. */
export function waitsOf(attempts: readonly Attempt[]): readonly number[] {
  return attempts.flatMap(({ retry }, index) =>
    // After the last one nothing was waited for, or it is being waited.
    retry.retry && index < attempts.length - 1 ? [retry.milliseconds] : [],
  );
}

/** Who asked for a call where that was not the user: an assistant, with the name of its tool. */
export function askedByWords(
  { assistantTool }: Pick<Action, "assistantTool">,
  t: Translate,
): string | undefined {
  return assistantTool === undefined
    ? undefined
    : t("Asked for by an assistant, with the tool {0}", assistantTool);
}

/** What was decided after an attempt, and why; `next` is the attempt that followed, if one did. */
export function decisionWords(
  { retry }: Pick<Attempt, "retry">,
  next: Pick<Attempt, "reason"> | undefined,
  { t, language }: { readonly t: Translate; readonly language: string },
): string {
  if (next?.reason === "renewal") {
    return t("Repeated once with a renewed token.");
  }
  return retry.retry
    ? t(
        "Repeated after {0} ({1}).",
        formatDuration(retry.milliseconds, language),
        waitReason(retry.why, t),
      )
    : notRepeated(retry, t, language);
}

/** Who decided how long a wait is. */
export function waitReason(why: "retryAfter" | "backOff", t: Translate): string {
  return why === "retryAfter" ? "Retry-After" : t("back-off");
}

/** Whether the service returned the trace id, in words. */
export function echoWords(echo: TraceEcho, t: Translate): string {
  return {
    equal: t("The service returned the trace id that was sent."),
    missing: t("The service did not return the trace id."),
    changed: t("The service returned another trace id than was sent."),
    notSent: t("No trace id was sent."),
  }[echo];
}

/** Why an attempt was made, where it was not the first try. */
export function reasonWords(reason: Attempt["reason"], t: Translate): string {
  return { first: "", renewal: t("after renewing the token"), retry: t("repeated") }[reason];
}

function notRepeated(
  { why, waitMilliseconds }: Extract<RetryDecision, { readonly retry: false }>,
  t: Translate,
  language: string,
): string {
  const wait = waitMilliseconds === undefined ? "" : formatDuration(waitMilliseconds, language);
  return {
    answered: t("Not repeated: the answer came."),
    status: t("Not repeated: this status does not change by itself."),
    method: t("Not repeated: this method is not safe to repeat."),
    network: t("Not repeated: no answer came, and only answers are repeated on their own."),
    tries: t("Not repeated: that was the last of its tries."),
    deadline:
      wait === ""
        ? t("Not repeated: no time was left.")
        : t("Not repeated: the wait of {0} would have taken longer than the time left.", wait),
  }[why];
}
