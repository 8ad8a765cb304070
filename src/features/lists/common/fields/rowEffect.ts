import { type JsonNode, stringValue } from "../../../../platform/json/jsonText";
import { identifyRow, type RowKind } from "../identify";
import type { ListRow } from "../page";
import { memberPaths, pathKey, type SeenMember } from "./memberPaths";

/** A member that rows gained, lost, or have another value of. */
export interface MemberEffect {
  /** `[]` stands for the items of an array. */
  readonly path: readonly string[];
  /** Rows that it is about. */
  readonly rows: number;
  /** Of those, rows in which it is neither null nor empty; of lost ones before they were lost. */
  readonly filled: number;
}

/** Rows of a page, by their places in its text. */
export interface PageRows {
  readonly text: string;
  readonly rows: readonly ListRow[];
}

/** What became of the rows of a page. */
export interface RowEffect {
  readonly rows: number;
  /** Every row is byte for byte the one without. */
  readonly isSame: boolean;
  readonly matchedBy: "id" | "place" | "nothing";
  /** Rows that have a partner. */
  readonly matched: number;
  /** The same rows came in another order. */
  readonly isReordered: boolean;
  /** Rows that were not there without, and rows that are not there any more. */
  readonly added: number;
  readonly missing: number;
  readonly gained: readonly MemberEffect[];
  readonly lost: readonly MemberEffect[];
  readonly changed: readonly MemberEffect[];
  /** Rows that gained something, and of those the ones where any of it is filled. */
  readonly gainedRows: number;
  readonly filledRows: number;
}

/** Holds the rows of a page against those that came without the values. */
export function compareRows(base: PageRows, page: PageRows): RowEffect {
  const isSame =
    base.rows.length === page.rows.length &&
    base.rows.every(({ source }, index) => source === page.rows[index]?.source);
  const match = matchRows(base, page);
  const partners = match.pairs.map(([, other]) => other);
  return {
    ...{ rows: page.rows.length, isSame },
    ...{ matchedBy: match.matchedBy, matched: match.pairs.length },
    isReordered: partners.some((other, index) => other < (partners[index - 1] ?? 0)),
    added: match.matchedBy === "nothing" ? 0 : page.rows.length - match.pairs.length,
    missing: match.matchedBy === "nothing" ? 0 : base.rows.length - match.pairs.length,
    ...memberEffects(base, page, isSame ? [] : match.pairs),
  };
}

type Pair = readonly [inBase: number, inPage: number];

interface Match {
  readonly matchedBy: RowEffect["matchedBy"];
  readonly pairs: readonly Pair[];
}

/** By an id that tells the rows of both apart, else by their places where there are as many. */
function matchRows(base: PageRows, page: PageRows): Match {
  const name = idMember(base);
  const [known, others] = [idsOf(base, name), idsOf(page, name)];
  if (known !== undefined && others !== undefined) {
    const pairs = [...known].flatMap(([id, row]): Pair[] => {
      const other = others.get(id);
      return other === undefined ? [] : [[row, other]];
    });
    return { matchedBy: "id", pairs };
  }
  return base.rows.length === page.rows.length
    ? { matchedBy: "place", pairs: base.rows.map((_row, index) => [index, index] as const) }
    : { matchedBy: "nothing", pairs: [] };
}

/** Whose rows they are is not known: a client's id on other rows says whose, not which. */
const KINDS = ["holding", "pension", "result", "client"] satisfies RowKind[];

function idMember({ text, rows }: PageRows): string | undefined {
  const [first] = rows;
  return first === undefined
    ? undefined
    : KINDS.map((kind) => identifyRow(text, first.node, kind).id?.from).find(
        (name) => name !== undefined && idsOf({ text, rows }, name) !== undefined,
      );
}

/** Row by id; undefined where a row has none or two have the same. */
function idsOf(
  { text, rows }: PageRows,
  name: string | undefined,
): ReadonlyMap<string, number> | undefined {
  if (name === undefined) {
    return undefined;
  }
  const ids = new Map<string, number>();
  rows.forEach(({ node }, index) => {
    const id = node.find(name);
    if (id !== undefined && isScalar(id)) {
      ids.set(stringValue(text, id), index);
    }
  });
  return ids.size === rows.length ? ids : undefined;
}

function isScalar({ type }: JsonNode): boolean {
  return type === "string" || type === "number";
}

type Members = ReadonlyMap<string, SeenMember>;
type Tally = Map<string, { readonly path: readonly string[]; rows: number; filled: number }>;

function memberEffects(
  base: PageRows,
  page: PageRows,
  pairs: readonly Pair[],
): Pick<RowEffect, "gained" | "lost" | "changed" | "gainedRows" | "filledRows"> {
  const gained: Tally = new Map();
  const lost: Tally = new Map();
  const changed: Tally = new Map();
  let [gainedRows, filledRows] = [0, 0];
  for (const [one, other] of pairs) {
    const before = membersOf(base, one);
    const after = membersOf(page, other);
    const news = onlyIn(after, before);
    news.forEach((member) => count(gained, member));
    onlyIn(before, after).forEach((member) => count(lost, member));
    otherIn(before, after).forEach((member) => count(changed, member));
    gainedRows += news.length > 0 ? 1 : 0;
    filledRows += news.some(({ isFilled }) => isFilled) ? 1 : 0;
  }
  const all = (tally: Tally): readonly MemberEffect[] => [...tally.values()];
  return {
    ...{ gained: all(gained), lost: all(lost), changed: all(changed) },
    ...{ gainedRows, filledRows },
  };
}

function membersOf({ text, rows }: PageRows, index: number): Members {
  const row = rows[index];
  return row === undefined ? new Map() : memberPaths(text, row.node);
}

/** Members of one row alone; what is in such a member is part of it. */
function onlyIn(one: Members, other: Members): readonly SeenMember[] {
  return [...one].flatMap(([key, member]) => {
    const parent = pathKey(member.path.slice(0, -1));
    const isBelow = [one, other].every((members) => members.get(parent)?.hasMembers === true);
    return !other.has(key) && isBelow ? [member] : [];
  });
}

/** Members of both rows that hold something else, as the second row has them. */
function otherIn(before: Members, after: Members): readonly SeenMember[] {
  return [...after.values()].filter((member) => {
    const was = before.get(pathKey(member.path));
    return was !== undefined && (was.type !== member.type || was.source !== member.source);
  });
}

function count(tally: Tally, { path, isFilled }: SeenMember): void {
  const key = pathKey(path);
  const known = tally.get(key) ?? { path, rows: 0, filled: 0 };
  known.rows++;
  known.filled += isFilled ? 1 : 0;
  tally.set(key, known);
}
