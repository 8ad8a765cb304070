import { css } from "lit";
import { pageTitle } from "./styles";

/** The frame of the form: title, sections that scroll, buttons that stay. */
export const formStyles = css`
  :host {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    height: 100vh;
    background: var(--vscode-editor-background);
  }

  header {
    border-bottom: 1px solid var(--line);
    padding: 10px 20px 8px;
  }

  h1 {
    margin: 0;
    ${pageTitle}
  }

  h2 {
    margin: 0 0 10px;
    font-size: 1.1em;
    font-weight: 600;
  }

  main {
    overflow: auto;
    padding: 0 20px 20px;
  }

  section {
    max-width: 880px;
    margin-top: 8px;
    border-top: 1px solid var(--line);
    padding: 14px 0 8px;
  }

  section:first-of-type {
    border-top: 0;
  }

  main fp-notice {
    max-width: 880px;
    margin-top: 12px;
  }

  .hints {
    border-inline-start: 2px solid var(--vscode-focusBorder);
    padding-inline-start: 12px;
  }

  ul,
  ol {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .hints li {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
  }

  code {
    overflow-wrap: anywhere;
    user-select: all;
  }

  .secrets {
    display: grid;
    gap: 10px;
    margin: 0;
  }

  /* What has no room beside the label goes below it. */
  .secret {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }

  .secret > dt {
    flex: 1 1 120px;
    max-width: 180px;
  }

  .secret > dd {
    flex: 1 1 150px;
  }

  dt {
    font-weight: 600;
  }

  dd {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 10px;
    align-items: center;
    margin: 0;
  }

  .set,
  .session,
  .passed vscode-icon {
    color: var(--vscode-charts-green);
  }

  .lost {
    color: var(--vscode-editorWarning-foreground);
  }

  .failed vscode-icon {
    color: var(--vscode-errorForeground);
  }

  ol li {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr) auto;
    gap: 2px 8px;
    align-items: center;
  }

  ol li p {
    grid-column: 2 / -1;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .step {
    font-weight: 600;
  }

  .waiting .word,
  .skipped .word {
    color: var(--vscode-descriptionForeground);
  }

  .summary-line {
    margin: 10px 0 0;
    overflow-wrap: anywhere;
  }

  footer {
    border-top: 1px solid var(--line);
    padding: 8px 20px 10px;
  }

  .summary {
    display: flex;
    gap: 6px;
    max-height: 6em;
    margin-bottom: 6px;
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .summary vscode-icon {
    flex: none;
    color: var(--vscode-errorForeground);
  }

  .status {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .status:not(:empty) {
    margin-bottom: 6px;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }

  @media (max-width: 480px) {
    header,
    main,
    footer {
      padding-inline: 12px;
    }

    .secret > dt {
      flex-basis: 100%;
      max-width: none;
    }
  }
`;
