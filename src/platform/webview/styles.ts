import { css } from "lit";

/** Rules of the page itself; the editor's own default adds padding to the body. */
export const pageStyles = css`
  html,
  body {
    height: 100%;
    margin: 0;
    padding: 0;
    overflow: hidden;
  }
`;

/** Colours are the theme's, never our own. */
export const themeStyles = css`
  :host {
    /* High contrast themes leave these out, and the elements' own fallbacks are dark. */
    --button-hover: var(--vscode-button-secondaryHoverBackground, transparent);
    --icon-hover: var(--vscode-toolbar-hoverBackground, transparent);
    --line: var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
    /* Where a control ends has to be seen (WCAG 1.4.11); not every theme borders its inputs. */
    --edge: color-mix(in srgb, var(--vscode-foreground) 50%, transparent);
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size);
    font-weight: var(--vscode-font-weight);
    box-sizing: border-box;
  }

  .dim {
    color: var(--vscode-descriptionForeground);
  }

  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  vscode-button[secondary] {
    --vscode-button-secondaryHoverBackground: var(--button-hover);
  }

  /* Buttons with an icon only lie flat until they are pointed at or focused. */
  vscode-button[icon-only] {
    --vscode-button-border: var(--vscode-contrastBorder, transparent);
    --vscode-button-secondaryBackground: transparent;
    --vscode-button-secondaryForeground: var(--vscode-icon-foreground);
    --vscode-button-secondaryHoverBackground: var(--icon-hover);
  }
`;

/**
 * What every element of ours starts from. Not those with thousands of parts: what all inherit
 * in this way makes drawing them five times as slow.
 */
export const baseStyles = css`
  ${themeStyles}

  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
`;
