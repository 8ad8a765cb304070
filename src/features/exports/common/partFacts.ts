import type { PartFacts } from "./exports";
import { readJournalOf } from "./partFile";

/** What a part holds, by its journal. Throws `exports/partGone`, `exports/partDamaged`. */
export function readPartFacts({ path }: { readonly path: string }): PartFacts {
  const { head, pages } = readJournalOf(path);
  const kept = pages.filter(({ repeatsPage }) => !repeatsPage);
  const rows = kept.reduce((sum, page) => sum + page.rows, 0);
  const last = pages.at(-1);
  const total = last?.envelope.total?.value ?? 0;
  return {
    ...{ spec: head.spec, pages: kept.length, rows, bytes: last?.end ?? 0 },
    // A total that rows have passed already is none.
    ...(total > 0 && total >= rows ? { claimed: total } : {}),
    ...(last === undefined ? {} : { lastAt: last.at }),
  };
}
