import type { ComparedColumn, ComparedKind, Matching } from "../../../messages/listComparison";
import type { LoadedRows } from "../loadedRows";
import { compareRow } from "./cellMarks";
import { ComparisonPace } from "./comparisonPace";
import { matchRows, NOBODY, type RowPair } from "./rowMatching";

/** Two lists compared with each other; never changes. */
export interface Comparison {
  readonly left: LoadedRows;
  readonly right: LoadedRows;
  readonly matching: Matching;
  readonly matchedBy: readonly string[];
  readonly columns: readonly ComparedColumn[];
  /** In the order of the left list; rows of the right one alone after those they follow. */
  readonly pairs: readonly RowPair[];
  readonly kinds: readonly ComparedKind[];
  readonly counts: Readonly<Record<ComparedKind, number>>;
  /** Places of the pairs that are not the same. */
  readonly differences: Int32Array;
}

interface ComparisonOptions {
  /** What the user chose to bring rows together by. */
  readonly match: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Compares all rows that are loaded, in slices; what is masked is compared as it is.
 * @throws AppError the reason of the signal, once it is aborted
 */
export async function compareTables(
  left: LoadedRows,
  right: LoadedRows,
  { match, signal }: ComparisonOptions,
): Promise<Comparison> {
  const columns = comparedColumns(left, right);
  const pace = new ComparisonPace(signal);
  const facts = { columns, match, pace };
  const { pairs, matching, matchedBy } = await matchRows(left, right, facts);
  const counts = { same: 0, rewritten: 0, changed: 0, onlyLeft: 0, onlyRight: 0 };
  const kinds: ComparedKind[] = [];
  const differences: number[] = [];
  for (const [place, pair] of pairs.entries()) {
    const kind = kindOf(left, right, { pair, columns });
    kinds.push(kind);
    counts[kind]++;
    if (kind !== "same") {
      differences.push(place);
    }
    if (pace.isDue(place)) {
      await pace.rest();
    }
  }
  return {
    ...{ left, right, matching, matchedBy, columns, pairs, kinds, counts },
    differences: Int32Array.from(differences),
  };
}

/** Columns of the left list in their order, then those of the right one alone. */
function comparedColumns(left: LoadedRows, right: LoadedRows): readonly ComparedColumn[] {
  const ofRight = new Map(right.columns.map((column) => [column.key, column]));
  const ofLeft = new Set(left.columns.map(({ key }) => key));
  return [
    ...left.columns.map(({ key, label, isNumeric }): ComparedColumn => {
      const other = ofRight.get(key);
      const sides = other === undefined ? "left" : "both";
      return { key, label, isNumeric: isNumeric && other?.isNumeric !== false, sides };
    }),
    ...right.columns
      .filter(({ key }) => !ofLeft.has(key))
      .map(({ key, label, isNumeric }): ComparedColumn => ({
        ...{ key, label, isNumeric, sides: "right" },
      })),
  ];
}

function kindOf(
  left: LoadedRows,
  right: LoadedRows,
  { pair, columns }: { readonly pair: RowPair; readonly columns: readonly ComparedColumn[] },
): ComparedKind {
  if (pair.right === NOBODY) {
    return "onlyLeft";
  }
  if (pair.left === NOBODY) {
    return "onlyRight";
  }
  // Most rows are the same, byte for byte: then nothing in them has to be looked at.
  return left.source(pair.left) === right.source(pair.right)
    ? "same"
    : compareRow(left, right, { pair, columns });
}
