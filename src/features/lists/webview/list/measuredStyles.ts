import { css } from "lit";

/** Looks of what the values of a parameter cost. */
export const measuredStyles = css`
  :host {
    display: block;
    min-width: 0;
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    padding: 2px 0;
    font-variant-numeric: tabular-nums;
  }

  summary {
    width: fit-content;
    max-width: 100%;
    padding: 2px 0;
    cursor: pointer;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .about,
  .notes {
    margin: 0;
    padding-block: 2px;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  .notes {
    padding-inline-start: 20px;
  }

  /* A wide table scrolls by itself; the panel never does sideways. */
  .scroll {
    max-width: 100%;
    overflow-x: auto;
  }

  .scroll:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

  th,
  td {
    padding: 2px 10px 2px 0;
    vertical-align: top;
  }

  thead th[scope="col"] {
    color: var(--vscode-descriptionForeground);
    font-weight: normal;
  }

  tbody th {
    font-weight: 600;
  }

  .number {
    text-align: end;
  }

  td:last-child,
  tbody th {
    max-width: 30em;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  td:last-child,
  tbody th {
    min-width: 8em;
  }
`;
