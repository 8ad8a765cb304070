import { env, l10n } from "vscode";
import type { Localizer, Translate } from "../texts/words";
import type { Redactor } from "../base/redactor";
import type { Privacy } from "./privacy";

/** The editor's translation in the shape that the core asks for. */
export function translate(message: string, ...values: string[]): string {
  return l10n.t(message, ...values);
}

/** The same, with the language that numbers are written in. */
export const localizer: Localizer = { t: translate, language: env.language };

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
      masking.maskText(redactor.redact(value)),
    );
    return masking.maskQuotes(t(message, ...masked));
  };
}
