/** The glob patterns of a setting; whatever else somebody wrote there is passed over. */
export function usablePatterns(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const patterns = items.flatMap((item) => (typeof item === "string" ? [item.trim()] : []));
  return [...new Set(patterns)].filter((pattern) => pattern !== "");
}

/** A pattern that fits in any folder, as the editor's JSON service reads those of `json.schemas`. */
export function anywhere(pattern: string): string {
  return `**/${bare(pattern)}`;
}

/** What `json.schemas` of a scope says: which schema is for which files. */
interface SchemaEntry {
  readonly fileMatch?: unknown;
  readonly url?: unknown;
}

/**
 * The entries of `json.schemas` with one more that gives files of these patterns a schema;
 * undefined where all of them have it.
 */
export function withSchema(
  entries: unknown,
  patterns: readonly string[],
  url: string,
): readonly unknown[] | undefined {
  const present: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const lacking = lackingPatterns(present, patterns, url);
  if (lacking.length === 0) {
    return undefined;
  }
  const own = present.findIndex((entry) => isEntry(entry) && entry.url === url);
  const known = matchesOf(present[own]);
  const entry = { fileMatch: [...known, ...lacking], url };
  return own === -1 ? [...present, entry] : present.with(own, entry);
}

/** The patterns that no entry gives the schema. */
export function lackingPatterns(
  entries: unknown,
  patterns: readonly string[],
  url: string,
): readonly string[] {
  const present: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const named = present
    .filter((entry) => isEntry(entry) && entry.url === url)
    .flatMap((entry) => matchesOf(entry).map(bare));
  return patterns.filter((pattern) => !named.includes(bare(pattern)));
}

function matchesOf(entry: unknown): readonly string[] {
  const matches: unknown = isEntry(entry) ? entry.fileMatch : undefined;
  return usablePatterns(typeof matches === "string" ? [matches] : matches);
}

function isEntry(value: unknown): value is SchemaEntry {
  return typeof value === "object" && value !== null;
}

function bare(pattern: string): string {
  return pattern.replace(/^(?:\*\*)?\/+/, "");
}
