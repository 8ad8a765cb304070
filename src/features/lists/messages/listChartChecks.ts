import {
  CHART_AXES,
  CHART_NAME_KINDS,
  CHART_PROBLEMS,
  CHART_THINNINGS,
  CHART_VALUES_LIMIT,
  IMAGE_FORMATS,
  IMAGE_LIMIT,
  type ChartData,
  type ChartImage,
  type ChartQuestion,
} from "./listChart";
import { isChartChoice } from "./listLayoutChecks";
import { isColumnKey, isRowView } from "./listQuestionChecks";
import {
  hasExactly,
  hasOnly,
  isListOf,
  isOptional,
  isRecord,
  isText,
  oneOf,
} from "../../../platform/base/shapes";
import { isAmount } from "../../../platform/base/statusChecks";

export function isChartQuestion(value: unknown): value is ChartQuestion {
  return hasOnly(value, { view: isRowView }, { choice: isShortChoice });
}

/** As many columns of values as are drawn; a layout may name more. */
function isShortChoice(value: unknown): boolean {
  return isChartChoice(value) && value.y.length <= CHART_VALUES_LIMIT;
}

/** A drawing on its way to a file: of its format, and no longer than one can be. */
export function isChartImage(value: unknown): value is ChartImage {
  if (!hasExactly(value, { format: (one) => oneOf(one, IMAGE_FORMATS), content: isText })) {
    return false;
  }
  const { format, content } = value as unknown as ChartImage;
  const isRight = format === "svg" ? isSvg : isPng;
  return content.length > 0 && content.length <= IMAGE_LIMIT && isRight(content);
}

/** What is saved is a drawing and nothing that runs or loads when it is opened. */
function isSvg(content: string): boolean {
  return (
    content.startsWith("<svg ") && content.trimEnd().endsWith("</svg>") && hasShapesAlone(content)
  );
}

/** A tag with its attributes as drawings have them; no other form of one is let in. */
const TAG = /<\/?([A-Za-z]+)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*\/?>/y;
const SHAPES = new Set([
  ...["svg", "g", "defs", "clipPath", "linearGradient", "radialGradient", "stop", "text"],
  ...["tspan", "title", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
]);

/** Named are what may be there: what runs can be written in more ways than anybody lists. */
function hasShapesAlone(content: string): boolean {
  for (let at = content.indexOf("<"); at !== -1; at = content.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = at;
    const [, name = "", attributes = ""] = TAG.exec(content) ?? [];
    if (!SHAPES.has(name) || !areHarmless(attributes)) {
      return false;
    }
  }
  return true;
}

function areHarmless(attributes: string): boolean {
  for (const [, name = "", value = ""] of attributes.matchAll(/\s([\w:.-]+)="([^"]*)"/g)) {
    const acts = /^on|href$|^xml:base$/i.test(name);
    // Nothing is loaded but what the drawing has itself; a form in escapes could say otherwise.
    const loads = /url\((?!#)|\\|&#(?!39;)|@import|image-set/i.test(value);
    if (acts || (loads && !name.startsWith("aria-"))) {
      return false;
    }
  }
  return true;
}

/** Base64 of the eight bytes that a PNG begins with (PNG specification, section 5.2). */
const PNG_START = /^iVBORw0KGg[o-r]/;

function isPng(content: string): boolean {
  return PNG_START.test(content) && /^[A-Za-z0-9+/]*={0,2}$/.test(content);
}

/** What is let in can be drawn: series are as long as there are places. */
export function isChartData(value: unknown): value is ChartData {
  if (!isRecord(value) || !isListOf(value["places"], isPlace)) {
    return false;
  }
  const { places } = value;
  return (
    isAmount(value["revision"]) &&
    isOptional(value["choice"], isChartChoice) &&
    isOptional(value["instead"], isChartChoice) &&
    isOptional(value["problem"], (problem) => oneOf(problem, CHART_PROBLEMS)) &&
    oneOf(value["axis"], CHART_AXES) &&
    isListOf(value["series"], (series) => isSeries(series, places.length)) &&
    isRemarks(value["remarks"])
  );
}

function isName(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && oneOf(value["kind"], CHART_NAME_KINDS) && isText(value["text"]);
}

function isPlace(value: unknown): boolean {
  return isName(value) && isOptional(value["at"], Number.isFinite);
}

function isSeries(value: unknown, places: number): boolean {
  return (
    isRecord(value) &&
    isOptional(value["column"], isColumnKey) &&
    isOptional(value["split"], isName) &&
    isListOf(value["values"], isValue) &&
    value["values"].length === places
  );
}

function isValue(value: unknown): boolean {
  return (
    value === null || (isRecord(value) && Number.isFinite(value["number"]) && isText(value["text"]))
  );
}

const COUNTS = [
  ...["rows", "noNumber", "tooLarge", "noPlace", "notPositive"],
  ...["otherPlaces", "otherSeries", "points"],
];

function isRemarks(value: unknown): boolean {
  return (
    isRecord(value) &&
    COUNTS.every((name) => isAmount(value[name])) &&
    oneOf(value["thinning"], CHART_THINNINGS) &&
    isListOf(value["units"], isText)
  );
}
