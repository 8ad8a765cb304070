import { keyName } from "../../pensions/common/writing/records";
import type { PayloadSource } from "./plan";

type Placed = Pick<PayloadSource, "file" | "place" | "pension">;

/**
 * For each payload whose pension has another one too: where that is, by file. Neither of them is sent:
 * which one is meant cannot be told.
 */
export function placesOfSame(sources: readonly Placed[]): ReadonlyMap<string, string> {
  const byPension = Map.groupBy(
    sources.filter(({ pension }) => pension !== undefined),
    ({ pension }) => (pension === undefined ? "" : keyName(pension)),
  );
  const found = new Map<string, string>();
  for (const [first, second, ...others] of byPension.values()) {
    if (first !== undefined && second !== undefined) {
      found.set(first.file, second.place);
      [second, ...others].forEach(({ file }) => found.set(file, first.place));
    }
  }
  return found;
}
