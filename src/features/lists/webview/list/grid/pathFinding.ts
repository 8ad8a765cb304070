import { isRpcError } from "../../../../../platform/base/rpc";
import { fillText } from "../../../../../platform/base/texts";
import { fillCounts } from "../../../../../platform/webview/counts";
import type { PathAnswer } from "../../../messages/listQuestions";
import type { FoundCount } from "./findBar";
import type { GridHost } from "./gridHost";
import type { GridCell } from "./selection";

/** What was found, and which place of it is shown. */
export interface Found {
  readonly count: FoundCount;
  readonly at: GridCell | undefined;
}

interface Match {
  /** Place in the view. */
  readonly row: number;
  /** Keys of columns; none for a row as a whole. */
  readonly keys: readonly string[];
}

/** What a JSONPath query found in the rows: marked, counted, copied, and the columns that have it. */
export class PathFinding {
  private answer: PathAnswer | undefined;
  private matches: readonly Match[] = [];
  private shown = 0;

  constructor(private readonly grid: GridHost) {}

  get isFound(): boolean {
    return this.matches.length > 0;
  }

  /** The first match from a place on; nothing where `isWanted` says that another is looked for. */
  async find(query: string, from: GridCell, isWanted: () => boolean): Promise<Found | undefined> {
    const { ask, store, view, facts } = this.grid;
    const columns = facts?.columns.map(({ key }) => key) ?? [];
    let answer: PathAnswer;
    try {
      const question = { view: store.shown?.view ?? view, query, columns };
      answer = await (ask?.findPath(question) ?? Promise.reject(new Error("Nobody has the rows")));
    } catch (error) {
      // One that nobody answered has no words of its own.
      const text = (isRpcError(error) && error.text) || this.grid.texts?.rowsFailed || "";
      return { count: { ordinal: 0, matches: 0, problem: text }, at: undefined };
    }
    if (!isWanted()) {
      return undefined;
    }
    const { problem, places } = answer;
    if (problem !== undefined) {
      const text = fillText(this.grid.texts?.noPath ?? "{0}", problem);
      return { count: { ordinal: 0, matches: 0, problem: text }, at: undefined };
    }
    this.answer = answer;
    this.matches = places.map((place) => ({
      row: place.row,
      keys: place.columns.flatMap((column) => columns[column] ?? []),
    }));
    this.mark();
    const next = this.matches.findIndex(({ row }) => row >= from.row - 1);
    return this.at(Math.max(0, next));
  }

  step(direction: "forward" | "backward"): Found {
    const count = this.matches.length;
    return this.at((this.shown + (direction === "forward" ? 1 : count - 1)) % count);
  }

  clear(): void {
    this.answer = undefined;
    this.matches = [];
    const { body } = this.grid;
    if (body !== undefined) {
      body.isMarked = () => false;
    }
  }

  async copy(query: string): Promise<void> {
    const { ask, store, view, texts } = this.grid;
    if (ask === undefined || texts === undefined) {
      return;
    }
    try {
      const { matches } = await ask.copyPath({ view: store.shown?.view ?? view, query });
      this.grid.say(fillCounts(texts.matchesCopied, matches));
    } catch (error) {
      this.grid.say((isRpcError(error) && error.text) || texts.copyFailed);
    }
  }

  /** Hides the columns without a match; of rows as a whole there is none with one. */
  showColumns(): void {
    const { facts, layout, texts } = this.grid;
    const matching = new Set(this.matches.flatMap(({ keys }) => keys));
    if (facts === undefined || texts === undefined || matching.size === 0) {
      return;
    }
    const others = facts.columns.map(({ key }) => key).filter((key) => !matching.has(key));
    const absent = layout.columns.hidden.filter(
      (key) => !facts.columns.some((column) => column.key === key),
    );
    this.grid.changeColumns({ ...layout.columns, hidden: [...others, ...absent] });
    this.grid.say(texts.matchingColumnsShown);
  }

  private at(place: number): Found {
    const { matches = 0, isCountExact = true } = this.answer ?? {};
    const match = this.matches[place];
    this.shown = place;
    const isMore = !isCountExact;
    if (match === undefined) {
      return { count: { ordinal: 0, matches, isMore }, at: undefined };
    }
    const columns = this.grid.columns.shown;
    const column = columns.findIndex(({ key }) => match.keys.includes(key)) + 1;
    return {
      count: { ordinal: place + 1, matches, isMore },
      at: { row: match.row + 1, column },
    };
  }

  /** Of columns that are hidden the number of the row is marked. */
  private mark(): void {
    const byRow = new Map<number, { keys: Set<string>; isWhole: boolean }>();
    for (const { row, keys } of this.matches) {
      const marked = byRow.get(row) ?? { keys: new Set(), isWhole: false };
      keys.forEach((key) => marked.keys.add(key));
      marked.isWhole ||= keys.length === 0;
      byRow.set(row, marked);
    }
    const { body, columns } = this.grid;
    if (body !== undefined) {
      body.isMarked = ({ row, column }) => {
        const marked = byRow.get(row - 1);
        if (marked === undefined || column > 0) {
          return marked?.keys.has(columns.shown[column - 1]?.key ?? "\0") === true;
        }
        return marked.isWhole || !columns.shown.some(({ key }) => marked.keys.has(key));
      };
    }
  }
}
