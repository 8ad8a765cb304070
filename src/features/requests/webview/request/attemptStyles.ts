import { css } from "lit";

/** Looks of an attempt's facts and headers. */
export const attemptStyles = css`
  :host {
    height: auto;
    overflow: visible;
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
    gap: 3px;
    margin: 0 0 12px;
  }

  .fact {
    display: grid;
    grid-template-columns: minmax(110px, 200px) minmax(0, 1fr);
    gap: 2px 12px;
    align-items: center;
  }

  dd vscode-button {
    vertical-align: middle;
  }

  tbody th,
  td {
    font-family: var(--vscode-editor-font-family, monospace);
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

  th,
  td {
    padding: 3px 8px 3px 0;
    font-weight: normal;
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
