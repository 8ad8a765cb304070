import { css } from "lit";

/** Looks of the values over time. */
export const courseStyles = css`
  :host {
    display: block;
    padding: 2px 12px 4px;
  }

  summary {
    width: fit-content;
    cursor: pointer;
  }

  p {
    margin: 4px 0;
  }

  label {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
    margin: 4px 0;
  }

  select {
    max-width: 100%;
  }

  figure {
    margin: 4px 0;
  }

  figcaption {
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }

  svg {
    display: block;
    max-width: 100%;
  }

  .axis {
    stroke: var(--vscode-contrastBorder, var(--edge));
    stroke-width: 1;
  }

  .course {
    fill: none;
    stroke: var(--vscode-charts-blue, currentColor);
    stroke-width: 2;
  }

  .kept,
  .now {
    fill: var(--vscode-charts-blue, currentColor);
    stroke: var(--vscode-editor-background);
    stroke-width: 1;
  }

  .now {
    fill: var(--vscode-editor-background);
    stroke: var(--vscode-charts-blue, currentColor);
    stroke-width: 2;
  }

  text {
    fill: var(--vscode-foreground);
    font-family: inherit;
    font-size: 0.9em;
    font-variant-numeric: tabular-nums;
  }

  .when {
    fill: var(--vscode-descriptionForeground);
  }

  .table {
    max-width: 100%;
    overflow: auto;
  }

  .table:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }

  .amount {
    text-align: end;
  }

  @media (forced-colors: active) {
    .course,
    .now {
      stroke: CanvasText;
    }

    .kept {
      fill: CanvasText;
    }
  }
`;
