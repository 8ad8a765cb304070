/**
 * Marks a sentence that is translated elsewhere: in a table, or one that comes from a thread. The
 * bundle of sentences is made of what is marked, and of what is translated on the spot.
 */
export function translatable<T extends string>(message: T): T {
  return message;
}

/** Puts values into the `{0}` places of a sentence, as `vscode.l10n.t` does. */
export function fillText(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d{1,2})\}/g, (place, index: string) => values[Number(index)] ?? place);
}

/** A number as a language writes it, digits grouped: "1,204"; at most the decimals asked for. */
export function formatNumber(
  value: number,
  language: string,
  decimals: { readonly least: number; readonly most: number } = { least: 0, most: 0 },
): string {
  return new Intl.NumberFormat(formatLanguage(language), {
    minimumFractionDigits: decimals.least,
    maximumFractionDigits: decimals.most,
  }).format(value);
}

/** A share of one in percent, as a language writes it: "12.5%"; at most two decimals. */
export function formatPercent(share: number, language: string): string {
  return new Intl.NumberFormat(formatLanguage(language), {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(share);
}

/** Writes numbers short: "1.2M"; at most six digits. */
export function compactNumbers(language: string, isGrouped: boolean): (value: number) => string {
  const format = new Intl.NumberFormat(formatLanguage(language), {
    notation: "compact",
    maximumSignificantDigits: 6,
    useGrouping: isGrouped,
  });
  return (value) => format.format(value);
}

/** The language to write in: the editor may run in one whose tag means nothing to the engine. */
export function formatLanguage(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? "en";
  } catch {
    return "en";
  }
}

/** Keeps the direction of a name to itself (Unicode bidirectional algorithm, isolates). */
export function isolate(text: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text;
}
