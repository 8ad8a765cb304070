import type { PagingFault } from "../../messages/sandboxFaults";
import type { RowList } from "../data/rows";
import { wrapRows } from "./envelopes";
import { type AskedPage, planPages } from "./pagePlan";

/** A page before it is sent: its rows are made meanwhile. */
export interface Page {
  readonly rows: RowList;
  /** Index of its first row. */
  readonly from: number;
  /** Index behind its last row. */
  readonly to: number;
  /** Text of the answer around the rows. */
  readonly around: readonly [before: string, after: string];
}

interface PageQuestion {
  /** What the rows are: `holdings`. */
  readonly name: string;
  readonly rows: RowList;
  readonly asked: AskedPage;
  readonly address: URL;
  readonly oddities: readonly PagingFault[];
}

/** The envelope is an illustration; a page past the end is an empty one. */
export function createPage({ name, rows, asked, address, oddities }: PageQuestion): Page {
  const plan = planPages(asked, rows.length, oddities);
  const around = wrapRows({ ...plan, name, address });
  return { rows, from: plan.from, to: plan.to, around };
}

/** So many rows are made at a time. */
const PIECE = 200;

/** The text of a page in one piece, where it is short; else piece by piece. */
export function pageBody({ rows, from, to, around }: Page): string | Iterable<string> {
  const [before, after] = around;
  return to - from <= PIECE
    ? `${before}${rows.slice(from, to).join(",")}${after}`
    : pieces({ rows, from, to, around });
}

/** A list of 200,000 rows is never there as a whole, and others are answered meanwhile. */
function* pieces({
  rows,
  from,
  to,
  around: [before, after],
}: Page): Generator<string, void, undefined> {
  yield before;
  for (let at = from; at < to; at += PIECE) {
    const text = rows.slice(at, Math.min(at + PIECE, to)).join(",");
    yield at === from ? text : `,${text}`;
  }
  yield after;
}
