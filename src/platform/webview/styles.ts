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

/** Read out, and not shown. */
export const visuallyHidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;

/** A button of ours where an element of the toolkit would be too heavy. */
export const plainButton = css`
  background: var(--vscode-button-secondaryBackground, transparent);
  color: var(--vscode-button-secondaryForeground, inherit);
  font: inherit;
  cursor: pointer;
`;

/** The title of a page, in one line. */
export const pageTitle = css`
  overflow: hidden;
  font-size: 1.4em;
  font-weight: 600;
  text-overflow: ellipsis;
  unicode-bidi: plaintext;
  white-space: nowrap;
`;

/** Colours are the theme's, never our own. */
export const themeStyles = css`
  :host {
    /* High contrast themes leave these out, and the elements' own fallbacks are dark. */
    --button-fill: var(--vscode-button-secondaryBackground, transparent);
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
    ${visuallyHidden}
    white-space: nowrap;
  }

  vscode-button[secondary] {
    --vscode-button-secondaryBackground: var(--button-fill);
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

/** How far something got. The browser's own bar has a white track in dark themes, as if it were full. */
export const progressStyles = css`
  progress {
    width: 90px;
    height: 6px;
    border: 1px solid var(--edge);
    appearance: none;
  }

  progress::-webkit-progress-bar {
    background: transparent;
  }

  progress::-webkit-progress-value {
    background: var(--vscode-progressBar-background, var(--vscode-foreground));
    forced-color-adjust: none;
  }
`;

/** Icons of environments, and the words beside them. */
export const environmentStyles = css`
  .environment {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-width: 0;
    max-width: 100%;
    white-space: nowrap;
  }

  .environment vscode-icon,
  .environment .word {
    flex: none;
  }

  /* A long name gives way; the word that tells production from the rest never does. */
  .connection {
    min-width: 0;
    max-width: 24em;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .beaker,
  :where(.environment) [name="beaker"] {
    color: var(--vscode-charts-green);
  }

  .plug,
  :where(.environment) [name="plug"] {
    color: var(--vscode-charts-blue);
  }

  .shield,
  :where(.environment) [name="shield"] {
    color: var(--vscode-charts-red);
  }
`;

/** A panel that is read from top to bottom: a title, sections, facts with their names. */
export const documentStyles = css`
  :host {
    display: block;
    height: 100vh;
    overflow: auto;
    background: var(--vscode-editor-background);
  }

  main {
    max-width: 1180px;
    padding: 10px 20px 24px;
  }

  header {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    margin-bottom: 12px;
    border-bottom: 1px solid var(--line);
    padding-bottom: 10px;
  }

  h1 {
    min-width: 0;
    max-width: 100%;
    margin: 0;
    ${pageTitle}
  }

  h2 {
    margin: 20px 0 8px;
    font-size: 1.1em;
    font-weight: 600;
  }

  h3 {
    margin: 10px 0 4px;
    font-size: 1em;
    font-weight: 600;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  p {
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  dl,
  ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .fact {
    display: grid;
    grid-template-columns: minmax(110px, 180px) minmax(0, 1fr);
    gap: 2px 12px;
  }

  dt {
    min-width: 0;
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }

  dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  code {
    min-width: 0;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  @media (max-width: 480px) {
    main {
      padding-inline: 12px;
    }
  }
`;

/** Tables of texts, as wide as there is room. */
export const tableStyles = css`
  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }

  th,
  td {
    border-bottom: 1px solid var(--line);
    padding: 4px 8px 4px 0;
    overflow-wrap: anywhere;
    text-align: start;
    vertical-align: top;
    unicode-bidi: plaintext;
  }

  tbody th {
    font-weight: normal;
  }

  code {
    font-family: var(--vscode-editor-font-family, monospace);
    unicode-bidi: isolate;
  }
`;

/** Tables of figures, as wide as they need to be. */
export const figureStyles = css`
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  th,
  td {
    border-bottom: 1px solid var(--line);
    padding: 2px 12px 2px 0;
    font-weight: normal;
    text-align: start;
    white-space: nowrap;
  }

  th[scope="col"] {
    font-weight: 600;
  }
`;

/** Native fields, which labels and descriptions of the same tree can be tied to. */
export const controlStyles = css`
  select,
  input {
    min-width: 0;
    height: 24px;
    border: 1px solid var(--vscode-dropdown-border, var(--edge));
    border-radius: 4px;
    padding: 0 4px;
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
    font: inherit;
  }

  input {
    border-color: var(--vscode-input-border, var(--edge));
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground, var(--vscode-foreground));
  }

  input[type="checkbox"] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--vscode-button-background, auto);
  }

  option {
    background: var(--vscode-dropdown-listBackground, var(--vscode-dropdown-background));
    color: var(--vscode-dropdown-foreground);
  }

  ::placeholder {
    color: inherit;
    opacity: 0.8;
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

  code {
    font-family: var(--vscode-editor-font-family, monospace);
  }

  :is(button, summary, h2, input, select, textarea):focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
`;
