import { css } from "lit";

/** Looks of an attempt's facts and headers. */
export const attemptStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  section {
    margin-top: 18px;
    border-top: 1px solid var(--line);
    padding-top: 10px;
  }

  h3,
  h4 {
    margin: 0 0 6px;
    font-size: 1em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  h3 code {
    font-weight: normal;
  }

  dl {
    display: grid;
    gap: 3px;
    margin: 0 0 12px;
  }

  .fact {
    display: grid;
    grid-template-columns: minmax(110px, 200px) minmax(0, 1fr);
    gap: 2px 12px;
    align-items: center;
  }

  dt {
    min-width: 0;
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }

  dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  dd vscode-button {
    vertical-align: middle;
  }

  code,
  tbody th,
  td {
    font-family: var(--vscode-editor-font-family, monospace);
    overflow-wrap: anywhere;
  }

  code {
    unicode-bidi: isolate;
  }

  p {
    margin: 0;
  }

  .headers {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 10px 24px;
    align-items: start;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }

  th,
  td {
    border-bottom: 1px solid var(--line);
    padding: 3px 8px 3px 0;
    font-weight: normal;
    text-align: start;
    vertical-align: top;
    unicode-bidi: plaintext;
  }

  th {
    width: 38%;
  }

  @container (max-width: 700px) {
    .headers {
      grid-template-columns: minmax(0, 1fr);
    }
  }

  @container (max-width: 420px) {
    .fact {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
