import { isUuid } from "../../../platform/base/uuid";

/** The UUID in what was pasted: with braces, quotes, `urn:uuid:` or without hyphens too. */
export function pastedUuid(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^["'{<(]+|["'}>)]+$/g, "")
    .replace(/^urn:uuid:/i, "");
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(bare);
  const whole = parts === null ? bare : parts.slice(1).join("-");
  return isUuid(whole) ? whole.toLowerCase() : undefined;
}
