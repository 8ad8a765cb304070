/** `totalItems`, `total_items` and `TotalItems` are the words "total" and "items". */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** Every page of a list has the same few names around its rows. */
const joined = new Map<string, string>();
const MOST_JOINED = 1_000;

/** The words of a name as one: `current_page` is "currentpage". */
export function joinedName(name: string): string {
  let found = joined.get(name);
  if (found === undefined) {
    found = wordsOf(name).join("");
    if (joined.size < MOST_JOINED) {
      joined.set(name, found);
    }
  }
  return found;
}
