import { css } from "lit";

/** Looks of the changes between two versions. */
export const changeStyles = css`
  :host {
    height: auto;
    overflow: visible;
    scroll-margin-top: 12px;
  }

  section {
    border: 1px solid var(--line);
    border-radius: 2px;
    padding: 8px 14px 14px;
  }

  h2 {
    margin: 0 0 4px;
    font-size: 1.2em;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  h2:focus-visible,
  h3:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 2px;
  }

  .title {
    font-weight: normal;
  }

  h3 {
    margin: 14px 0 4px;
    font-family: var(--vscode-editor-font-family, monospace);
  }

  .summary {
    margin: 0 0 8px;
  }

  li {
    display: grid;
    grid-template-columns: auto minmax(7em, auto) minmax(0, 1fr);
    gap: 2px 8px;
    align-items: start;
  }

  .kind {
    color: var(--vscode-descriptionForeground);
  }

  .breaking .kind {
    color: inherit;
    font-weight: 600;
  }

  .breaking vscode-icon {
    color: var(--vscode-editorWarning-foreground);
  }

  .text {
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }

  ul ~ vscode-button {
    margin-top: 12px;
  }

  @media (max-width: 480px) {
    section {
      padding-inline: 10px;
    }

    li {
      grid-template-columns: auto minmax(0, 1fr);
    }

    .text {
      grid-column: 2;
    }
  }
`;
