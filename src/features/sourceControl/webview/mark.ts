import { css, html, type TemplateResult } from "lit";
import type { PlanMark } from "../messages/planPanel";

/** Looks of words with an icon, and of the icons of buttons. */
export const markStyles = css`
  .mark {
    display: inline-flex;
    gap: 4px;
    align-items: baseline;
  }

  .icon {
    flex: none;
    width: 16px;
    font: 16px / 1 codicon;
    align-self: center;
    text-align: center;
  }

  .tone-good {
    color: var(--vscode-charts-green);
  }

  .tone-warning {
    color: var(--vscode-editorWarning-foreground);
  }

  .tone-bad {
    color: var(--vscode-errorForeground);
  }

  .add::before {
    content: "\\ea60";
  }

  .edit::before {
    content: "\\ea73";
  }

  .question::before {
    content: "\\eb32";
  }

  .warning::before {
    content: "\\ea6c";
  }

  .error::before {
    content: "\\ea87";
  }

  .dash::before {
    content: "\\eacc";
  }

  .check::before {
    content: "\\eab2";
  }

  .pass::before {
    content: "\\eba4";
  }

  .circle-outline::before {
    content: "\\eabc";
  }

  .circle-slash::before {
    content: "\\eabd";
  }

  .beaker::before {
    content: "\\ea79";
  }

  .plug::before {
    content: "\\eb2d";
  }

  .shield::before {
    content: "\\eb53";
  }

  .loading::before {
    display: inline-block;
    animation: turn 1.5s linear infinite;
    content: "\\eb19";
  }

  .diff::before {
    content: "\\eafd";
  }

  .go-to-file::before {
    content: "\\ea94";
  }

  .globe::before {
    content: "\\eb01";
  }

  .copy::before {
    content: "\\ebcc";
  }

  @keyframes turn {
    to {
      transform: rotate(360deg);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .loading::before {
      animation: none;
    }
  }

  /* The editor has a setting of its own beside the system's. */
  :host-context(.vscode-reduce-motion) .loading::before {
    animation: none;
  }
`;

/** A word and its icon: never a colour alone. */
export function renderMark({ word, icon, tone }: PlanMark): TemplateResult {
  return html`<span class="mark"
    ><span class="icon ${icon} tone-${tone}" aria-hidden="true"></span
    ><span class="word">${word}</span></span
  >`;
}
