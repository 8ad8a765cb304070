import * as v from "valibot";
import type { Shape } from "../../../platform/base/messageSchemas";

/** Characters of an image on its way to the host: SVG as text, PNG as base64. */
export const IMAGE_LIMIT = 20_000_000;

/** A drawing on its way to a file: of its format, and no longer than one can be. */
export const chartImage = v.pipe(
  v.strictObject({
    format: v.picklist(["svg", "png"]),
    /** SVG as text, PNG as base64. */
    content: v.pipe(v.string(), v.minLength(1), v.maxLength(IMAGE_LIMIT)),
  }),
  v.check(({ format, content }) => (format === "svg" ? isSvg(content) : isPng(content))),
);
export type ChartImage = Shape<typeof chartImage>;

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
