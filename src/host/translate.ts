import { l10n } from "vscode";

/** The editor's translation in the shape that the core asks for. */
export function translate(message: string, ...values: (string | number)[]): string {
  return l10n.t(message, ...values);
}
