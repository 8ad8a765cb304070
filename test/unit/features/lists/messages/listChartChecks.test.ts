import assert from "node:assert/strict";
import { chartOf } from "../../../../../src/features/lists/common/table/chartData";
import * as v from "valibot";
import { chartImage, IMAGE_LIMIT } from "../../../../../src/features/lists/messages/chartImage";
import { chartData, chartQuestion } from "../../../../../src/features/lists/messages/listChart";
import { EVERY_ROW } from "../../../../../src/features/lists/messages/listQuestions";
import { holdings } from "../../../../fakes/chartRows";

const CHOICE = { kind: "bar", x: "/a", y: ["/b"], aggregate: "sum" };
const isChartData = (value: unknown): boolean => v.is(chartData, value);
const isChartImage = (value: unknown): boolean => v.is(chartImage, value);
const isChartQuestion = (value: unknown): boolean => v.is(chartQuestion, value);

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB";

describe("messages of a chart", () => {
  it("ask with a view and a choice of known words, or with none", () => {
    const right = [{ view: EVERY_ROW }, { view: EVERY_ROW, choice: CHOICE }];
    assert.deepEqual(right.map(isChartQuestion), [true, true]);
    const wrong = [
      ...[undefined, {}, { choice: CHOICE }, { view: EVERY_ROW, more: 1 }, { view: {} }],
      ...[{ kind: "pie" }, { aggregate: "mode" }, { y: "/b" }, { x: 1 }, { series: null }].map(
        (change) => ({ view: EVERY_ROW, choice: { ...CHOICE, ...change } }),
      ),
      { view: EVERY_ROW, choice: { ...CHOICE, y: ["1", "2", "3", "4", "5", "6", "7"] } },
    ];
    assert.deepEqual(
      wrong.filter((one) => isChartQuestion(one)),
      [],
    );
  });

  it("answer with what can be drawn: finite, as long as its places, of known words", () => {
    const data = chartOf(holdings(), undefined);
    assert.ok(isChartData(structuredClone(data)));
    const [series] = data.series;
    const wrong: readonly Readonly<Record<string, unknown>>[] = [
      ...[{ places: data.places.slice(1) }, { places: [{ kind: "value" }] }, { axis: "log" }],
      ...[{ series: [{ ...series, values: [{ number: NaN, text: "1" }, null, null] }] }],
      ...[{ series: [{ ...series, column: 1 }] }, { problem: "none" }, { choice: { kind: "bar" } }],
      ...[{ remarks: { ...data.remarks, rows: -1 } }, { remarks: { ...data.remarks, units: [1] } }],
      ...[{ places: data.places.map((place) => ({ ...place, at: Infinity })) }],
    ];
    assert.deepEqual(
      wrong.filter((change) => isChartData({ ...data, ...change })),
      [],
    );
  });

  it("bring drawings that hold nothing which runs, loads or leads elsewhere", () => {
    const svg = (inside: string): unknown => ({ format: "svg", content: `<svg >${inside}</svg>` });
    const right = [
      svg('<rect fill="#fff"></rect><text>&lt;script&gt; onload=1 href=x</text>'),
      svg('<g clip-path="url(#a)" aria-label="url(x)"/>'),
      { format: "png", content: PNG },
    ];
    assert.deepEqual(right.map(isChartImage), [true, true, true]);
    const wrong = [
      ...["<script>1</script>", "<a href='x'>x</a>", '<rect onload="1"/>', "<!ENTITY x>"].map(svg),
      ...['<g data-a=">" onload="1"/>', '<g fill="url(http://x)"/>', "<?x y?>"].map(svg),
      ...['<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>', "<g a=b>"].map(svg),
      ...['<g style="fill:&#117;rl(//x)"/>', '<animate attributeName="x"/>', "<g"].map(svg),
      ...["<use/>", "<image/>", '<g xlink:href="x"/>', "<foreignObject/>", "<style>"].map(svg),
      ...[
        { format: "png", content: "" },
        { format: "png", content: `${PNG}<` },
      ],
      ...[
        { format: "png", content: "AAAA" },
        { format: "svg", content: PNG },
      ],
      ...[
        { format: "gif", content: PNG },
        { format: "png", content: PNG, path: "x" },
      ],
      { format: "png", content: PNG.padEnd(IMAGE_LIMIT + 1, "A") },
      svg(" ".repeat(IMAGE_LIMIT)),
    ];
    assert.deepEqual(
      wrong.filter((one) => isChartImage(one)),
      [],
    );
  });
});
