import { css } from "lit";

/** Looks of the lines. Icons are glyphs of the page's icon font: an element each would be slow. */
export const lineStyles = css`
  :host {
    display: grid;
    grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
    height: 100%;
    min-height: 0;
    container-type: inline-size;
  }

  .grid {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
  }

  .scroll {
    overflow: hidden auto;
    overflow-anchor: none;
    /* Lines begin below the head also where it has no scroll bar of its own. */
    scrollbar-gutter: stable;
  }

  .head {
    overflow: hidden;
    scrollbar-gutter: stable;
    border-bottom: 1px solid var(--line);
  }

  .limit:not(:empty) {
    padding: 2px 8px;
    border-top: 1px solid var(--line);
  }

  .canvas {
    position: relative;
  }

  .row {
    display: grid;
    grid-template-columns:
      104px 58px minmax(120px, 1fr) minmax(130px, 170px) 76px 64px minmax(110px, 190px)
      88px;
    column-gap: 8px;
    align-items: center;
    height: 22px;
    padding-inline: 4px 8px;
    font-variant-numeric: tabular-nums;
  }

  .canvas .row {
    position: absolute;
    right: 0;
    left: 0;
    cursor: default;
  }

  .head .row {
    color: var(--vscode-foreground);
    font-weight: 600;
  }

  .row > span {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .head .time {
    padding-inline-start: 18px;
  }

  .canvas .row:hover {
    background: var(--vscode-list-hoverBackground);
  }

  .canvas .row.selected {
    border-inline-start: 3px solid var(--vscode-list-focusOutline, var(--vscode-focusBorder));
    padding-inline-start: 1px;
    background: var(--vscode-list-inactiveSelectionBackground);
  }

  .row:focus-visible,
  .row:focus {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }

  .duration {
    text-align: end;
  }

  /* Beside the figure before it, which ends where this begins. */
  .waits,
  .decision {
    padding-inline-start: 6px;
  }

  .attempt .title {
    color: var(--vscode-foreground);
  }

  .attempt .decision {
    grid-column: span 2;
  }

  .link {
    cursor: pointer;
  }

  .link:hover {
    text-decoration: underline;
  }

  .twistie {
    width: 16px;
    cursor: pointer;
  }

  .icon {
    display: inline-block;
    min-width: 16px;
    margin-inline-end: 2px;
    font: 16px / 1 codicon;
    vertical-align: text-bottom;
    text-decoration: none;
  }

  .chevron-right::before {
    content: "\\eab6";
  }

  .chevron-down::before {
    content: "\\eab4";
  }

  .assistant::before {
    content: "\\eb08";
  }

  .beaker {
    color: var(--vscode-charts-green);
  }

  .beaker::before {
    content: "\\ea79";
  }

  .plug {
    color: var(--vscode-charts-blue);
  }

  .plug::before {
    content: "\\eb2d";
  }

  .shield {
    color: var(--vscode-charts-red);
  }

  .shield::before {
    content: "\\eb53";
  }

  .icon.succeeded {
    color: var(--vscode-charts-green);
  }

  .icon.succeeded::before {
    content: "\\eba4";
  }

  .icon.retried {
    color: var(--vscode-editorWarning-foreground);
  }

  .icon.retried::before {
    content: "\\eb37";
  }

  .icon.failed {
    color: var(--vscode-errorForeground);
  }

  .icon.failed::before {
    content: "\\ea87";
  }

  /* As grey as what says nothing of the service. */
  .icon.canceled {
    color: var(--vscode-descriptionForeground);
  }

  .icon.canceled::before {
    content: "\\eabd";
  }

  .cancel {
    margin: 0;
    padding: 0 4px 0 0;
    border: 0;
    border-radius: 3px;
    background: none;
    color: inherit;
    cursor: pointer;
    font: 16px/16px codicon;
    vertical-align: middle;
  }

  .cancel::before {
    content: "\\eba5";
  }

  .cancel:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }

  .icon.running::before {
    display: inline-block;
    animation: turn 1.5s linear infinite;
    content: "\\eb19";
  }

  @media (prefers-reduced-motion: reduce) {
    .icon.running::before {
      animation: none;
    }
  }

  /* The editor has a setting of its own beside the system's. */
  :host-context(.vscode-reduce-motion) .icon.running::before {
    animation: none;
  }

  @keyframes turn {
    to {
      transform: rotate(360deg);
    }
  }

  /* Half a screen: what the trail tells anyway gives way to the title. */
  @container (max-width: 820px) {
    .row {
      grid-template-columns: 104px 58px minmax(100px, 1fr) 150px 72px 80px;
    }

    .connection,
    .waits,
    .decision {
      display: none;
    }
  }

  @container (max-width: 600px) {
    .row {
      grid-template-columns: 104px 46px minmax(44px, 1fr) minmax(70px, 40%);
    }

    .duration,
    .trace {
      display: none;
    }
  }
`;
