import { css } from "lit";
import { plainButton } from "../../../../../platform/webview/styles";

/** Looks of every grid: a head that stays, rows of one height, cells at their places. */
export const gridStyles = css`
  .scroll {
    height: 100%;
    overflow: auto;
    overflow-anchor: none;
    outline: none;
    cursor: default;
    user-select: none;
    -webkit-user-select: none;
    contain: strict;
    border-top: 1px solid var(--line);
  }

  .scroll.stale .body {
    opacity: 0.55;
  }

  .head {
    position: sticky;
    top: 0;
    z-index: 3;
    min-width: 100%;
    height: 28px;
    background: var(--ground);
    border-bottom: 1px solid var(--line);
    font-weight: 600;
  }

  .head .row {
    height: 27px;
  }

  /* The row of the tab stop may be far below the canvas: it must not make the bar longer. */
  .body {
    position: relative;
    min-width: 100%;
    overflow-y: clip;
  }

  .row {
    position: relative;
    display: flex;
    height: 26px;
  }

  .body .row {
    position: absolute;
    left: 0;
    min-width: 100%;
    contain: strict;
  }

  .head,
  .row,
  .cell,
  .gutter,
  .note,
  .spoken {
    box-sizing: border-box;
  }

  .cell,
  .gutter {
    position: absolute;
    top: 0;
    height: 100%;
    padding: 0 12px;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: pre;
    line-height: 25px;
    border-bottom: 1px solid var(--line);
    /* Text that runs right to left stays inside its cell. */
    unicode-bidi: plaintext;
  }

  .head .cell {
    display: flex;
    gap: 2px;
    align-items: center;
    white-space: nowrap;
    border-bottom: 0;
  }

  /* Sticky only while it moves sideways: each sticky cell costs a layer in every frame. */
  .gutter,
  .cell.stays {
    flex: none;
    z-index: 1;
    margin-left: var(--left, 0);
    background: var(--ground);
  }

  .scroll[data-sliding] :is(.gutter, .cell.stays) {
    position: sticky;
    margin-left: 0;
  }

  .gutter {
    left: 0;
    z-index: 2;
    padding: 0 8px;
    text-align: end;
    color: var(--vscode-descriptionForeground);
    font-variant-numeric: tabular-nums;
    border-inline-end: 1px solid var(--line);
  }

  .numeric {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  .head .numeric {
    justify-content: flex-end;
  }

  .name {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }

  .head .row > :is(.cell, .gutter):focus,
  .body .row > :is(.cell, .gutter):focus {
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: -2px;
  }

  .marker {
    color: var(--vscode-descriptionForeground);
    font-style: italic;
  }

  /* Not here yet. */
  .absent::before {
    display: inline-block;
    width: 60%;
    height: 8px;
    border-radius: 3px;
    background: color-mix(in srgb, var(--vscode-foreground) 10%, transparent);
    content: "";
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

/** What the grid of a list has beside. */
export const listGridStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
    height: 100%;
    overflow: hidden;
    position: relative;
    --ground: var(--vscode-editor-background);
    --chosen: var(
      --vscode-list-inactiveSelectionBackground,
      color-mix(in srgb, var(--vscode-focusBorder) 22%, var(--ground))
    );
  }

  fp-find-bar {
    flex: none;
    margin: 0 12px 4px;
    max-width: 520px;
  }

  .frame {
    position: relative;
    flex: 1 1 auto;
    min-height: 0;
  }

  /* The edge beyond which columns scroll has to be seen. */
  .cell.edge {
    border-inline-end: 2px solid var(--edge);
  }

  .icon,
  .menu {
    flex: none;
    width: 16px;
    font: 14px / 1 codicon;
    text-align: center;
  }

  .icon.pinned {
    margin-inline-end: 2px;
  }

  sup {
    flex: none;
    font-size: 0.75em;
    line-height: 1;
  }

  /* Over the end of the name: it takes no room from it. */
  .menu {
    visibility: hidden;
    position: absolute;
    top: 4px;
    inset-inline-end: 8px;
    border-radius: 3px;
    padding: 2px 0;
    background: var(--ground);
    cursor: pointer;
  }

  /* What says how a column is sorted or filtered stays in sight. */
  :is(.sorted, .filtered) ~ .menu {
    inset-inline-end: 28px;
  }

  sup ~ .menu {
    inset-inline-end: 36px;
  }

  .filtered ~ .sorted ~ .menu {
    inset-inline-end: 48px;
  }

  .menu:hover {
    background: linear-gradient(var(--icon-hover), var(--icon-hover)) var(--ground);
  }

  .head .cell:is(:hover, :focus) .menu {
    visibility: visible;
  }

  .head .cell:hover {
    background: var(--vscode-list-hoverBackground);
  }

  .head.profiled {
    height: 96px;
  }

  .head.profiled .row {
    height: 95px;
  }

  .head.profiled .cell {
    align-items: flex-start;
  }

  .profiled .name,
  .profiled .icon {
    line-height: 27px;
  }

  .profile {
    position: absolute;
    top: 27px;
    inset-inline: 8px;
    height: 66px;
    color: var(--vscode-descriptionForeground);
    font-weight: normal;
    text-align: start;
    cursor: default;
  }

  .profile svg {
    display: block;
    width: 100%;
    height: 32px;
    border-bottom: 1px solid var(--edge);
    overflow: hidden;
  }

  .profile p {
    margin: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    font-size: 0.85em;
    line-height: 16px;
  }

  .profile .hit {
    fill: transparent;
  }

  .profile .bar {
    fill: var(--vscode-charts-blue, currentColor);
    forced-color-adjust: none;
    pointer-events: none;
  }

  .profile .bar.out {
    opacity: 0.35;
  }

  .profile .value {
    cursor: pointer;
  }

  .profile .value:hover .hit {
    fill: var(--icon-hover);
  }

  .resize {
    position: absolute;
    top: 4px;
    bottom: 4px;
    inset-inline-end: 0;
    width: 7px;
    border-inline-end: 1px solid var(--edge);
    cursor: col-resize;
    touch-action: none;
  }

  .resize:hover {
    border-inline-end-width: 3px;
    border-color: var(--vscode-focusBorder);
  }

  .drop::before,
  .dropped::before {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: 3px;
    background: var(--vscode-focusBorder);
    content: "";
    forced-color-adjust: none;
  }

  .dropped::before {
    inset-inline: auto 0;
  }

  .body .row:hover > * {
    background: linear-gradient(
        var(--vscode-list-hoverBackground, transparent),
        var(--vscode-list-hoverBackground, transparent)
      )
      var(--ground);
  }

  .body .row > .selected {
    background: var(--chosen);
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    /* Its ground alone would tell it by a colour. */
    outline: 1px dashed var(--vscode-contrastActiveBorder, var(--edge));
    outline-offset: -1px;
  }

  .body .row > .marked {
    background: linear-gradient(
        var(--vscode-editor-findMatchHighlightBackground, #ea5c0055),
        var(--vscode-editor-findMatchHighlightBackground, #ea5c0055)
      )
      var(--ground);
    outline: 1px dashed var(--vscode-editor-findMatchHighlightBorder, transparent);
    outline-offset: -1px;
    text-decoration: underline;
  }

  .body .row > .found {
    outline: 2px solid var(--vscode-editor-findMatchBorder, var(--vscode-focusBorder));
    outline-offset: -2px;
  }

  ::highlight(fp-found) {
    background-color: var(--vscode-editor-findMatchHighlightBackground, #ea5c0055);
    text-decoration: underline;
  }

  .opens {
    cursor: pointer;
  }

  .opens:hover {
    text-decoration: underline;
  }

  .note {
    position: absolute;
    top: 40px;
    left: 0;
    right: 0;
    margin: 0;
    padding: 16px;
    text-align: center;
  }

  .note button {
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 2px;
    padding: 3px 8px;
    ${plainButton}
  }

  .spoken:not(.hidden) {
    position: absolute;
    right: 16px;
    bottom: 16px;
    z-index: 4;
    max-width: calc(100% - 32px);
    margin: 0;
    border: 1px solid var(--vscode-widget-border, var(--edge));
    border-radius: 3px;
    padding: 4px 10px;
    background: var(--vscode-editorWidget-background, var(--ground));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    pointer-events: none;
  }

  @media (forced-colors: active) {
    .body .row > .selected {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }

    .absent::before {
      background: GrayText;
    }

    .profile .bar {
      fill: CanvasText;
    }

    .body .row > .marked {
      background: Mark;
      color: MarkText;
    }

    ::highlight(fp-found) {
      background-color: Mark;
      color: MarkText;
    }
  }
`;
