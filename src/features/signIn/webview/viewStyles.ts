import { css } from "lit";

/** Looks of the session view. */
export const viewStyles = css`
  :host {
    display: block;
    height: 100vh;
    overflow: auto;
    background: var(--vscode-editor-background);
  }

  main {
    max-width: 860px;
    padding: 10px 20px 24px;
  }

  header {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
    margin-bottom: 12px;
    border-bottom: 1px solid var(--line);
    padding-bottom: 10px;
  }

  h1 {
    min-width: 0;
    max-width: 100%;
    margin: 0;
    overflow: hidden;
    font-size: 1.4em;
    font-weight: 600;
    text-overflow: ellipsis;
    unicode-bidi: plaintext;
    white-space: nowrap;
  }

  h2 {
    margin: 20px 0 8px;
    font-size: 1.1em;
    font-weight: 600;
  }

  .environment {
    display: inline-flex;
    flex: none;
    gap: 4px;
    align-items: center;
  }

  .beaker {
    color: var(--vscode-charts-green);
  }

  .plug {
    color: var(--vscode-charts-blue);
  }

  .shield {
    color: var(--vscode-charts-red);
  }

  .actions {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 8px;
  }

  dl,
  ul {
    display: grid;
    gap: 6px;
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
    color: var(--vscode-descriptionForeground);
  }

  dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
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

  code,
  tbody th,
  td {
    font-family: var(--vscode-editor-font-family, monospace);
    overflow-wrap: anywhere;
  }

  code {
    min-width: 0;
    unicode-bidi: plaintext;
  }

  p {
    margin: 0;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }

  th,
  td {
    border-bottom: 1px solid var(--line);
    padding: 4px 8px;
    text-align: start;
    vertical-align: top;
    unicode-bidi: plaintext;
  }

  th:first-child {
    width: 34%;
  }

  tbody th {
    font-weight: normal;
  }

  @media (max-width: 480px) {
    main {
      padding-inline: 12px;
    }

    .fact {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
