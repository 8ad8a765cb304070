import type {
  CopyQuestion,
  RowsQuestion,
  TableFacts,
  ValueQuestion,
} from "../../messages/listQuestions";
import { AppError } from "../../../../platform/base/errors";
import type { HeaderList } from "../../../../platform/base/headers";
import type { WorkerHandlers } from "../../../../platform/workers/serve";
import { answerQuestion } from "./answerQuestion";
import { RunningComparisons } from "./compare/runningComparisons";
import { LoadedTable, type Receiving } from "./loadedTable";
import type { ReadPage, TableQuestions } from "./rowTables";
import { type CreateMask, HIDDEN, ShownValues, UNMASKED } from "./shownValues";

/** What the thread is asked, each table in a session of its own; pages by numbers of their reader. */
export interface TableCalls {
  readonly open: {
    /** `copyOf`: the session of the table whose rows it begins with; `after`: see `LoadedTable`. */
    readonly parameters: {
      readonly isMasked: boolean;
      readonly after: number;
      readonly copyOf?: number;
    };
    readonly result: unknown;
  };
  readonly clear: { readonly parameters: object; readonly result: unknown };
  readonly close: { readonly parameters: object; readonly result: unknown };
  readonly receive: { readonly parameters: PageNumber & Receiving; readonly result: unknown };
  /** Gives facts when these bytes brought the first rows. */
  readonly add: {
    readonly parameters: PageNumber & { readonly bytes: Uint8Array<ArrayBuffer> };
    readonly result: TableFacts | undefined;
  };
  readonly abandon: { readonly parameters: PageNumber; readonly result: unknown };
  readonly finish: {
    readonly parameters: PageNumber & {
      readonly contentType: string | undefined;
      readonly headers: HeaderList;
    };
    readonly result: ReadPage;
  };
  readonly ask: {
    readonly parameters: {
      readonly name: keyof TableQuestions;
      readonly parameters: TableQuestions[keyof TableQuestions]["parameters"];
    };
    readonly result: TableQuestions[keyof TableQuestions]["result"];
  };
  /** Of the whole thread: values are shown masked with this key, or as they are. */
  readonly mask: {
    readonly parameters: { readonly key: Uint8Array | undefined };
    readonly result: unknown;
  };
}

interface PageNumber {
  readonly page: number;
}

interface OpenTable {
  readonly loaded: LoadedTable;
  /** Its rows were masked before they came. */
  readonly isMasked: boolean;
}

/**
 * What the thread answers: all tables of a window. Without `createMask` nothing is shown that was
 * to be masked.
 */
export function tableHandlers(createMask: CreateMask | undefined): WorkerHandlers<TableCalls> {
  const tables = new Map<number, OpenTable>();
  const comparisons = new RunningComparisons();
  let shown = UNMASKED;
  const tableOf = (session: number): OpenTable => {
    const table = tables.get(session);
    if (table === undefined) {
      throw new AppError("canceled", "canceled/disposed");
    }
    return table;
  };
  return {
    open: ({ isMasked, after, copyOf }, { session }) => {
      const copied = copyOf === undefined ? undefined : tables.get(copyOf)?.loaded;
      tables.set(session, { loaded: new LoadedTable(after, copied), isMasked });
    },
    clear: (_, { session }) => tableOf(session).loaded.clear(),
    close: (_, { session }) => {
      comparisons.stop(session, "canceled/disposed");
      tableOf(session).loaded.clear();
      tables.delete(session);
    },
    receive: ({ page, ...receiving }, { session }) =>
      tableOf(session).loaded.receive(page, receiving),
    add: ({ page, bytes }, { session }) => tableOf(session).loaded.add(page, bytes),
    abandon: ({ page }, { session }) => tableOf(session).loaded.abandon(page),
    finish: async ({ page, contentType, headers }, { session }) =>
      await tableOf(session).loaded.finish(page, contentType, headers),
    ask: ({ name, parameters }, { session, transfer }) => {
      const { loaded, isMasked } = tableOf(session);
      const table = loaded.rowsAt(revisionOf({ name, parameters }));
      if (["rows", "rowsJson"].includes(name) && (parameters as RowsQuestion).count > 0) {
        loaded.tell();
      }
      const context = {
        table,
        facts: table.facts,
        // By the mask of now: it may have been put on while an answer was worked out in slices.
        get shown() {
          return isMasked ? UNMASKED : table.shownBy(shown);
        },
        other: (id: number) => tables.get(id)?.loaded.rows,
        compareWith: async <T>(id: number, work: (signal: AbortSignal) => Promise<T>) =>
          comparisons.run([session, id], work),
        page: (pageNumber: number) => loaded.pageOf(pageNumber),
      };
      const result = answerQuestion(name, context, parameters);
      if (result instanceof Promise) {
        return result;
      }
      if ("bytes" in result && result.bytes.buffer instanceof ArrayBuffer) {
        transfer.push(result.bytes.buffer);
      }
      return result;
    },
    mask: ({ key }) => {
      if (key === undefined) {
        shown = UNMASKED;
      } else {
        shown = createMask === undefined ? HIDDEN : new ShownValues(createMask(key));
      }
    },
  };
}

/** Of a question about places on screen: they are of the rows that were told of. */
function revisionOf({ name, parameters }: TableCalls["ask"]["parameters"]): number | undefined {
  switch (name) {
    case "copy":
      return (parameters as CopyQuestion).selection.revision;
    case "value":
      return (parameters as ValueQuestion).revision;
    default:
      return undefined;
  }
}
