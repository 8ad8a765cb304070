import { css } from "lit";

/** Looks of the request panel around its parts. */
export const panelStyles = css`
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

  .gone {
    padding: 40px 20px;
    text-align: center;
  }

  header {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    align-items: center;
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

  .gone h1 {
    white-space: normal;
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

  .environment {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-width: 0;
    max-width: 100%;
    white-space: nowrap;
  }

  .connection {
    min-width: 0;
    max-width: 24em;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .environment vscode-icon,
  .word {
    flex: none;
  }

  .beaker {
    color: var(--vscode-charts-green);
  }

  .plug {
    color: var(--vscode-charts-blue);
  }

  .shield {
    color: var(--vscode-charts-yellow);
  }

  .live {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    font-weight: 600;
  }

  .line {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    gap: 2px 14px;
    min-width: 0;
    margin: 0;
  }

  code {
    min-width: 0;
    font-family: var(--vscode-editor-font-family, monospace);
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: 8px;
  }

  .explanation {
    margin-top: 16px;
    border: 1px solid var(--line);
    padding: 2px 14px 12px;
  }

  .explanation h2 {
    margin-top: 10px;
  }

  ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 8px;
    align-items: start;
  }

  .let-go {
    margin: 0 0 8px;
    color: var(--vscode-descriptionForeground);
  }

  .text {
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  @media (max-width: 480px) {
    main {
      padding-inline: 12px;
    }
  }
`;
