/** "holdings" of `listHoldings`: the beginning of a file's name. */
export function fileNameOf(operationId: string): string {
  const name = operationId.replace(/^(list|get)/, "").toLowerCase();
  return name.replace(/[^\p{L}\p{N}_-]+/gu, "-") || "list";
}
