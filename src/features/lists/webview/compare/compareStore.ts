import type { CompareAnswer, ComparedRow, CompareQuestion } from "../../messages/listComparison";
import { CELLS_LIMIT, ROWS_LIMIT } from "../../messages/listQuestions";

interface CompareStoreOptions {
  readonly ask: (question: CompareQuestion) => Promise<CompareAnswer>;
  readonly onRows: () => void;
  readonly onFailure: () => void;
}

/** What the rows belong to: another one makes all that is here old. */
interface Wanted {
  readonly version: string;
  readonly match: readonly string[] | undefined;
  readonly onlyChanges: boolean;
  readonly columns: readonly string[];
}

const MARGIN = 20;

/** The compared rows that are here; the old ones stay until those of another wish have come. */
export class CompareStore {
  answer: CompareAnswer | undefined;
  /** Keys of the columns that the rows have, in their order. */
  columns: readonly string[] = [];
  private rows = new Map<number, ComparedRow>();
  private shown = "";
  private wanted: Wanted | undefined;
  private sight = { from: 0, count: 30 };
  private isAsking = false;
  private hasFailed = false;

  constructor(private readonly options: CompareStoreOptions) {}

  row(at: number): ComparedRow | undefined {
    return this.rows.get(at);
  }

  get total(): number {
    return this.answer?.total ?? 0;
  }

  want(wanted: Wanted): void {
    if (JSON.stringify(wanted) !== JSON.stringify(this.wanted)) {
      this.wanted = wanted;
      this.hasFailed = false;
    }
    void this.askAll();
  }

  /** What is in sight; asks when not all of it is here. */
  show(from: number, count: number): void {
    this.sight = { from, count };
    void this.askAll();
  }

  retry(): void {
    this.hasFailed = false;
    void this.askAll();
  }

  /** Nothing is compared any more. */
  forget(): void {
    this.wanted = undefined;
    this.answer = undefined;
    this.rows = new Map();
    this.shown = "";
  }

  /** One question at a time; the newest wish wins. */
  private async askAll(): Promise<void> {
    if (this.isAsking) {
      return;
    }
    this.isAsking = true;
    for (let range = this.missing(); range !== undefined; range = this.missing()) {
      await this.ask(range);
    }
    this.isAsking = false;
  }

  private async ask(range: { readonly from: number; readonly count: number }): Promise<void> {
    const { wanted } = this;
    if (wanted === undefined) {
      return;
    }
    const { match, onlyChanges, columns } = wanted;
    try {
      const question = { onlyChanges, columns, ...range };
      const answer = await this.options.ask(
        match === undefined ? question : { ...question, match },
      );
      if (wanted === this.wanted) {
        this.accept(wanted, answer, range.count);
      }
    } catch {
      if (wanted === this.wanted) {
        this.hasFailed = true;
        this.options.onFailure();
      }
    }
  }

  private accept(wanted: Wanted, answer: CompareAnswer, asked: number): void {
    const key = JSON.stringify(wanted);
    if (key !== this.shown) {
      this.rows = new Map();
      this.shown = key;
      this.columns = wanted.columns;
    }
    this.answer = answer;
    answer.rows.forEach((row, index) => this.rows.set(answer.from + index, row));
    // An answer without what it was asked for would be asked for again, for ever.
    this.hasFailed = answer.rows.length < Math.min(asked, answer.total - answer.from);
    this.options.onRows();
  }

  private missing(): { readonly from: number; readonly count: number } | undefined {
    const { wanted, sight } = this;
    if (wanted === undefined || this.hasFailed) {
      return undefined;
    }
    const isOther = JSON.stringify(wanted) !== this.shown;
    const limit = Math.floor(CELLS_LIMIT / Math.max(1, wanted.columns.length));
    const most = Math.max(1, Math.min(ROWS_LIMIT, limit));
    if (isOther) {
      const from = this.answer === undefined ? 0 : Math.max(0, sight.from - MARGIN);
      return { from, count: Math.min(most, sight.count + 2 * MARGIN) };
    }
    const end = Math.min(this.total, sight.from + sight.count);
    for (let row = Math.min(sight.from, this.total); row < end; row++) {
      if (!this.rows.has(row)) {
        const from = Math.max(0, row - (row === sight.from ? MARGIN : 0));
        return { from, count: Math.min(most, end - from + MARGIN) };
      }
    }
    return undefined;
  }
}
