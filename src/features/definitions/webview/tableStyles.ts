import { css } from "lit";
import { visuallyHidden } from "../../../platform/webview/styles";

/** Looks of the table of endpoints. */
export const endpointStyles = css`
  :host {
    display: block;
  }

  p {
    margin: 0;
  }

  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    align-items: center;
    margin-bottom: 6px;
  }

  input {
    flex: 0 1 320px;
    min-height: 26px;
    border-radius: 2px;
    padding: 3px 6px;
  }

  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }

  th:first-child {
    width: 44%;
  }

  th:last-child {
    width: 24%;
  }

  th:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

  /* What is out of sight costs nothing. */
  tbody tr {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 28px;
  }

  .mark {
    display: inline-block;
    border: 1px solid var(--edge);
    border-radius: 8px;
    padding: 0 6px;
    font-size: 0.9em;
  }

  .limits {
    display: block;
  }

  .more {
    margin-top: 8px;
  }

  @media (max-width: 560px) {
    thead {
      ${visuallyHidden}
    }

    table,
    tbody,
    tbody tr,
    tbody th,
    td {
      display: block;
      width: auto;
    }

    tbody tr {
      border-bottom: 1px solid var(--line);
      padding: 4px 0;
    }

    tbody th,
    td {
      border: 0;
      padding: 1px 0;
    }

    tbody th:first-child,
    td:last-child {
      width: auto;
    }
  }
`;
