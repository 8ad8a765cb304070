import { css } from "lit";

/** Looks of what stands above the lines of a plan. */
export const viewStyles = css`
  main {
    max-width: none;
  }

  header {
    margin-bottom: 8px;
  }

  .targets {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    gap: 4px 12px;
    font-weight: 600;
  }

  .acts,
  .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }

  .counts {
    margin-bottom: 8px;
  }

  .summary,
  .trace {
    margin: 0 0 8px;
    overflow-wrap: anywhere;
  }

  .progress {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    margin-bottom: 8px;
  }

  progress {
    flex: 0 1 320px;
    min-width: 0;
    height: 4px;
    border: 0;
    appearance: none;
    background: var(--vscode-editor-inactiveSelectionBackground);
    outline: 1px solid var(--line);
  }

  progress::-webkit-progress-bar {
    background: transparent;
  }

  progress::-webkit-progress-value {
    background: var(--vscode-progressBar-background, var(--vscode-foreground));
  }

  button {
    min-height: 24px;
    border: 1px solid var(--edge);
    border-radius: 12px;
    padding: 1px 10px;
    background: transparent;
    color: var(--vscode-foreground);
    font: inherit;
    cursor: pointer;
  }

  button.flat {
    min-width: 24px;
    border-color: transparent;
    border-radius: 4px;
    padding: 2px;
  }

  button:hover {
    background: var(--icon-hover);
  }

  button:focus-visible {
    outline-offset: 1px;
  }

  button[aria-pressed="true"] {
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
    background: var(--vscode-inputOption-activeBackground, transparent);
    color: var(--vscode-inputOption-activeForeground, var(--vscode-foreground));
    box-shadow: inset 0 0 0 1px var(--vscode-focusBorder);
  }
`;
