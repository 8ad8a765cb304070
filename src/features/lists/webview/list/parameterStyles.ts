import { css } from "lit";

/** Looks of the row of parameters. */
export const parameterStyles = css`
  :host {
    display: block;
  }

  form {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
    align-items: flex-start;
    margin: 0;
    padding: 6px 12px 0;
    border-top: 1px solid var(--line);
  }

  .field {
    display: grid;
    gap: 2px;
    flex: 1 1 20em;
    min-width: 0;
    max-width: min(36em, 100%);
  }

  .name {
    overflow-wrap: anywhere;
    font-weight: 600;
  }

  .help {
    margin: 0;
    overflow-wrap: anywhere;
  }

  /* Its button stands in the line. */
  .free {
    display: flex;
    flex-wrap: wrap;
    gap: 0 4px;
    align-items: center;
  }

  .problem {
    margin: 0;
    color: var(--vscode-errorForeground);
    overflow-wrap: anywhere;
  }

  .problem:empty {
    display: none;
  }

  .values {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
  }

  .option,
  .own,
  .add {
    display: inline-flex;
    gap: 4px;
    align-items: center;
    min-width: 0;
    max-width: 100%;
  }

  /* Each with what it costs. */
  .lines {
    flex-direction: column;
    align-items: flex-start;
  }

  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: center;
    max-width: 100%;
  }

  /* The table of all figures needs the room. */
  .field:has(.lines) {
    flex-basis: 100%;
    max-width: 100%;
  }

  .cost {
    min-width: 0;
    padding: 1px 6px;
    border: 1px solid var(--edge);
    border-radius: 4px;
    background: none;
    color: inherit;
    cursor: pointer;
    font: inherit;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
    text-align: start;
  }

  .cost:hover {
    background: var(--icon-hover);
  }

  .cost:focus-visible {
    outline-offset: 1px;
  }

  .details {
    flex: 1 0 100%;
    margin: 0;
    padding: 2px 0 2px 20px;
    overflow-wrap: anywhere;
  }

  .own {
    padding-inline-start: 6px;
    border: 1px solid var(--edge);
    border-radius: 4px;
  }

  bdi {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  select,
  .field > input,
  .new .add > input {
    width: min(22em, 100%);
  }

  /* In sight however long the list above is. */
  .buttons {
    display: flex;
    flex: 1 0 100%;
    gap: 8px;
    position: sticky;
    bottom: 0;
    padding: 4px 0 8px;
    background: var(--ground, var(--vscode-editor-background));
  }
`;
