import { css } from "lit";

/** Looks of the fields: those of VS Code's own inputs, by the theme's colours. */
export const fieldStyles = css`
  .fields {
    display: grid;
    gap: 14px;
  }

  .field {
    min-width: 0;
    margin: 0;
    border: 0;
    padding: 0;
  }

  .field > label,
  legend {
    display: block;
    margin-bottom: 4px;
    padding: 0;
    font-weight: 600;
  }

  .field > label .dim {
    font-weight: normal;
  }

  input[type="text"],
  input[type="search"],
  textarea,
  select {
    width: 100%;
    min-height: 26px;
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--edge)));
    border-radius: 2px;
    padding: 3px 6px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground, var(--vscode-foreground));
    font: inherit;
  }

  .address,
  textarea {
    font-family: var(--vscode-editor-font-family, monospace);
  }

  textarea {
    display: block;
    resize: vertical;
  }

  select {
    max-width: 320px;
    border-color: var(--vscode-dropdown-border, var(--edge));
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
  }

  option {
    background: var(--vscode-dropdown-listBackground, var(--vscode-dropdown-background));
    color: var(--vscode-dropdown-foreground);
  }

  [aria-invalid="true"]:not(fieldset) {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }

  .help {
    margin: 4px 0 0;
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }

  legend + .help {
    margin: 0 0 6px;
  }

  .problem {
    display: flex;
    gap: 6px;
    align-items: flex-start;
    overflow-wrap: anywhere;
  }

  .problem span {
    min-width: 0;
  }

  .problem:has(span) {
    margin-top: 4px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--line));
    padding: 3px 6px;
    background: var(--vscode-inputValidation-errorBackground);
    color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
  }

  .problem vscode-icon {
    flex: none;
    color: var(--vscode-errorForeground);
  }

  .beside {
    display: flex;
    gap: 8px;
    align-items: center;
  }

  .swatch {
    flex: none;
    width: 14px;
    height: 14px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 50%;
  }

  .swatch.red {
    background: var(--vscode-charts-red);
  }

  .swatch.orange {
    background: var(--vscode-charts-orange);
  }

  .swatch.yellow {
    background: var(--vscode-charts-yellow);
  }

  .swatch.green {
    background: var(--vscode-charts-green);
  }

  .swatch.blue {
    background: var(--vscode-charts-blue);
  }

  .swatch.purple {
    background: var(--vscode-charts-purple);
  }

  .cards {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
    gap: 8px;
  }

  .card {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 8px;
    align-content: start;
    align-items: center;
    border: 1px solid var(--vscode-contrastBorder, var(--edge));
    border-radius: 4px;
    padding: 8px 10px;
  }

  .card.chosen {
    border-color: var(--vscode-focusBorder);
    background: var(--vscode-list-hoverBackground);
  }

  .card:focus-within {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }

  .card label {
    display: flex;
    gap: 6px;
    align-items: center;
    font-weight: 600;
  }

  /* All of the card chooses it. */
  .card label::after {
    position: absolute;
    inset: 0;
    content: "";
  }

  .card .help {
    grid-column: 1 / -1;
    margin: 2px 0 0;
  }

  .card input {
    /* Above what makes the card a part of its label. */
    position: relative;
    z-index: 1;
    margin: 0;
    accent-color: var(--vscode-focusBorder);
  }

  .card input:focus-visible {
    outline: none;
  }

  .icon.beaker {
    color: var(--vscode-charts-green);
  }

  .icon.plug {
    color: var(--vscode-charts-blue);
  }

  .icon.shield {
    color: var(--vscode-charts-red);
  }
`;
