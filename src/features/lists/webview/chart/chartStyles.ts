import { css } from "lit";
import { plainButton } from "../../../../platform/webview/styles";

/** Looks of the chart tab. */
export const chartStyles = css`
  :host {
    display: block;
    height: 100%;
    overflow: auto;
    background: var(--vscode-editor-background);
  }

  form {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 16px;
    align-items: center;
    border-bottom: 1px solid var(--line);
    padding: 6px 12px 8px;
  }

  .picker {
    display: flex;
    flex: 0 1 auto;
    gap: 6px;
    align-items: center;
    min-width: 0;
    max-width: 100%;
  }

  .picker select {
    flex: 0 1 auto;
    max-width: 16em;
  }

  .many {
    position: relative;
    min-width: 0;
  }

  .many > summary {
    max-width: 16em;
    height: 24px;
    border: 1px solid var(--vscode-dropdown-border, var(--edge));
    border-radius: 4px;
    padding: 0 6px;
    overflow: hidden;
    line-height: 22px;
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }

  .many > fieldset {
    position: absolute;
    z-index: 2;
    top: 100%;
    left: 0;
    display: grid;
    gap: 4px;
    width: max-content;
    max-width: min(20em, 80vw);
    max-height: 40vh;
    margin: 2px 0 0;
    border: 1px solid var(--vscode-contrastBorder, var(--edge));
    border-radius: 4px;
    padding: 8px 10px;
    overflow: auto;
    background: var(--vscode-dropdown-listBackground, var(--vscode-dropdown-background));
    color: var(--vscode-dropdown-foreground);
  }

  .many label {
    display: flex;
    gap: 6px;
    align-items: center;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .saves {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-inline-start: auto;
  }

  button {
    border: 1px solid var(--vscode-button-border, transparent);
    border-radius: 2px;
    padding: 4px 10px;
    ${plainButton}
  }

  button:hover {
    background: var(--button-hover);
  }

  button:focus-visible,
  .drawing:focus-visible,
  .scroll:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }

  h2 {
    margin: 8px 12px 0;
    overflow: hidden;
    font-size: 1em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .drawing {
    position: relative;
    margin: 4px 12px 0;
    overflow: hidden;
    /* Its colours are resolved from the theme; forced ones too. */
    forced-color-adjust: none;
  }

  .drawing[hidden] {
    display: none;
  }

  .old {
    opacity: 0.5;
  }

  .reading {
    min-height: 1.4em;
    margin: 4px 12px 0;
    overflow-wrap: anywhere;
  }

  ul {
    display: grid;
    gap: 2px;
    margin: 6px 12px;
    padding: 0;
    color: var(--vscode-descriptionForeground);
    list-style: none;
    overflow-wrap: anywhere;
  }

  .instead {
    display: grid;
    gap: 12px;
    justify-items: center;
    padding: 32px 16px;
    text-align: center;
    overflow-wrap: anywhere;
  }

  .instead p {
    max-width: 100%;
    margin: 0;
  }

  .data {
    margin: 8px 12px 16px;
  }

  .data > summary {
    width: fit-content;
    cursor: pointer;
  }

  .scroll {
    max-height: 50vh;
    margin-top: 6px;
    overflow: auto;
  }

  td,
  .value {
    text-align: end;
  }

  th {
    white-space: normal;
  }

  tbody th {
    max-width: 32em;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
`;
