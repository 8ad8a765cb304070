/** What the theme gives to a drawing, as colours that any renderer understands. */
export interface ChartLook {
  readonly foreground: string;
  readonly dim: string;
  readonly background: string;
  readonly line: string;
  readonly focus: string;
  readonly tip: { readonly background: string; readonly foreground: string; readonly line: string };
  readonly palette: readonly string[];
  readonly font: string;
  readonly fontSize: number;
  /** Whether all is drawn in patterns and line styles, not only what a legend has to tell apart. */
  readonly hasPatterns: boolean;
}

const CHART_COLOURS = ["blue", "orange", "green", "purple", "red", "yellow"];

/** The look of the theme as it is now; `host` is an element that has the theme's variables. */
export function readLook(host: HTMLElement): ChartLook {
  const colour = (value: string): string => resolveColour(host, value);
  const { fontFamily, fontSize } = getComputedStyle(host);
  const isForced = matchMedia("(forced-colors: active)").matches;
  const isContrast = document.body.classList.contains("vscode-high-contrast");
  const background = colour("var(--vscode-editor-background, Canvas)");
  return {
    foreground: colour("var(--vscode-foreground, CanvasText)"),
    dim: colour("var(--vscode-descriptionForeground, CanvasText)"),
    background,
    line: colour("color-mix(in srgb, var(--vscode-foreground, CanvasText) 25%, transparent)"),
    focus: colour("var(--vscode-focusBorder, Highlight)"),
    tip: {
      background: colour(
        "var(--vscode-editorHoverWidget-background, var(--vscode-editor-background, Canvas))",
      ),
      foreground: colour(
        "var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground, CanvasText))",
      ),
      line: colour("var(--vscode-contrastBorder, var(--vscode-foreground, CanvasText))"),
    },
    palette: isForced ? forcedPalette(colour) : themePalette(colour),
    font: fontFamily,
    fontSize: Number.parseFloat(fontSize),
    hasPatterns: isForced || isContrast,
  };
}

/** The theme's chart colours, and each once more nearer to the text for the series beyond. */
function themePalette(colour: (value: string) => string): readonly string[] {
  // Themes take some from marks behind text, which let the text through: too pale for a slice.
  const own = CHART_COLOURS.map(
    (name) => `rgb(from var(--vscode-charts-${name}, currentColor) r g b / 1)`,
  );
  const more = own.map((value) => `color-mix(in srgb, ${value} 55%, var(--vscode-foreground))`);
  return [...own, ...more].map(colour);
}

function forcedPalette(colour: (value: string) => string): readonly string[] {
  return ["CanvasText", "LinkText", "Highlight", "GrayText"].map(colour);
}

/** Variables, mixes and system colours as `rgb()`; drawing libraries know no others. */
function resolveColour(host: HTMLElement, value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  probe.hidden = true;
  (host.shadowRoot ?? host).append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return toRgb(color);
}

/** Mixes compute to `color(srgb r g b / a)`. */
function toRgb(colour: string): string {
  const [, parts = "", alpha = "1"] = /^color\(srgb ([^/)]+)(?:\/ ([^)]+))?\)$/.exec(colour) ?? [];
  if (parts === "") {
    return colour;
  }
  const bytes = parts
    .trim()
    .split(" ")
    .map((part) => Math.round(Number(part) * 255));
  return `rgba(${bytes.join(", ")}, ${alpha.trim()})`;
}

/** Tells when the theme has changed: the editor rewrites variables, classes and its kind. */
export function watchLook(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["style", "class"] });
  observer.observe(document.body, {
    attributeFilter: ["class", "data-vscode-theme-kind", "data-vscode-theme-id"],
  });
  const forced = matchMedia("(forced-colors: active)");
  forced.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    forced.removeEventListener("change", onChange);
  };
}
