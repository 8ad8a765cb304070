import { IS_LONG } from "../../fakes/runs";

/** The editor's default themes as a webview sees them: CSS variables and the body's class. */
export interface Theme {
  readonly bodyClass: string;
  readonly variables: Readonly<Record<string, string>>;
}

const FONTS = {
  "font-family": '"Segoe WPC", "Segoe UI", "Liberation Sans", sans-serif',
  "font-size": "13px",
  "font-weight": "normal",
  "editor-font-family": '"Liberation Mono", monospace',
};

export type ThemeName = "light" | "dark" | "highContrast" | "highContrastLight";

export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    bodyClass: "vscode-light",
    variables: {
      ...FONTS,
      foreground: "#3b3b3b",
      descriptionForeground: "#3b3b3b",
      errorForeground: "#f85149",
      "icon-foreground": "#3b3b3b",
      focusBorder: "#005fb8",
      "editor-background": "#ffffff",
      "button-background": "#005fb8",
      "button-foreground": "#ffffff",
      "button-border": "#0000001a",
      "button-hoverBackground": "#0258a8",
      "button-secondaryBackground": "#e5e5e5",
      "button-secondaryForeground": "#3b3b3b",
      "button-secondaryHoverBackground": "#cccccc",
      "dropdown-background": "#ffffff",
      "dropdown-border": "#cecece",
      "dropdown-foreground": "#3b3b3b",
      "dropdown-listBackground": "#ffffff",
      "input-background": "#ffffff",
      "input-border": "#cecece",
      "input-foreground": "#3b3b3b",
      "charts-red": "#e51400",
      "charts-yellow": "#bf8803",
      "charts-purple": "#652d90",
      "panel-border": "#e5e5e5",
      "list-hoverBackground": "#f2f2f2",
      "inputValidation-errorBackground": "#f2dede",
      "inputValidation-errorBorder": "#be1100",
      "inputValidation-warningBackground": "#f6f5d2",
      "inputValidation-warningBorder": "#b89500",
      "progressBar-background": "#005fb8",
      "toolbar-hoverBackground": "#b8b8b850",
      "charts-green": "#388a34",
      "charts-blue": "#0063d3",
      "charts-orange": "#d18616",
      "editorWarning-foreground": "#bf8803",
    },
  },
  dark: {
    bodyClass: "vscode-dark",
    variables: {
      ...FONTS,
      foreground: "#cccccc",
      descriptionForeground: "#9d9d9d",
      errorForeground: "#f85149",
      "icon-foreground": "#cccccc",
      focusBorder: "#0078d4",
      "editor-background": "#1f1f1f",
      "button-background": "#0078d4",
      "button-foreground": "#ffffff",
      "button-border": "#ffffff12",
      "button-hoverBackground": "#026ec1",
      "button-secondaryBackground": "#313131",
      "button-secondaryForeground": "#cccccc",
      "button-secondaryHoverBackground": "#3c3c3c",
      "dropdown-background": "#313131",
      "dropdown-border": "#3c3c3c",
      "dropdown-foreground": "#cccccc",
      "dropdown-listBackground": "#1f1f1f",
      "input-background": "#313131",
      "input-border": "#3c3c3c",
      "input-foreground": "#cccccc",
      "charts-red": "#f14c4c",
      "charts-yellow": "#cca700",
      "charts-purple": "#b180d7",
      "panel-border": "#2b2b2b",
      "list-hoverBackground": "#2a2d2e",
      "inputValidation-errorBackground": "#5a1d1d",
      "inputValidation-errorBorder": "#be1100",
      "inputValidation-warningBackground": "#352a05",
      "inputValidation-warningBorder": "#b89500",
      "progressBar-background": "#0078d4",
      "toolbar-hoverBackground": "#5a5d5e50",
      "charts-green": "#89d185",
      "charts-blue": "#59a4f9",
      "charts-orange": "#d18616",
      "editorWarning-foreground": "#cca700",
    },
  },
  // High contrast themes leave many colours out: what is missing here is missing there.
  highContrast: {
    bodyClass: "vscode-high-contrast",
    variables: {
      ...FONTS,
      foreground: "#ffffff",
      descriptionForeground: "rgba(255, 255, 255, 0.7)",
      errorForeground: "#f48771",
      "icon-foreground": "#ffffff",
      focusBorder: "#f38518",
      contrastBorder: "#6fc3df",
      contrastActiveBorder: "#f38518",
      "editor-background": "#000000",
      "button-background": "#000000",
      "button-foreground": "#ffffff",
      "button-border": "#6fc3df",
      "button-secondaryForeground": "#ffffff",
      "dropdown-background": "#000000",
      "dropdown-border": "#6fc3df",
      "dropdown-foreground": "#ffffff",
      "dropdown-listBackground": "#000000",
      "input-background": "#000000",
      "input-border": "#6fc3df",
      "input-foreground": "#ffffff",
      "charts-red": "#f48771",
      "charts-yellow": "#cca700",
      "charts-purple": "#b180d7",
      "panel-border": "#6fc3df",
      "list-hoverBackground": "rgba(255, 255, 255, 0.1)",
      "inputValidation-errorBackground": "#000000",
      "inputValidation-errorBorder": "#6fc3df",
      "inputValidation-warningBackground": "#000000",
      "inputValidation-warningBorder": "#6fc3df",
      "progressBar-background": "#6fc3df",
      "charts-green": "#89d185",
      "charts-blue": "#59a4f9",
      "charts-orange": "#d18616",
      "editorWarning-foreground": "#ffd370",
    },
  },
  highContrastLight: {
    bodyClass: "vscode-high-contrast-light vscode-high-contrast",
    variables: {
      ...FONTS,
      foreground: "#292929",
      descriptionForeground: "rgba(41, 41, 41, 0.7)",
      errorForeground: "#b5200d",
      "icon-foreground": "#292929",
      focusBorder: "#006bbd",
      contrastBorder: "#0f4a85",
      contrastActiveBorder: "#006bbd",
      "editor-background": "#ffffff",
      "button-background": "#0f4a85",
      "button-foreground": "#ffffff",
      "button-border": "#0f4a85",
      "button-hoverBackground": "#0f4a85",
      "button-secondaryBackground": "#ffffff",
      "button-secondaryForeground": "#292929",
      "dropdown-background": "#ffffff",
      "dropdown-border": "#0f4a85",
      "dropdown-foreground": "#292929",
      "dropdown-listBackground": "#ffffff",
      "input-background": "#ffffff",
      "input-border": "#0f4a85",
      "input-foreground": "#292929",
      "charts-red": "#b5200d",
      "charts-yellow": "#895503",
      "charts-purple": "#652d90",
      "panel-border": "#0f4a85",
      "list-hoverBackground": "rgba(15, 74, 133, 0.1)",
      "inputValidation-errorBackground": "#ffffff",
      "inputValidation-errorBorder": "#0f4a85",
      "inputValidation-warningBackground": "#ffffff",
      "inputValidation-warningBorder": "#0f4a85",
      "progressBar-background": "#0f4a85",
      "charts-green": "#374e06",
      "charts-blue": "#0063d3",
      "charts-orange": "#d18616",
      "editorWarning-foreground": "#895503",
    },
  },
};

/** One way to look at a panel. */
export interface Look {
  readonly name: ThemeName;
  readonly theme: Theme;
  readonly width: number;
}

/**
 * How a panel is looked at: in the long form every theme in every width, in the short form once.
 * Panels differ in that one, so that the short form sees each theme somewhere.
 */
export function looks(
  short: readonly [ThemeName, number],
  widths: readonly number[] = [320, 900],
): readonly Look[] {
  const names = Object.keys(THEMES) as ThemeName[];
  const all = names.flatMap((name) => widths.map((width) => [name, width] as const));
  return (IS_LONG ? all : [short]).map(([name, width]) => ({ name, theme: THEMES[name], width }));
}
