import { css } from "lit";

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
    background: var(--vscode-button-secondaryBackground, transparent);
    color: var(--vscode-button-secondaryForeground, inherit);
    font: inherit;
    cursor: pointer;
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

  button:focus-visible,
  [data-place]:focus {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }

  label {
    display: inline-flex;
    gap: 6px;
    align-items: center;
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
    min-height: 0;
    overflow: auto;
    overflow-anchor: none;
    border-top: 1px solid var(--line);
    contain: strict;
    cursor: default;
  }

  .scroll.loading .body {
    opacity: 0.55;
  }

  .head {
    position: sticky;
    top: 0;
    z-index: 3;
    min-width: 100%;
    height: 28px;
    border-bottom: 1px solid var(--line);
    background: var(--ground);
    font-weight: 600;
  }

  .body {
    position: relative;
    min-width: 100%;
  }

  .row {
    position: relative;
    height: 27px;
  }

  .body .row {
    position: absolute;
    left: 0;
    min-width: 100%;
    height: 44px;
    border-bottom: 1px solid var(--line);
    contain: layout style;
  }

  .cell,
  .kind {
    position: absolute;
    top: 0;
    display: flex;
    height: 100%;
    padding: 0 12px;
    overflow: hidden;
  }

  .cell {
    flex-direction: column;
    justify-content: center;
  }

  .numeric {
    align-items: flex-end;
    font-variant-numeric: tabular-nums;
  }

  .kind {
    position: sticky;
    left: 0;
    z-index: 2;
    gap: 6px;
    align-items: center;
    width: 150px;
    border-inline-end: 1px solid var(--line);
    background: var(--ground);
  }

  .kind vscode-icon {
    flex: none;
  }

  .kind span {
    min-width: 0;
    line-height: 1.2;
  }

  .same .kind {
    color: var(--vscode-descriptionForeground);
  }

  .name,
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

  del {
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

  .onlyLeft > .cell {
    background: var(--vscode-diffEditor-removedLineBackground, transparent);
  }

  .onlyRight > .cell {
    background: var(--vscode-diffEditor-insertedLineBackground, transparent);
  }

  .marker {
    font-style: italic;
  }

  /* What such a character does ends with its own element; its name stands for it. */
  .unseen {
    display: inline-block;
    font-size: 0;
    line-height: 0;
    white-space: nowrap;
    unicode-bidi: isolate;
    vertical-align: middle;
  }

  .unseen::before {
    border: 1px solid var(--edge);
    border-radius: 2px;
    padding: 0 2px;
    font: 10px / 12px var(--vscode-editor-font-family, monospace);
    content: attr(data-name);
  }
`;
