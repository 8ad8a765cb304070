import { css } from "lit";

/** Looks of the timeline: patterns as well as colours tell its parts apart. */
export const timelineStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  ol,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  ol > li {
    display: grid;
    grid-template-columns: minmax(120px, 190px) minmax(140px, 2fr) minmax(180px, 3fr);
    gap: 2px 12px;
    align-items: center;
    min-height: 26px;
  }

  .track {
    position: relative;
    display: block;
    height: 14px;
    border-bottom: 1px solid var(--edge);
  }

  .bar {
    position: absolute;
    top: 1px;
    height: 12px;
    min-width: 2px;
  }

  .bar,
  .key {
    border: 1px solid transparent;
  }

  .queue {
    border-color: var(--vscode-foreground);
    background: transparent;
  }

  /* Stripes upright, none, and lying: told apart without their colours. */
  .connect {
    border-color: var(--vscode-charts-yellow);
    background: repeating-linear-gradient(
      90deg,
      var(--vscode-charts-yellow) 0 2px,
      transparent 2px 4px
    );
  }

  .firstByte {
    border-color: var(--vscode-charts-blue);
    background: linear-gradient(var(--vscode-charts-blue) 0 0);
  }

  .body {
    border-color: var(--vscode-charts-green);
    background: repeating-linear-gradient(
      0deg,
      var(--vscode-charts-green) 0 2px,
      transparent 2px 4px
    );
  }

  .waiting {
    border: 1px dashed var(--vscode-foreground);
  }

  .running {
    background: repeating-linear-gradient(
      135deg,
      var(--vscode-charts-blue) 0 4px,
      transparent 4px 8px
    );
  }

  @media (forced-colors: active) {
    .bar,
    .key {
      forced-color-adjust: none;
    }
  }

  .words {
    min-width: 0;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  .name {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  /* The reason phrase is the service's and may be of any length. */
  .status {
    display: inline-block;
    max-width: min(24em, 80%);
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    vertical-align: bottom;
    white-space: nowrap;
  }

  .decision {
    margin-inline-start: 8px;
  }

  .icon {
    vertical-align: text-bottom;
  }

  vscode-icon {
    margin-inline-end: 4px;
    vertical-align: text-bottom;
  }

  .good {
    color: var(--vscode-charts-green);
  }

  .bad {
    color: var(--vscode-errorForeground);
  }

  .live .words {
    font-weight: 600;
  }

  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    margin-top: 6px;
  }

  .legend li {
    display: inline-flex;
    gap: 6px;
    align-items: center;
  }

  .key {
    width: 14px;
    height: 10px;
  }

  @container (max-width: 600px) {
    ol > li {
      grid-template-columns: minmax(0, 1fr);
      padding-bottom: 6px;
    }
  }
`;
