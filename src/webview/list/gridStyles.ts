import { css } from "lit";

/** Looks of the grid. */
export const gridStyles = css`
  :host {
    display: block;
    min-height: 0;
    overflow: hidden;
  }

  .scroll {
    height: 100%;
    overflow: auto;
    /* A focused cell must not end up under the header. */
    scroll-padding-top: 30px;
  }

  .scroll.loading table {
    opacity: 0.55;
    /* A quick answer does not flicker. */
    transition: opacity 80ms linear 150ms;
  }

  table {
    border-collapse: separate;
    border-spacing: 0;
  }

  th,
  td {
    max-width: 26em;
    padding: 3px 12px;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
    line-height: 20px;
    border-bottom: 1px solid var(--line);
    /* Text that runs right to left stays inside its cell. */
    unicode-bidi: plaintext;
  }

  th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--vscode-editor-background);
    font-weight: 600;
  }

  .numeric {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  tbody tr:hover td {
    background: var(--vscode-list-hoverBackground);
    color: var(--vscode-list-hoverForeground, inherit);
  }

  th:focus,
  td:focus {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }

  .marker {
    color: var(--vscode-descriptionForeground);
    font-style: italic;
  }
`;
