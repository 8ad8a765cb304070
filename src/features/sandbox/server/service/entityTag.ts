import { hash } from "node:crypto";
import { Problem } from "./problem";

/** What a request demands of the version that is there (RFC 9110, section 13.1). */
export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** A strong tag: another one for every other text (RFC 9110, section 8.8.3). */
export function entityTag(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}

/**
 * Throws a 412 unless a write may go on over the version with this tag; undefined where there is
 * none yet. `If-Match` first (RFC 9110, section 13.2.2).
 */
export function checkPreconditions(
  { ifMatch, ifNoneMatch }: Preconditions,
  current: string | undefined,
): void {
  const fitsMatch = ifMatch === undefined || includes(tagsOf(ifMatch), current);
  const fitsNone = ifNoneMatch === undefined || !includes(tagsOf(ifNoneMatch).map(weak), current);
  if (!fitsMatch || !fitsNone) {
    const message = "The pension is not as the request expects it.";
    throw new Problem(412, "precondition_failed", message);
  }
}

/** `*` or tags, those with `W/` as they came: no strong comparison finds them. */
function tagsOf(value: string): readonly string[] {
  return value.trim() === "*" ? ["*"] : (value.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []);
}

/** `If-None-Match` compares weakly (RFC 9110, section 13.1.2). */
function weak(tag: string): string {
  return tag.replace(/^W\//, "");
}

function includes(tags: readonly string[], current: string | undefined): boolean {
  return current !== undefined && (tags.includes("*") || tags.includes(current));
}
