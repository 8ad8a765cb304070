import { parsePointer } from "../../../platform/json/jsonPointer";
import type { Localizer } from "../../../platform/texts/words";
import { findInThread, findRowsInThread } from "../common/jsonPathClient";
import { pathProblem } from "../common/jsonPath";
import type { RowTable } from "../common/table/rowTables";
import type { PathAnswer, PathCopyQuestion, PathQuestion } from "../messages/listQuestions";

interface PathSearchOptions {
  readonly table: RowTable;
  /** Path of `jsonPathWorker.js`. */
  readonly worker: string;
  readonly copy: (text: string) => Promise<void>;
  /** Says what is wrong with a query; English where it is absent. */
  readonly localizer?: Localizer;
}

/** Finds values in the rows of a panel by JSONPath: one search and one copy at a time, the newest. */
export class PathSearch {
  private readonly running = { find: new AbortController(), copy: new AbortController() };

  constructor(private readonly options: PathSearchOptions) {}

  async find({ view, query, columns }: PathQuestion): Promise<PathAnswer> {
    const { table, worker, localizer } = this.options;
    const signal = this.begin("find");
    const problem = pathProblem(query, localizer);
    if (problem !== undefined) {
      return { problem, matches: 0, isCountExact: true, places: [] };
    }
    const { text } = await table.ask("rowsText", { view });
    const paths = columns.map((key) => parsePointer(key));
    const found = await findRowsInThread({ text, query, columns: paths }, { worker, signal });
    const { count: matches, isCountExact, places } = found;
    const told = places.map(({ row, columns: places }) => ({ row, columns: [...places] }));
    return { matches, isCountExact, places: told };
  }

  /** The values as they are written, as many as can be marked. */
  async copy({ view, query }: PathCopyQuestion): Promise<{ readonly matches: number }> {
    const { table, worker, copy } = this.options;
    const signal = this.begin("copy");
    const { text } = await table.ask("rowsText", { view });
    const { places } = await findInThread(text, query, { worker, signal });
    const values: string[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const [offset = 0, length = 0] = places.subarray(at, at + 2);
      values.push(text.slice(offset, offset + length));
    }
    await copy(values.join("\n"));
    return { matches: values.length };
  }

  dispose(): void {
    Object.values(this.running).forEach((one) => one.abort());
  }

  private begin(what: keyof typeof this.running): AbortSignal {
    this.running[what].abort();
    this.running[what] = new AbortController();
    return this.running[what].signal;
  }
}
