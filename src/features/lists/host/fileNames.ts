/** "holdings" of `listHoldings`: the beginning of a file's name. */
export function fileNameOf(operationId: string): string {
  const name = operationId.replace(/^(list|get)/, "").toLowerCase();
  return name.replace(/[^\p{L}\p{N}_-]+/gu, "-") || "list";
}

const NAME_LIMIT = 80;

/** What addresses and file systems take as a part of a name: a member's name can hold anything. */
export function tameName(name: string): string {
  const tame = name
    .toWellFormed()
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".");
  return Array.from(tame).slice(0, NAME_LIMIT).join("");
}
