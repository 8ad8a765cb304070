import { css } from "lit";

/** Looks of the request panel around its parts. */
export const panelStyles = css`
  .gone {
    padding: 40px 20px;
    text-align: center;
  }

  header {
    gap: 4px 14px;
    margin: 0;
    border: 0;
    padding: 0;
  }

  .gone h1 {
    white-space: normal;
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
`;
