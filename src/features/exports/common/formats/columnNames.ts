/** Between the names of a path. */
export const PATH_SEPARATOR = ".";
/** Names the column of rows that are no objects. */
const WHOLE_ROW = "value";

/**
 * A name for each path, all of them different: its names with a dot between them. A name that
 * could be taken for several is in brackets and quotes: `["a.b"].c`.
 */
export function columnNames(
  paths: readonly (readonly string[])[],
  write: (name: string) => string = (name) => name,
): readonly string[] {
  const taken = new Set<string>();
  return paths.map((path) => {
    const plain = write(path.length === 0 ? WHOLE_ROW : path.map(part).join(PATH_SEPARATOR));
    let name = plain;
    for (let count = 2; taken.has(name); count++) {
      name = `${plain} (${String(count)})`;
    }
    taken.add(name);
    return name;
  });
}

function part(name: string): string {
  const isPlain = name !== "" && !name.includes(PATH_SEPARATOR) && !name.startsWith("[");
  return isPlain ? name : `[${JSON.stringify(name)}]`;
}
