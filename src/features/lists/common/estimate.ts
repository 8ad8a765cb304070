/** What is known of a walk before it begins. */
export interface WalkFacts {
  /** Rows of the whole list, as the service says; absent where it does not. */
  readonly rows?: number | undefined;
  readonly pageSize: number;
  /** Of pages that came lately; absent where none came. */
  readonly millisecondsPerPage?: number | undefined;
  /** Pages that are asked for at once. */
  readonly atOnce: number;
}

/** What is to be said about the end of a consent before a walk; times in milliseconds. */
type ConsentRisk =
  /** The walk would probably end after the consent, which holds for `left`. */
  | { readonly kind: "passes"; readonly estimate: number; readonly left: number }
  /** Nothing is known of the walk's length, and little time is left. */
  | { readonly kind: "soon"; readonly left: number };

/** A consent that ends within this while is said before a walk of unknown length. */
export const SOON_MILLISECONDS = 30 * 60_000;

/** Milliseconds that a walk takes, to its last page; undefined where too little is known. */
export function estimateWalk(facts: WalkFacts): number | undefined {
  const { rows, pageSize, millisecondsPerPage, atOnce } = facts;
  if (rows === undefined || millisecondsPerPage === undefined || pageSize < 1) {
    return undefined;
  }
  const pages = Math.max(1, Math.ceil(rows / pageSize));
  // The first page says how many there are: the others come at once only after it.
  const turns = 1 + Math.ceil((pages - 1) / Math.max(1, atOnce));
  return turns * Math.max(0, millisecondsPerPage);
}

/** Undefined where there is nothing to say: no known end, or time enough. */
export function consentRisk(
  facts: WalkFacts,
  consentEndsAt: number | undefined,
  now: number,
): ConsentRisk | undefined {
  if (consentEndsAt === undefined) {
    return undefined;
  }
  const left = Math.max(0, consentEndsAt - now);
  const estimate = estimateWalk(facts);
  if (estimate === undefined) {
    return left <= SOON_MILLISECONDS ? { kind: "soon", left } : undefined;
  }
  return estimate > left ? { kind: "passes", estimate, left } : undefined;
}
