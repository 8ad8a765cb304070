import type { ColumnKind } from "../../messages/listTable";

/** Kinds of values that a column was seen to hold, as bits. */
export const SEEN = { text: 1, number: 2, boolean: 4, items: 8, members: 16 } as const;

/** What the values of a column have in common. */
export interface ValueFacts {
  /** Bits of `SEEN`. */
  readonly seen: number;
  /** Some text is not blank. */
  readonly hasText: boolean;
  /** Every text that is not blank begins as a date does (ISO 8601). */
  readonly isDates: boolean;
  /** Every text that is not blank has the shape of a UUID. */
  readonly isIds: boolean;
  /** The most digits after the point. */
  readonly decimals: number;
}

/** What values look like, by their shape first and by the name of their member then: a guess. */
export function columnKind(name: string, facts: ValueFacts): ColumnKind {
  switch (facts.seen) {
    case 0:
      return "empty";
    case SEEN.text:
      return textKind(name, facts);
    case SEEN.number:
      return numberKind(name, facts.decimals);
    case SEEN.boolean:
      return "boolean";
    case SEEN.items:
      return "items";
    case SEEN.members:
      return "members";
    default:
      return "mixed";
  }
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const MONEY = words(
  "value amount price cost costs balance premium contribution contributions fee fees charge " +
    "charges income salary pay payment cash worth valuation gain loss drawdown wealth",
);
/** Numbers that have decimals and are no money. */
const MEASURES = words(
  "unit units quantity rate ratio percent percentage pct share weight score risk volatility " +
    "yield return factor index latitude longitude probability",
);
const IDS = words("id uuid guid identifier reference ref");

function textKind(name: string, { hasText, isDates, isIds }: ValueFacts): ColumnKind {
  if (hasText && isDates) {
    return "date";
  }
  return (hasText && isIds) || isNamedLikeId(name) ? "id" : "text";
}

function numberKind(name: string, decimals: number): ColumnKind {
  const named = wordsOf(name);
  if (decimals === 0 && isNamedLikeId(name)) {
    return "id";
  }
  if (named.some((word) => MEASURES.has(word))) {
    return "number";
  }
  return decimals === 2 || named.some((word) => MONEY.has(word)) ? "money" : "number";
}

function isNamedLikeId(name: string): boolean {
  return IDS.has(wordsOf(name).at(-1) ?? "");
}

/** `currentValue`, `current_value` and `CurrentValue` are the words "current" and "value". */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
