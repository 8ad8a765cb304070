/** `totalItems`, `total_items` and `TotalItems` are the words "total" and "items". */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** The words of a name as one: `current_page` is "currentpage". */
export function joinedName(name: string): string {
  return wordsOf(name).join("");
}
