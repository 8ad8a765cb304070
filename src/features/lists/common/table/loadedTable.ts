import type { TableFacts } from "../../messages/listQuestions";
import { AppError } from "../../../../platform/base/errors";
import type { HeaderList } from "../../../../platform/base/headers";
import type { LoadedPage, WholePage } from "./pageReading";
import { LoadedRows } from "./loadedRows";
import { type PageQuestion, PageReading } from "./pageReading";
import { Repeats } from "./repeats";
import { RowPaths } from "./rowPaths";
import type { ReadPage } from "./rowTables";

const MOST_TOLD = 3;

/** A table in the thread: pages that have come whole, and pages on their way. */
export class LoadedTable {
  private pages: readonly WholePage[] = [];
  private paths = new RowPaths();
  private readonly readings = new Map<number, Reading>();
  private readonly repeats = new Repeats();
  /** Whose first rows are shown until it has come whole. */
  private firstOf: number | undefined;
  private loaded: LoadedRows;
  /** What panels were told of last, the newest first: they may still show the one before. */
  private told: readonly LoadedRows[] = [];

  /**
   * Begins without rows, or with those of another table; neither sees what the other loads.
   * @param after revision from which on its own are counted
   */
  constructor(after = 0, of?: LoadedTable) {
    this.loaded = rowsOf([], after);
    if (of !== undefined) {
      this.pages = of.pages;
      this.paths = of.paths;
      this.show(this.pages, this.paths);
    }
  }

  /** What is on screen. */
  get rows(): LoadedRows {
    return this.loaded;
  }

  /** Notes that the rows of now are told of. */
  tell(): void {
    if (this.told[0] !== this.loaded) {
      this.told = [this.loaded, ...this.told].slice(0, MOST_TOLD);
    }
  }

  /** The rows of a revision where panels were told of it lately, else those of now. */
  rowsAt(revision: number | undefined): LoadedRows {
    return this.told.find((rows) => rows.revision === revision) ?? this.loaded;
  }

  /** The page of this number as it came. */
  pageOf(pageNumber: number): WholePage | undefined {
    return this.pages.findLast(({ asked }) => asked.pageNumber === pageNumber);
  }

  /** Looks for first rows only where `reportsFirst`. */
  receive(page: number, { question, isAdded, reportsFirst }: Receiving): void {
    const reading = new PageReading(question, reportsFirst);
    this.readings.set(page, { reading, question, isAdded });
  }

  /** Gives facts when these bytes brought the first rows. */
  add(page: number, bytes: Uint8Array): TableFacts | undefined {
    const found = this.readings.get(page);
    const first = found?.reading.add(bytes);
    if (found === undefined || first === undefined) {
      return undefined;
    }
    this.firstOf = page;
    const before = found.isAdded ? this.pages : [];
    this.show([...before, first], found.isAdded ? joinedPaths(this.paths, first) : first.paths);
    return this.loaded.facts;
  }

  /** Rejects with what `PageReader.finish` rejects with. */
  async finish(
    page: number,
    contentType: string | undefined,
    headers: HeaderList,
  ): Promise<ReadPage> {
    const found = this.readings.get(page);
    if (found === undefined) {
      throw new AppError("canceled", "canceled/abandoned");
    }
    try {
      const whole = await found.reading.finish(contentType, headers);
      const repeated = await this.repeats.compare(whole, found.question.rules.firstPage ?? 1);
      // Another page or `clear` may have come in between.
      if (!this.readings.has(page)) {
        throw new AppError("canceled", "canceled/abandoned");
      }
      // Of a list that is not paged every page is the whole of it: it is shown once.
      if (!found.isAdded || !repeated.repeatsPage) {
        this.commit(page, whole, found.isAdded);
      }
      return { ...readPageOf(whole), ...repeated, facts: this.loaded.facts };
    } finally {
      this.abandon(page);
    }
  }

  abandon(page: number): void {
    this.readings.get(page)?.reading.abandon();
    this.readings.delete(page);
    if (this.firstOf === page) {
      this.firstOf = undefined;
      this.show(this.pages, this.paths);
    }
  }

  /** Forgets all rows, and what is on its way. */
  clear(): void {
    for (const { reading } of this.readings.values()) {
      reading.abandon();
    }
    this.readings.clear();
    this.repeats.clear();
    this.told = [];
    this.firstOf = undefined;
    this.pages = [];
    this.paths = new RowPaths();
    this.show(this.pages, this.paths);
  }

  private commit(page: number, whole: WholePage, isAdded: boolean): void {
    if (this.firstOf === page) {
      this.firstOf = undefined;
    }
    this.repeats.keep(whole);
    this.pages = isAdded ? [...this.pages, whole] : [whole];
    this.paths = isAdded ? joinedPaths(this.paths, whole) : whole.paths;
    this.show(this.pages, this.paths);
  }

  private show(pages: readonly LoadedPage[], paths: RowPaths): void {
    const isGrowing = this.firstOf !== undefined;
    this.loaded = new LoadedRows({ revision: this.loaded.revision + 1, pages, paths, isGrowing });
  }
}

/** How a page is received. */
export interface Receiving {
  readonly question: PageQuestion;
  readonly isAdded: boolean;
  /** Whether anybody wants to know of the first rows. */
  readonly reportsFirst: boolean;
}

interface Reading {
  readonly reading: PageReading;
  readonly question: PageQuestion;
  readonly isAdded: boolean;
}

function rowsOf(pages: readonly LoadedPage[], revision: number): LoadedRows {
  return new LoadedRows({ revision, pages, paths: new RowPaths(), isGrowing: false });
}

function joinedPaths(before: RowPaths, { paths }: LoadedPage): RowPaths {
  const all = new RowPaths();
  all.merge(before);
  all.merge(paths);
  return all;
}

function readPageOf(
  page: WholePage,
): Omit<ReadPage, "facts" | "repeatsPage" | "repeatedRows" | "sameRecords"> {
  const { envelope, rows, listPath, encoding } = page;
  return { ...envelope, rows: rows.length, listPath, encoding };
}
