/** Environment variables that placeholders name. */
export const VARIABLES = { token: "FP_TOKEN", subscriptionKey: "FP_SUBSCRIPTION_KEY" } as const;

/** Unseen in an editor, or changing the order of what is seen there. */
const UNSEEN =
  /[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * A string literal in double quotes that C#, TypeScript and Python read alike: the escapes of
 * JSON are theirs too. What cannot be seen is escaped.
 */
export function literal(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, escapeUnit);
}

/** The same, one literal a line of the text, each with its line break. */
export function literalLines(text: string): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  return lines.map(literal);
}

export function isSeen(text: string): boolean {
  return text.search(UNSEEN) < 0;
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
