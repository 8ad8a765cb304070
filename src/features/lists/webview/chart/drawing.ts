import { BarChart, LineChart, PieChart, ScatterChart } from "echarts/charts";
import {
  AriaComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
} from "echarts/components";
import { type ECharts, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { chartOption } from "./option";
import { findPlace, isZoomable, type Picture } from "./picture";

use([BarChart, LineChart, PieChart, ScatterChart, SVGRenderer, AriaComponent, TitleComponent]);
use([GridComponent, LegendComponent, TooltipComponent]);
use([DataZoomInsideComponent, DataZoomSliderComponent]);

/** The drawing on screen, in an element that is its own. */
export class Drawing {
  private readonly chart: ECharts;
  private picture: Picture | undefined;

  constructor(element: HTMLElement) {
    this.chart = init(element, undefined, { renderer: "svg", width: 1, height: 1 });
  }

  show(picture: Picture): void {
    const { width, height } = picture;
    this.picture = picture;
    this.chart.resize({ width, height });
    this.chart.setOption(chartOption(picture), { notMerge: true });
  }

  /** Points at a place, as the pointer would. */
  point(place: number): void {
    const { picture, chart } = this;
    const found = picture && findPlace(picture, place);
    chart.dispatchAction({ type: "downplay" });
    if (picture === undefined || found === undefined) {
      chart.dispatchAction({ type: "hideTip" });
      return;
    }
    this.scrollToPlace(picture, place);
    chart.dispatchAction({ type: "highlight", ...found });
    chart.dispatchAction({ type: "showTip", ...found });
  }

  leave(): void {
    this.chart.dispatchAction({ type: "downplay" });
    this.chart.dispatchAction({ type: "hideTip" });
  }

  dispose(): void {
    this.chart.dispose();
  }

  /** What was zoomed away is brought back, as wide as the part in sight was. */
  private scrollToPlace(picture: Picture, place: number): void {
    const [zoom] = isZoomable(picture)
      ? ((this.chart.getOption()["dataZoom"] ?? []) as readonly Zoom[])
      : [];
    if (zoom === undefined) {
      return;
    }
    const { start, end } = zoom;
    const at = percentOf(picture, place);
    if (at < start || at > end) {
      const from = Math.min(Math.max(at - (end - start) / 2, 0), 100 - (end - start));
      this.chart.dispatchAction({ type: "dataZoom", start: from, end: from + end - start });
    }
  }
}

interface Zoom {
  readonly start: number;
  readonly end: number;
}

function percentOf({ data, choice }: Picture, place: number): number {
  const { places } = data;
  const at = (index: number): number =>
    choice.kind === "line" ? (places.at(index)?.at ?? index) : index;
  const first = at(0);
  const span =
    choice.kind === "line" ? (places.at(-1)?.at ?? places.length - 1) - first : places.length - 1;
  return span === 0 ? 0 : ((at(place) - first) / span) * 100;
}

/** The picture as a text of SVG that needs nothing else: no style sheet, no script, no font. */
export function drawSvg(picture: Picture): string {
  const { width, height } = picture;
  const chart = init(null, undefined, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption(chartOption(picture));
    // Its style sheet is for a pointer that hovers; names in the text are escaped.
    return chart.renderToSVGString({ useViewBox: true }).replace(STYLE_SHEET, "");
  } finally {
    chart.dispose();
  }
}

const STYLE_SHEET = /<style\b[^>]*>[^]*?<\/style>\s*/;
