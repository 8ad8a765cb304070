import { css } from "lit";

/** What the form has beside fields: address, headers, dry run, answer. */
export const sendStyles = css`
  header {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }

  section .buttons {
    margin-top: 8px;
  }

  .address-line {
    margin: 0 0 8px;
    overflow-wrap: anywhere;
  }

  .search {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }

  .search input {
    flex: 1 1 160px;
    max-width: 420px;
  }

  /* Its paths differ at their ends. */
  select[name="operationId"] {
    width: auto;
    max-width: 100%;
  }

  summary {
    cursor: pointer;
  }

  summary:focus-visible {
    outline-offset: 2px;
  }

  .lines {
    display: grid;
    gap: 4px;
    margin: 8px 0 0;
  }

  .lines > div {
    display: grid;
    grid-template-columns: minmax(120px, 220px) minmax(0, 1fr);
    gap: 2px 12px;
  }

  .lines dt {
    overflow-wrap: anywhere;
  }

  .lines code {
    unicode-bidi: plaintext;
  }

  .problem-line {
    color: var(--vscode-errorForeground);
  }

  @media (max-width: 480px) {
    .lines > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
