import type { Masking } from "../../../../platform/base/masking";

/**
 * A JSON line with pseudonyms for what is private, as the grid shows them and as copying that row
 * gives them. Throws as `parseJsonText` does for what is not JSON: nothing of it may be written.
 */
export function maskLine(line: string, masking: Pick<Masking, "maskJson">): string {
  return masking.maskJson(line, "row");
}
