import { css } from "lit";

/** Looks of the view of definitions. */
export const viewStyles = css`
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

  header {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    justify-content: space-between;
    margin-bottom: 12px;
    border-bottom: 1px solid var(--line);
    padding-bottom: 10px;
  }

  h1 {
    margin: 0;
    font-size: 1.4em;
    font-weight: 600;
  }

  section {
    margin-top: 24px;
  }

  h2 {
    margin: 0 0 4px;
    scroll-margin-top: 12px;
    font-size: 1.2em;
    font-weight: 600;
  }

  h2:focus-visible,
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 2px;
  }

  h3 {
    margin: 14px 0 4px;
    font-size: 1em;
    font-weight: 600;
  }

  summary {
    margin-top: 14px;
    cursor: pointer;
  }

  summary h3 {
    display: inline;
    margin: 0;
  }

  details > :not(summary) {
    margin-top: 6px;
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }

  .empty,
  .active {
    margin: 0 0 8px;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  .active,
  .problem {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 6px;
    align-items: start;
  }

  .problem {
    margin: 0 0 12px;
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--edge));
    padding: 4px 8px;
  }

  .problem vscode-icon,
  .drift > li > .what > .summary {
    color: var(--vscode-foreground);
  }

  .name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  dl,
  ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .fact {
    display: grid;
    grid-template-columns: minmax(90px, 140px) minmax(0, 1fr);
    gap: 2px 12px;
  }

  dt {
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }

  dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  .versions > li,
  .drift > li {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 16px;
    align-items: start;
    justify-content: space-between;
    border-bottom: 1px solid var(--line);
    padding: 6px 0;
  }

  .what {
    flex: 1 1 320px;
    min-width: 0;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  .mark {
    display: inline-flex;
    gap: 2px;
    align-items: center;
    margin-inline-start: 4px;
    vertical-align: middle;
    border: 1px solid var(--edge);
    border-radius: 10px;
    padding: 0 8px 0 4px;
    font-size: 0.9em;
  }

  .findings,
  .notes {
    margin-top: 4px;
    padding-inline-start: 18px;
    list-style: disc;
  }

  .findings li,
  .notes li {
    overflow-wrap: anywhere;
  }

  .findings li,
  .notes li {
    display: list-item;
  }

  code {
    font-family: var(--vscode-editor-font-family, monospace);
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  @media (max-width: 480px) {
    main {
      padding-inline: 12px;
    }

    .fact {
      grid-template-columns: 76px minmax(0, 1fr);
    }

    .what {
      flex-basis: 100%;
    }
  }
`;
