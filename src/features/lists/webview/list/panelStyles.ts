import { css } from "lit";

/** Looks of the list panel around its parts. */
export const panelStyles = css`
  :host {
    display: grid;
    /* Where head, rows and foot have not the room, the whole panel scrolls. */
    grid-template-rows: max-content 2px minmax(210px, 1fr) max-content;
    grid-template-columns: minmax(0, 1fr);
    height: 100vh;
    overflow: hidden auto;
    background: var(--vscode-editor-background);
  }

  .title {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    padding: 6px 12px 2px;
  }

  /* However much there is to say around the rows, they keep their place. */
  .top {
    display: flex;
    flex-direction: column;
    max-height: 35vh;
    overflow: auto;
  }

  .top > * {
    flex: none;
  }

  /* Open parameters scroll by themselves, so that the address below them stays whole. */
  @media (min-height: 341px) {
    .top:has(fp-parameters) {
      max-height: min(50vh, 70vh - 90px);
    }

    .top > fp-parameters {
      flex: 0 1 auto;
      min-height: 72px;
      overflow: auto;
    }
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

  /* A long name gives way; the word that tells production from the rest never does. */
  .connection {
    flex: 0 1 auto;
  }

  /* It has one length; as it comes it would glide there, whatever the editor is set to. */
  vscode-progress-bar::part(indicator) {
    transition: none;
  }

  .masked {
    display: inline-flex;
    gap: 4px;
    align-items: center;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    align-items: center;
    padding: 0 12px;
  }

  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }

  .tab {
    padding: 4px 10px;
    border: 1px solid transparent;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--vscode-panelTitle-inactiveForeground, var(--vscode-foreground));
    cursor: pointer;
    font: inherit;
  }

  .tab:hover {
    color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
  }

  .tab[aria-selected="true"] {
    border-bottom-color: var(--vscode-panelTitle-activeBorder, currentColor);
    color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
    font-weight: 600;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    align-items: center;
    margin-inline-start: auto;
  }

  .address {
    display: flex;
    gap: 4px;
    align-items: center;
    padding: 2px 12px;
    color: var(--vscode-descriptionForeground);
  }

  .address code {
    display: flex;
    gap: 1ch;
    min-width: 0;
    color: inherit;
    white-space: nowrap;
  }

  .address bdi {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .above fp-notice {
    padding: 4px 12px;
  }

  /* However long they are, the rows keep their place. */
  .above {
    min-height: 0;
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
    grid-template-rows: minmax(0, auto) minmax(80px, 1fr);
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
  }

  .rows {
    min-height: 0;
    border-top: 1px solid var(--line);
    overflow: auto;
  }

  .rows[hidden] {
    display: none;
  }

  fp-list-grid,
  fp-list-chart,
  fp-list-compare {
    height: 100%;
  }

  .pages {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
  }

  .count {
    margin-inline-start: auto;
    font-variant-numeric: tabular-nums;
  }

  /* In a low window, or a large zoom, rows need the room more, and so do parameters. */
  @media (max-height: 340px) {
    .address {
      display: none;
    }
  }

  @media (max-height: 400px) {
    fp-parameters ~ .address {
      display: none;
    }
  }

  .below {
    max-height: 30vh;
    overflow: auto;
    border-top: 1px solid var(--line);
    padding: 2px 12px 4px;
  }
`;
