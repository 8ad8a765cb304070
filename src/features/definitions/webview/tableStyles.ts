import { css } from "lit";

/** Looks of the table of endpoints. */
export const tableStyles = css`
  :host {
    display: block;
  }

  p {
    margin: 0;
  }

  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
    margin-bottom: 6px;
  }

  input {
    flex: 0 1 320px;
    min-width: 0;
    min-height: 26px;
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--edge)));
    border-radius: 2px;
    padding: 3px 6px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground, var(--vscode-foreground));
    font: inherit;
  }

  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }

  input:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

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

  th:first-child {
    width: 44%;
  }

  th:last-child {
    width: 24%;
  }

  tbody th {
    font-weight: normal;
  }

  /* What is out of sight costs nothing. */
  tbody tr {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 28px;
  }

  code {
    font-family: var(--vscode-editor-font-family, monospace);
    unicode-bidi: isolate;
  }

  .mark {
    display: inline-block;
    border: 1px solid var(--edge);
    border-radius: 8px;
    padding: 0 6px;
    font-size: 0.9em;
  }

  .limits {
    display: block;
  }

  .more {
    margin-top: 8px;
  }

  @media (max-width: 560px) {
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    table,
    tbody,
    tbody tr,
    tbody th,
    td {
      display: block;
      width: auto;
    }

    tbody tr {
      border-bottom: 1px solid var(--line);
      padding: 4px 0;
    }

    tbody th,
    td {
      border: 0;
      padding: 1px 0;
    }

    tbody th:first-child,
    td:last-child {
      width: auto;
    }
  }
`;
