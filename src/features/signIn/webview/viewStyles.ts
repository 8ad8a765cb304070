import { css } from "lit";

/** Looks of the session view. */
export const viewStyles = css`
  main {
    max-width: 860px;
  }

  header {
    gap: 6px 12px;
  }

  .environment {
    flex: none;
  }

  .actions {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px;
  }

  dl,
  ul {
    gap: 6px;
  }

  .left {
    margin-inline-start: 8px;
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }

  .over {
    color: var(--vscode-foreground);
    text-decoration: underline wavy var(--vscode-errorForeground);
  }

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 8px;
    align-items: center;
  }

  li vscode-icon {
    flex: none;
  }

  .granted vscode-icon {
    color: var(--vscode-charts-green);
  }

  .missing vscode-icon {
    color: var(--vscode-editorWarning-foreground);
  }

  .missing .word {
    font-weight: 600;
  }

  tbody th,
  td {
    font-family: var(--vscode-editor-font-family, monospace);
  }

  code {
    unicode-bidi: plaintext;
  }

  p {
    margin: 0;
  }

  th,
  td {
    padding: 4px 8px;
  }

  th:first-child {
    width: 34%;
  }

  @media (max-width: 480px) {
    .fact {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
