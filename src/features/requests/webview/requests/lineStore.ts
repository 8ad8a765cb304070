import {
  EXPANDED_LIMIT,
  LINE_LIMIT,
  type LinePlace,
  type LinesAnswer,
  type LinesQuery,
  NO_FILTER,
  type RangeAnswer,
  type RangeQuery,
  type RequestLine,
  type ViewFilter,
} from "../../messages/requestsView";

/** Lines asked for beyond those in sight, on each side: scrolling is quicker than an answer. */
const MARGIN = 80;

export interface LineStoreOptions {
  readonly ask: (query: LinesQuery) => Promise<LinesAnswer | undefined>;
  readonly askRange: (query: RangeQuery) => Promise<RangeAnswer | undefined>;
  /** Lines whose new places are needed with the next answer. */
  readonly find: () => readonly LinePlace[];
  readonly onAnswer: (answer: LinesAnswer, query: LinesQuery) => void;
}

/** The slice of the lines that is here. One question at a time; only the newest counts. */
export class LineStore {
  filter = NO_FILTER;
  answer: LinesAnswer | undefined;
  private expanded: readonly string[] = [];
  private sight = { from: 0, count: 50 };
  private isAsking = false;
  private isWanted = false;
  /** Changes with what is asked: answers to earlier questions are dropped. */
  private generation = 0;

  constructor(private readonly options: LineStoreOptions) {}

  line(index: number): RequestLine | undefined {
    return this.answer?.rows[index - this.answer.from];
  }

  get total(): number {
    return this.answer?.total ?? 0;
  }

  /** What is in sight now; asks when not all of it is here. */
  show(from: number, count: number): void {
    this.sight = { from, count };
    const last = Math.min(from + count, this.total) - 1;
    if (this.line(from) === undefined || (last > from && this.line(last) === undefined)) {
      this.refresh();
    }
  }

  setFilter(filter: ViewFilter): void {
    this.filter = filter;
    this.generation++;
    this.refresh();
  }

  /** Shows or hides the attempts of an action. */
  toggle(actionId: string): void {
    this.expanded = this.expanded.includes(actionId)
      ? this.expanded.filter((id) => id !== actionId)
      : [...this.expanded, actionId].slice(-EXPANDED_LIMIT);
    this.generation++;
    this.refresh();
  }

  /** What stands between an action and a line, of which not all is here. */
  range(anchor: string, line: number): Promise<RangeAnswer | undefined> {
    const { filter, expanded } = this;
    const end = this.line(line)?.actionId;
    const known = end === undefined ? {} : { end };
    return this.options.askRange({ filter, expanded, anchor, line, ...known });
  }

  refresh(): void {
    if (this.isAsking) {
      this.isWanted = true;
    } else {
      void this.ask();
    }
  }

  private async ask(): Promise<void> {
    do {
      await this.askOnce();
    } while (this.wasWantedAgain());
  }

  private wasWantedAgain(): boolean {
    return this.isWanted;
  }

  private async askOnce(): Promise<void> {
    this.isAsking = true;
    this.isWanted = false;
    const { generation } = this;
    const from = Math.max(0, this.sight.from - MARGIN);
    const count = Math.min(LINE_LIMIT, this.sight.from - from + this.sight.count + MARGIN);
    const { filter, expanded } = this;
    const query = { filter, expanded, from, count, find: this.options.find() };
    const answer = await this.options.ask(query);
    this.isAsking = false;
    if (answer !== undefined && generation === this.generation) {
      this.answer = answer;
      this.options.onAnswer(answer, query);
    }
  }
}
