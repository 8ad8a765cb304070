import { l10n } from "vscode";
import type { Translate } from "../texts/words";
import type { Redactor } from "../base/redactor";
import type { Privacy } from "./privacy";

/** The editor's translation in the shape that the core asks for. */
export function translate(message: string, ...values: (string | number)[]): string {
  return l10n.t(message, ...values);
}

/** The same for sentences that hold what a server sent: it can send back what it was given. */
export function redactingTranslate(redactor: Redactor): Translate {
  return (message, ...values) => redactor.redact(translate(message, ...values));
}

/** As `redactingTranslate`, for sentences that are shown: what is private is masked in them. */
export function privateTranslate(redactor: Redactor, privacy: Pick<Privacy, "masking">): Translate {
  const t = redactingTranslate(redactor);
  return (message, ...values) => {
    const { masking } = privacy;
    const masked = values.map((value) =>
      // Secrets first: a masked part would hide the rest of one from who looks for it.
      typeof value === "string" ? masking.maskText(redactor.redact(value)) : value,
    );
    return masking.maskQuotes(t(message, ...masked));
  };
}
