import { css } from "lit";

/** Looks of the view of definitions. */
export const viewStyles = css`
  header {
    justify-content: space-between;
  }

  section {
    margin-top: 24px;
  }

  h2 {
    margin: 0 0 4px;
    scroll-margin-top: 12px;
    font-size: 1.2em;
  }

  h2:focus-visible,
  summary:focus-visible {
    outline-offset: 2px;
  }

  h3 {
    margin: 14px 0 4px;
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

  .fact {
    grid-template-columns: minmax(90px, 140px) minmax(0, 1fr);
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

  @media (max-width: 480px) {
    .fact {
      grid-template-columns: 76px minmax(0, 1fr);
    }

    .what {
      flex-basis: 100%;
    }
  }
`;
