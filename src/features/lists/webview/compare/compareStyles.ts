import { css } from "lit";
import { plainButton } from "../../../../platform/webview/styles";

/** Looks of the compare tab; what differs has a word or an icon beside its colour. */
export const compareStyles = css`
  :host {
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    height: 100%;
    overflow: hidden;
    background: var(--vscode-editor-background);
    --ground: var(--vscode-editor-background);
  }

  /* However much there is to say above the rows, they keep their place. */
  .top {
    max-height: 50vh;
    overflow: auto;
  }

  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin: 0;
    padding: 3px 12px;
  }

  button {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-height: 24px;
    border: 1px solid var(--vscode-contrastBorder, var(--edge));
    border-radius: 4px;
    padding: 2px 8px;
    ${plainButton}
  }

  button:hover {
    background: var(--button-hover);
  }

  button.icon {
    border-color: var(--vscode-contrastBorder, transparent);
    padding: 2px 4px;
    background: transparent;
    color: var(--vscode-icon-foreground, inherit);
  }

  button[aria-pressed="true"] {
    border-color: var(--vscode-focusBorder);
    outline: 1px solid var(--vscode-focusBorder);
    font-weight: 600;
  }

  button[aria-disabled="true"] {
    border-style: dashed;
    background: transparent;
    color: var(--vscode-descriptionForeground);
    cursor: default;
  }

  button:focus-visible {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }

  label {
    display: inline-flex;
    gap: 6px;
    align-items: center;
    max-width: 100%;
  }

  /* Dates of snapshots are long in some languages. */
  select {
    min-width: 0;
  }

  input[type="number"] {
    width: 6em;
  }

  .side {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px 8px;
    align-items: center;
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .tag {
    border-radius: 3px;
    padding: 0 6px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
  }

  .left .tag {
    background: var(--vscode-diffEditor-removedTextBackground, transparent);
  }

  .right .tag {
    background: var(--vscode-diffEditor-insertedTextBackground, transparent);
  }

  .environment {
    display: inline-flex;
    gap: 4px;
    align-items: center;
  }

  .counts {
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }

  .match {
    position: relative;
    max-width: 100%;
  }

  .match summary {
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  .match fieldset {
    display: grid;
    gap: 4px;
    max-height: 30vh;
    margin: 4px 0 0;
    border: 1px solid var(--line);
    padding: 8px 10px;
    overflow: auto;
  }

  .scroll {
    grid-row: 3;
    height: auto;
    min-height: 0;
    user-select: text;
  }

  .body .row {
    height: 44px;
    border-bottom: 1px solid var(--line);
  }

  .body .cell,
  .kind {
    border-bottom: 0;
  }

  .body .cell {
    display: flex;
    flex-direction: column;
    justify-content: center;
    line-height: 1.4;
  }

  .body .numeric {
    align-items: flex-end;
  }

  .kind {
    display: flex;
    gap: 6px;
    align-items: center;
    padding: 0 12px;
    color: inherit;
    line-height: normal;
    text-align: start;
    white-space: normal;
  }

  .kind vscode-icon {
    flex: none;
  }

  .kind span {
    min-width: 0;
    line-height: 1.2;
  }

  .kind.same {
    color: var(--vscode-descriptionForeground);
  }

  .cell > bdi,
  del,
  ins {
    display: block;
    max-width: 100%;
    overflow: hidden;
    text-decoration: none;
    text-overflow: ellipsis;
    white-space: pre;
    unicode-bidi: plaintext;
  }

  del,
  ins {
    border-inline-start: 3px solid transparent;
    padding: 0 4px;
    line-height: 19px;
  }

  /* Broken and whole edges tell the sides apart where their colours do not. */
  del {
    border-inline-start-style: dashed;
    border-color: var(--vscode-charts-red, currentColor);
    background: var(--vscode-diffEditor-removedTextBackground, transparent);
    outline: 1px dashed var(--vscode-diffEditor-removedTextBorder, transparent);
    outline-offset: -1px;
  }

  ins {
    border-color: var(--vscode-charts-green, currentColor);
    background: var(--vscode-diffEditor-insertedTextBackground, transparent);
    outline: 1px solid var(--vscode-diffEditor-insertedTextBorder, transparent);
    outline-offset: -1px;
  }

  /* The same value in other words: a weaker mark. */
  .rewritten del,
  .rewritten ins {
    border-inline-start-style: dotted;
    background: none;
    color: var(--vscode-descriptionForeground);
  }

  .cell.onlyLeft {
    background: var(--vscode-diffEditor-removedLineBackground, transparent);
  }

  .cell.onlyRight {
    background: var(--vscode-diffEditor-insertedLineBackground, transparent);
  }
`;
