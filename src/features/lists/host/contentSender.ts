import type { Clock } from "../../../platform/base/clock";
import type { RowTable } from "../common/table/rowTables";
import { shownColumns } from "../messages/columnOrder";
import type { ListLayout } from "../messages/listLayout";
import type { ListContent, ListView } from "../messages/listMessages";
import type { RowsQuestion, TableFacts } from "../messages/listQuestions";

interface SenderSources {
  readonly table: RowTable;
  readonly view: () => ListView;
  readonly layout: () => ListLayout;
  /** What is loaded; undefined where there are no rows. */
  readonly facts: () => TableFacts | undefined;
  /** What comes while it gives a promise is sent together afterwards. */
  readonly send: (content: ListContent) => unknown;
  readonly clock: Pick<Clock, "schedule">;
}

/** Most pages are here by then: to draw that they are loading would only hold them up. */
const QUIET_MILLISECONDS = 200;
/** More than a screen shows; what a panel misses it asks for. */
const FIRST_ROWS = 200;
const FIRST_COLUMNS = 40;

/**
 * Sends what a panel shows, the newest alone. New rows go with the part of them that the panel
 * asked for last, or those at the top before it has asked: it need not ask for them first.
 */
export class ContentSender {
  private lastQuestion: RowsQuestion | undefined;
  private sent: { readonly revision: number | undefined; readonly look: number } | undefined;
  /** Grows whenever the same rows look other than before. */
  private look = 0;
  /** Of which page rows were sent last. */
  private page: string | undefined;
  /** Of the content that was made last. */
  private number = 0;
  private isSending = false;
  private isAsked = false;
  private cancelLater: (() => void) | undefined;

  constructor(private readonly sources: SenderSources) {}

  note(question: RowsQuestion): void {
    this.lastQuestion = question;
  }

  /** Something changed; sent at once unless the rows of an earlier change are still awaited. */
  refresh(): void {
    this.dispose();
    this.isAsked = true;
    if (!this.isSending) {
      this.isSending = true;
      // It never rejects: what fails is left out.
      void this.sendAll();
    }
  }

  /** A page is on its way and nothing else has changed: said when it takes its time. */
  refreshLater(): void {
    if (this.isNew) {
      this.refresh();
    } else {
      this.cancelLater ??= this.sources.clock.schedule(QUIET_MILLISECONDS, () => this.refresh());
    }
  }

  /** What was to be said later is not said any more. */
  dispose(): void {
    this.cancelLater?.();
    this.cancelLater = undefined;
  }

  /** The same rows look other than before: they are sent once more. */
  redraw(): void {
    this.look++;
    this.refresh();
  }

  /** Everything, for a panel that starts: it has no rows yet, whatever was sent before. */
  async whole(): Promise<ListContent> {
    for (;;) {
      const { look } = this;
      const facts = this.sources.facts();
      this.sent = undefined;
      const rows = facts && (await this.rowsOf(facts));
      if (look === this.look) {
        return this.content(facts, rows);
      }
    }
  }

  private async sendAll(): Promise<void> {
    while (this.isAsked) {
      this.isAsked = false;
      const { look, isNew } = this;
      const facts = this.sources.facts();
      const rows = isNew && facts !== undefined ? await this.rowsOf(facts) : undefined;
      // Rows that were asked for before privacy mode was turned on never leave after it.
      if (look === this.look) {
        await this.sources.send(isNew ? this.content(facts, rows) : this.numbered());
      }
    }
    this.isSending = false;
  }

  /** Whether the rows are others than those that were sent. */
  private get isNew(): boolean {
    const { look, sent } = this;
    return this.sources.facts()?.revision !== sent?.revision || look !== sent?.look;
  }

  private content(facts: TableFacts | undefined, rows: string | undefined): ListContent {
    const { number, view } = this.numbered();
    this.sent = { revision: facts?.revision, look: this.look };
    this.page = pageOf(view);
    return { number, view, table: facts ?? null, ...(rows === undefined ? {} : { rows }) };
  }

  /** What a panel that starts is answered may be overtaken by what is sent meanwhile. */
  private numbered(): { readonly number: number; readonly view: ListView } {
    return { number: ++this.number, view: this.sources.view() };
  }

  /** From the first row on, where it is another page than before. */
  private async rowsOf({ rows, columns }: TableFacts): Promise<string | undefined> {
    if (rows === 0) {
      return undefined;
    }
    const question = this.lastQuestion ?? firstQuestion(columns, this.sources.layout());
    const known = new Set(columns.map(({ key }) => key));
    const isSamePage = this.page === pageOf(this.sources.view());
    try {
      const { text } = await this.sources.table.ask("rowsJson", {
        ...question,
        from: isSamePage ? question.from : 0,
        columns: question.columns.filter((key) => known.has(key)),
      });
      return text;
    } catch {
      // The panel asks for itself, and says then why they do not come.
      return undefined;
    }
  }
}

function firstQuestion(
  columns: TableFacts["columns"],
  { view, columns: layout }: ListLayout,
): RowsQuestion {
  const shown = shownColumns(columns, layout).slice(0, FIRST_COLUMNS);
  return { view, from: 0, count: FIRST_ROWS, columns: shown.map(({ key }) => key) };
}

function pageOf({ query }: ListView): string {
  return query.mode === "all" ? query.mode : `${query.pageNumber}/${query.pageSize}`;
}
