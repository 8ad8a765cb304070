import { join } from "node:path";
import { PathSearch } from "../../../src/features/lists/host/pathSearch";
import { createMasking } from "../../../src/features/privacy/common/masking";
import type { RowTable } from "../../../src/features/lists/common/table/rowTables";
import { FIRST_LAYOUT, type ListLayout } from "../../../src/features/lists/messages/listLayout";
import {
  type HostToList,
  type ListContent,
  type ListToHost,
  type ListView,
  hostToList,
  listToHost,
} from "../../../src/features/lists/messages/listMessages";
import type { Handlers, ParametersOf } from "../../../src/platform/base/rpc";
import type { ValueCourse } from "../../../src/features/lists/messages/valueCourse";
import { load, openTables } from "../../unit/features/lists/table/support/tables";
import { type OpenPage, type PageOptions, startBed } from "./bed";
import { NOWHERE, watch } from "./keptPages";
import { LIST_TEXTS } from "./texts";
import { THEMES, type Theme } from "./themes";

export { NOWHERE, THEMES, watch, type Theme };

/** What a panel shows: a view and the answer that its rows come from. */
export interface Shown {
  /** Which content it is, where it may arrive late. */
  readonly number?: number;
  readonly view: ListView;
  /** JSON of the page; absent: what is there stays, `null`: there are no rows. */
  readonly text?: string | null;
}

export interface PanelOptions extends PageOptions {
  /** Of a new panel, in place of the one that the webview kept. */
  readonly layout?: ListLayout;
  /** JSON of the page that the rows are compared with. */
  readonly other?: string;
  /** What the list adds up to over time, whatever column is asked for. */
  readonly course?: ValueCourse;
  /** What is looked for is looked for when this is over. */
  readonly beforeFind?: () => Promise<unknown>;
  /** Runs before the rows of a comparison are looked up; may refuse them. */
  readonly beforeCompare?: () => void;
  /** What a chart draws is looked up when this is over. */
  readonly beforeChart?: () => Promise<unknown>;
}

/** A browser and a server of the built list panel: all of a webview but VS Code itself. */
export interface PanelBed {
  open(first: Shown, options?: PanelOptions): Promise<OpenPanel>;
  close(): Promise<void>;
}

export interface OpenPanel extends Omit<OpenPage<HostToList, ListToHost>, "settle"> {
  /** What the panel asked for, without "start" and questions about rows. */
  readonly calls: readonly (readonly [name: string, parameters: unknown])[];
  /** What JSONPath queries put on the clipboard. */
  readonly copied: readonly string[];
  show(shown: Shown): Promise<void>;
  /** From now on values leave the table masked. */
  mask(): void;
  /** As `show`, with whatever else there is. */
  settle(): Promise<void>;
}

export async function startPanelBed(): Promise<PanelBed> {
  const bed = await startBed();
  return {
    open: async (first, options = {}) => {
      const tables = openTables((key) => {
        const masking = createMasking(key);
        return {
          value: (fact) => masking.maskValue(fact),
          json: (text, of) => masking.maskJson(text, of),
        };
      });
      const [table, other] = [tables.open(), tables.open()];
      await load(other, options.other ?? "[]");
      let held = await contentOf(table, first);
      const calls: [string, unknown][] = [];
      const copied: string[] = [];
      const handlers = {
        ...recording(calls),
        ...asking({ ...options, table, other, copied }),
        compareValues: (question: unknown) => {
          calls.push(["compareValues", question]);
          return options.course ?? NO_COURSE;
        },
        start: ({ layout = FIRST_LAYOUT }: ParametersOf<ListToHost["start"]>) => ({
          ...{ ...held, texts: LIST_TEXTS, layout: options.layout ?? layout },
        }),
      };
      const opened = await bed.open<HostToList, ListToHost>(
        {
          ...{ script: "list.js", drawn: "fp-list-panel h1" },
          ...{ incoming: listToHost, outgoing: hostToList, handlers },
        },
        options,
      );
      return {
        ...opened,
        calls,
        copied,
        mask: () => tables.setMask(new Uint8Array(32)),
        show: async (shown) => {
          const content = await contentOf(table, shown);
          held = { ...held, ...content };
          opened.rpc.notify("show", content);
          await opened.settle();
          await opened.settle();
        },
      };
    },
    close: () => bed.close(),
  };
}

/** The content that a host would send, read by the engine that a host has. */
export async function contentOf(table: RowTable, { text, ...shown }: Shown): Promise<ListContent> {
  if (typeof text !== "string") {
    return { ...shown, ...(text === null ? { table: null } : {}) };
  }
  const { facts } = await load(table, text);
  return { ...shown, table: facts };
}

const PATH_WORKER = join(process.cwd(), "dist", "jsonPathWorker.js");
const NO_COURSE: ValueCourse = { columns: [], units: [], points: [], omitted: 0 };

type Asking =
  | "rows"
  | "summary"
  | "find"
  | "findPath"
  | "chart"
  | "copyRows"
  | "copyPath"
  | `compare${"Rows" | "Next" | "Copy"}`;

interface Asked extends Pick<PanelOptions, "beforeFind" | "beforeCompare" | "beforeChart"> {
  readonly table: RowTable;
  readonly other: RowTable;
  readonly copied: string[];
}

function asking({
  table,
  other: { id: other },
  copied,
  beforeFind,
  beforeCompare,
  beforeChart,
}: Asked): Pick<Handlers<ListToHost>, Asking> {
  const paths = new PathSearch({
    table,
    worker: PATH_WORKER,
    copy: (text) => {
      copied.push(text);
      return Promise.resolve();
    },
  });
  return {
    compareRows: (question) => {
      beforeCompare?.();
      return table.ask("compare", { ...question, other });
    },
    compareNext: (question) => {
      beforeCompare?.();
      return table.ask("compareNext", { ...question, other });
    },
    compareCopy: async (question) => ({
      rows: (await table.ask("compareCopy", { ...question, other })).rows,
    }),
    rows: async (question) => (await table.ask("rowsJson", question)).text,
    summary: (question) => table.ask("summary", question),
    find: (question) => table.ask("find", question),
    findPath: async (question) => {
      await beforeFind?.();
      return paths.find(question);
    },
    copyPath: (question) => paths.copy(question),
    chart: async (question) => {
      await beforeChart?.();
      return table.ask("chart", question);
    },
    copyRows: async (question) => ({ rows: (await table.ask("copy", question)).rows }),
  };
}

function recording(
  calls: [string, unknown][],
): Omit<Handlers<ListToHost>, "start" | "compareValues" | Asking> {
  const record =
    (name: string) =>
    (parameters: unknown): undefined => {
      calls.push([name, parameters]);
    };
  return {
    ...{ turn: record("turn"), goTo: record("goTo"), resize: record("resize") },
    ...{ walk: record("walk"), setParameters: record("setParameters") },
    ...{ keepLayout: record("keepLayout"), openValue: record("openValue") },
    ...{ openAsJson: record("openAsJson"), openRequest: record("openRequest") },
    ...{ openToSide: record("openToSide"), openListSettings: record("openListSettings") },
    export: record("export"),
    ...{ act: record("act"), copy: record("copy"), compareWith: record("compareWith") },
    ...{ compareStep: record("compareStep"), compareAct: record("compareAct") },
    ...{ measureFields: record("measureFields"), copyMeasurement: record("copyMeasurement") },
    ...{ openDifference: record("openDifference"), saveImage: record("saveImage") },
  };
}
