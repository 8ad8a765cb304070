/** Puts values into the `{0}` places of a sentence, as `vscode.l10n.t` does. */
export function fillText(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\{(\d{1,2})\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
}
