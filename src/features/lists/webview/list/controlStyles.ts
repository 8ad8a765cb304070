import { css } from "lit";

/** Native controls of the list panel, in the editor's looks. */
export const controlStyles = css`
  select,
  input {
    min-width: 0;
    height: 24px;
    padding: 0 4px;
    border: 1px solid var(--vscode-dropdown-border, var(--edge));
    border-radius: 4px;
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground);
    font: inherit;
  }

  input {
    border-color: var(--vscode-input-border, var(--edge));
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground, var(--vscode-foreground));
  }

  input[type="checkbox"] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--vscode-button-background, auto);
  }

  option {
    background: var(--vscode-dropdown-listBackground, var(--vscode-dropdown-background));
    color: var(--vscode-dropdown-foreground);
  }

  select:focus-visible,
  input:focus-visible,
  summary:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }

  ::placeholder {
    color: inherit;
    opacity: 0.8;
  }
`;
