import { chartOf } from "../../../src/features/lists/common/table/chartData";
import type { ChartRows } from "../../../src/features/lists/common/table/chartRows";
import { chartTexts } from "../../../src/features/lists/texts/chartTexts";
import * as v from "valibot";
import { type ChartImage, chartImage } from "../../../src/features/lists/messages/chartImage";
import { chartData, chartQuestion } from "../../../src/features/lists/messages/listChart";
import { FIRST_LAYOUT, type ChartChoice } from "../../../src/features/lists/messages/listLayout";
import type { TableFacts } from "../../../src/features/lists/messages/listQuestions";
import { fillText } from "../../../src/platform/base/texts";
import type { BrowserBed, OpenPage, PageOptions } from "./bed";

type Nothing = Readonly<Record<string, never>>;

export interface ChartBed extends OpenPage<Nothing, Nothing> {
  /** What was asked, and what the drawing was told to be laid out as. */
  readonly questions: unknown[];
  readonly layouts: unknown[];
  /** The image that is saved next, or was since the last; rejects when it is none. */
  nextImage(): Promise<ChartImage>;
  /** Other rows in the place of those that are there. */
  load(rows: ChartRows): Promise<void>;
  drawn(): Promise<void>;
}

export interface ChartOptions extends PageOptions {
  readonly choice?: ChartChoice;
  /** Questions fail until the test says otherwise. */
  readonly fails?: () => boolean;
}

/** The chart tab alone under the panel's policy, with the thread's own answers behind it. */
export async function openChart(
  bed: BrowserBed,
  first: ChartRows,
  options: ChartOptions = {},
): Promise<ChartBed> {
  const questions: unknown[] = [];
  const layouts: unknown[] = [];
  const images: unknown[] = [];
  const waiting: (() => void)[] = [];
  let rows = first;
  const opened = await bed.open<Nothing, Nothing>(
    { script: "list-chart.js", drawn: "html", incoming: {}, outgoing: {}, handlers: {} },
    { height: 640, ...options },
  );
  const { page } = opened;
  await opened.expose("answerChart", (question: unknown) => {
    questions.push(question);
    if (!v.is(chartQuestion, question) || options.fails?.() === true) {
      throw new Error("refused");
    }
    const data = chartOf(rows, question.choice);
    if (!v.is(chartData, data)) {
      throw new Error("not to be drawn");
    }
    return data;
  });
  await opened.expose("takeImage", (image: unknown) => {
    images.push(image);
    waiting.shift()?.();
  });
  await opened.expose("takeLayout", (layout: unknown) => void layouts.push(layout));
  const layout = { ...FIRST_LAYOUT, ...(options.choice && { chart: options.choice }) };
  const parts = { texts: chartTexts(fillText), layout, facts: factsOf(rows) };
  await page.evaluate(`(${PANEL})(${JSON.stringify(parts)})`);
  return {
    ...opened,
    ...{ questions, layouts },
    nextImage: async () => {
      if (images.length === 0) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      const image = images.shift();
      if (!v.is(chartImage, image)) {
        throw new Error("no image");
      }
      return image;
    },
    load: async (next) => {
      rows = next;
      const facts = JSON.stringify({ ...factsOf(next), revision: next.revision });
      await page.evaluate(`document.querySelector("fp-list-chart").facts = ${facts}`);
    },
    drawn: async () => {
      await page.locator("fp-list-chart .drawing svg g").first().waitFor({ state: "attached" });
      await page.locator("fp-list-chart .drawing:not(.old)").waitFor({ state: "attached" });
      await opened.settle();
    },
  };
}

function factsOf({ revision, count, columns }: ChartRows): TableFacts {
  return { revision, rows: count, columns, omittedColumns: 0, isGrowing: false };
}

/** What the panel is to its chart tab. */
const PANEL = `({ texts, layout, facts }) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html, body, main { height: 100%; margin: 0; padding: 0; overflow: hidden; }" +
    "h1 { position: absolute; clip-path: inset(50%); }");
  document.adoptedStyleSheets.push(sheet);
  const main = document.createElement("main");
  const title = document.createElement("h1");
  title.textContent = "Holdings";
  const chart = document.createElement("fp-list-chart");
  const ask = { chart: globalThis.answerChart, saveImage: globalThis.takeImage };
  Object.assign(chart, { texts, layout, facts, ask });
  chart.addEventListener("fp-layout", (event) => globalThis.takeLayout(event.detail));
  main.append(title, chart);
  document.body.append(main);
}`;
