import { css } from "lit";
import { visuallyHidden } from "../../../platform/webview/styles";

/** Looks of the lines of a plan. */
export const planTableStyles = css`
  :host {
    --line: var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
    display: block;
  }

  th,
  td {
    box-sizing: border-box;
    padding: 4px 8px 4px 4px;
  }

  thead th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--vscode-editor-background);
  }

  th:nth-child(1) {
    width: 110px;
  }

  th:nth-child(2) {
    width: 24%;
  }

  th:nth-child(3) {
    width: 17%;
  }

  th:nth-child(6) {
    width: 92px;
  }

  /* A name stays whole where it fits a line of its own. */
  .target bdi {
    display: inline-block;
  }

  /* What is out of sight costs nothing. */
  tbody tr {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 28px;
    scroll-margin-block: 32px;
  }

  tbody tr:hover {
    background: var(--vscode-list-hoverBackground);
  }

  /* No colour of the editor's selection: in high contrast its texts cannot be read on that. */
  tbody tr.busy {
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
    background: var(--vscode-list-inactiveSelectionBackground);
  }

  tbody tr:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

  .id {
    font-weight: 600;
  }

  .dim {
    color: var(--vscode-descriptionForeground);
  }

  .note,
  .request {
    display: block;
  }

  .hidden {
    ${visuallyHidden}
    white-space: nowrap;
  }

  .acts {
    padding-inline-end: 0;
    white-space: nowrap;
  }

  button {
    min-width: 24px;
    min-height: 24px;
    border: 1px solid transparent;
    border-radius: 4px;
    padding: 2px;
    background: transparent;
    color: var(--vscode-icon-foreground, var(--vscode-foreground));
    cursor: pointer;
  }

  button .icon {
    display: inline-block;
    vertical-align: middle;
  }

  button:hover {
    background: var(--vscode-toolbar-hoverBackground, transparent);
    border-color: var(--vscode-contrastActiveBorder, transparent);
  }

  button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

  @media (max-width: 700px) {
    thead {
      ${visuallyHidden}
    }

    table,
    tbody {
      display: block;
    }

    tbody tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 2px 8px;
      border-bottom: 1px solid var(--line);
      padding: 6px 4px;
    }

    tbody th,
    td {
      grid-column: 1;
      width: auto;
      border: 0;
      padding: 0;
    }

    tbody th:nth-child(2) {
      grid-row: 1;
      width: auto;
    }

    .acts {
      grid-column: 2;
      grid-row: 1 / span 2;
    }
  }
`;
