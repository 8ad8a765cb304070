import path from "node:path";
import { build } from "esbuild";
import type { ListLayout } from "../../../src/features/lists/messages/listLayout";
import { FIRST_LAYOUT } from "../../../src/features/lists/messages/listLayout";
import * as v from "valibot";
import { listToHost } from "../../../src/features/lists/messages/listMessages";
import type {
  CopyQuestion,
  FindQuestion,
  RowsAnswer,
  RowsQuestion,
  SummaryQuestion,
  TableFacts,
  ValueQuestion,
} from "../../../src/features/lists/messages/listQuestions";
import { noParameters } from "../../../src/platform/base/messageSchemas";
import { type OpenPage, type PageOptions, startBed } from "./bed";
import { GRID_TEXTS } from "./gridWords";
import { type SampleRows, SampleTable } from "./sampleRows";

interface GridFacts {
  readonly facts?: TableFacts;
  readonly layout?: ListLayout;
  readonly prefetched?: RowsAnswer;
  readonly isLoading?: boolean;
  readonly isMasked?: boolean;
}

const { keepLayout, rows, summary, find, copyRows, openValue } = listToHost;
const gridToHost = {
  start: { parameters: noParameters, result: v.unknown() },
  ...{ keepLayout, rows, summary, find, copyRows, openValue },
};
const hostToGrid = { show: { parameters: v.custom<GridFacts>(() => true) } };

export interface OpenGrid extends Omit<OpenPage<typeof hostToGrid, typeof gridToHost>, "rpc"> {
  /** What the grid asked for beside rows. */
  readonly calls: readonly (readonly [name: string, parameters: unknown])[];
  readonly asked: readonly RowsQuestion[];
  /** What the grid told of its layout last. */
  layout(): ListLayout;
  show(content: GridFacts): Promise<void>;
  /** Other rows take the place of those that there are. */
  replace(rows: SampleRows): Promise<void>;
  /** Answers wait from now on, until they are let go. */
  hold(): () => void;
}

export interface GridOptions extends PageOptions {
  readonly layout?: Partial<ListLayout>;
  /** Questions for rows fail. */
  readonly fails?: () => boolean;
}

export interface GridBed {
  open(rows: SampleRows, options?: GridOptions): Promise<OpenGrid>;
  close(): Promise<void>;
}

/** The grid alone on a page: its element, and the host's answers as messages. */
export async function startGridBed(): Promise<GridBed> {
  const bed = await startBed(new Map([["grid.js", await buildPage()]]));
  return {
    open: async (rows, options = {}) => {
      const host = new GridHost(rows, options);
      const opened = await bed.open(
        {
          script: "grid.js",
          drawn: "fp-list-grid [role=grid]",
          incoming: gridToHost,
          outgoing: hostToGrid,
          handlers: host.handlers,
        },
        options,
      );
      return {
        ...opened,
        calls: host.calls,
        asked: host.asked,
        layout: () => host.layout,
        hold: () => host.hold(),
        show: async (content) => {
          opened.rpc.notify("show", content);
          await opened.settle();
        },
        replace: async (next) => {
          host.table = new SampleTable(next, host.table.revision + 1);
          opened.rpc.notify("show", { facts: host.table.facts });
          await opened.settle();
        },
      };
    },
    close: () => bed.close(),
  };
}

class GridHost {
  readonly calls: [string, unknown][] = [];
  readonly asked: RowsQuestion[] = [];
  table: SampleTable;
  layout: ListLayout;
  private held: Promise<void> | undefined;

  constructor(
    rows: SampleRows,
    private readonly options: GridOptions,
  ) {
    this.table = new SampleTable(rows);
    this.layout = { ...FIRST_LAYOUT, ...options.layout };
  }

  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.held = promise;
    return () => {
      this.held = undefined;
      resolve(undefined);
    };
  }

  get handlers() {
    return {
      start: () => ({
        ...{ texts: GRID_TEXTS, label: "Holdings", facts: this.table.facts },
        layout: this.layout,
      }),
      keepLayout: ({ layout }: { readonly layout: ListLayout }): undefined => {
        this.layout = layout;
      },
      rows: async (question: RowsQuestion) => {
        this.asked.push(question);
        await this.held;
        if (this.options.fails?.() === true) {
          throw new Error("No rows today");
        }
        return JSON.stringify(this.table.answer(question));
      },
      summary: (question: SummaryQuestion) => this.table.summary(question),
      find: (question: FindQuestion) => this.table.find(question),
      copyRows: (question: CopyQuestion) => {
        this.calls.push(["copyRows", question]);
        const { ranges } = question.selection;
        return { rows: ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) };
      },
      openValue: (question: ValueQuestion): undefined => {
        this.calls.push(["openValue", question]);
      },
    };
  }
}

const PAGE = `
import { GRID_ELEMENTS } from "./src/features/lists/webview/list/grid/elements";
import { startPanel } from "./src/platform/webview/startPanel";
import * as v from "valibot";
import { listToHost } from "./src/features/lists/messages/listMessages";

const show = (content) => void Object.assign(grid, content);
const any = { parameters: v.any(), result: v.any() };
const panel = startPanel({
  incoming: { show: any },
  outgoing: { ...listToHost, start: any },
  elements: GRID_ELEMENTS,
  handlers: { show },
});
const grid = document.createElement("fp-list-grid");
const ask = (name) => (question) => panel.rpc.call(name, question);
const names = ["summary", "find", "copyRows", "openValue"];
grid.ask = Object.fromEntries(names.map((name) => [name, ask(name)]));
grid.ask.rows = async (question) => JSON.parse(await panel.rpc.call("rows", question));
grid.addEventListener("fp-layout", ({ detail }) => {
  panel.rpc.notify("keepLayout", { layout: detail });
});
const main = document.createElement("main");
panel.start(main, {}, (content) => {
  show(content);
  main.style.height = "100vh";
  const title = document.createElement("h1");
  title.textContent = "Holdings";
  title.style.cssText = "position: absolute; clip-path: inset(50%)";
  main.append(title, grid);
});
`;

async function buildPage(): Promise<string> {
  const { outputFiles } = await build({
    ...{ bundle: true, write: false, format: "iife", target: "es2023", legalComments: "none" },
    platform: "browser",
    tsconfig: path.resolve("src", "tsconfig.webview.json"),
    stdin: { contents: PAGE, resolveDir: path.resolve("."), loader: "js" },
  });
  return outputFiles[0]?.text ?? "";
}
