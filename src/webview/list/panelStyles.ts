import { css } from "lit";

/** Looks of the list panel around its parts. */
export const panelStyles = css`
  :host {
    display: grid;
    grid-template-rows: auto 2px minmax(0, 1fr) auto;
    grid-template-columns: minmax(0, 1fr);
    height: 100vh;
    background: var(--vscode-editor-background);
  }

  header {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    padding: 6px 12px;
  }

  h1 {
    flex: 0 1 auto;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 1.1em;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .environment {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-width: 0;
    max-width: 100%;
    white-space: nowrap;
  }

  /* A long name gives way; the word that tells production from the rest never does. */
  .connection {
    flex: 0 1 auto;
    min-width: 0;
    max-width: 24em;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .environment vscode-icon,
  .word {
    flex: none;
  }

  .environment vscode-icon[name="beaker"] {
    color: var(--vscode-charts-green);
  }

  .environment vscode-icon[name="plug"] {
    color: var(--vscode-charts-blue);
  }

  .environment vscode-icon[name="shield"] {
    color: var(--vscode-charts-yellow);
  }

  .tools {
    display: flex;
    gap: 4px;
    align-items: center;
    margin-inline-start: auto;
  }

  .above fp-notice {
    padding: 4px 12px;
  }

  /* However long they are, the rows keep their place. */
  .above {
    max-height: 40vh;
    overflow: auto;
  }

  .note {
    margin: 0;
    padding: 2px 12px 4px;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  main {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
  }

  .rows {
    min-height: 0;
    border-top: 1px solid var(--line);
    overflow: auto;
  }

  fp-grid {
    height: 100%;
  }

  .below {
    border-top: 1px solid var(--line);
    padding: 2px 12px 4px;
  }
`;
