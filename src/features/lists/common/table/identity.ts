import { nodeAt } from "../../../../platform/json/jsonText";
import type { Guess } from "../guess";
import { identifyRow, type RowKind } from "../identify";
import type { LoadedPage } from "./pageReading";

/** Rows that tell which member is the id. */
const SAMPLE = 200;
/** What rows may be of: the ids that the specification names go before names like ids. */
const KINDS = ["holding", "pension", "result", "client"] satisfies RowKind[];
/** A page may hold different ones by chance, and rows of the next would pass for the same. */
const WEAK_NAME = /^(number|code)$/i;

/**
 * The member that tells the rows of a page apart, found by the shape of the rows as in the tree;
 * undefined where no candidate is different in every row that was looked at.
 */
export function idMemberOf(
  page: Pick<LoadedPage, "text" | "entries" | "rows">,
): string | undefined {
  const count = Math.min(SAMPLE, page.rows.length);
  // Whose rows they are is not known: a client's id on other rows says whose, not which.
  for (const kind of KINDS) {
    const found: Guess<string>[] = [];
    for (let row = 0; row < count; row++) {
      const node = nodeAt(page, page.rows[row] ?? 0);
      const { id } = identifyRow(page.text, node, kind);
      // One that an envelope in the row holds is no column of its own.
      if (id !== undefined && node.find(id.from) !== undefined) {
        found.push(id);
      }
    }
    const name = found[0]?.from;
    const isOne = found.length === count && found.every(({ from }) => from === name);
    const isStrong = name !== undefined && !WEAK_NAME.test(name);
    if (isOne && isStrong && new Set(found.map(({ value }) => value)).size === count) {
      return name;
    }
  }
  return undefined;
}

/** What tells the rows of a list apart. */
export interface RowIdentification {
  /** What rows call their own id; absent where they have none. */
  readonly idMember?: string;
  /** Rows have an id, whatever they call it. */
  readonly isIdentified?: true;
}

/**
 * A fund's code or a questionnaire's id may well differ in every row of one page and come again
 * on the next: a walk that took these rows for repeated ones would end there. Only what is called
 * an id says which row it is; all others have to be equal as a whole.
 */
export function identifiedBy(
  page: Pick<LoadedPage, "text" | "entries" | "rows">,
): RowIdentification {
  const name = idMemberOf(page);
  const isOwn = name !== undefined && /^(id|uuid|guid|identifier)$/i.test(name);
  return {
    ...(isOwn ? { idMember: name } : {}),
    ...(name === undefined ? {} : { isIdentified: true }),
  };
}
