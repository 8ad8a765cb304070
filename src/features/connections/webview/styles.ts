import { css } from "lit";

/** Fields side by side where there is room: all that is needed fits a window of 1280 × 800. */
export const connectionFormStyles = css`
  section {
    padding: 8px 0 6px;
  }

  h2 {
    margin-bottom: 6px;
  }

  .fields,
  .secrets {
    grid-template-columns: minmax(0, 1fr);
    gap: 10px 24px;
    /* Nothing is inherited through the box that a details element puts around its content. */
    box-sizing: border-box;
  }

  @media (min-width: 720px) {
    .fields,
    .secrets {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    fieldset,
    .hints,
    .field:has(textarea) {
      grid-column: 1 / -1;
    }
  }

  .card {
    padding: 5px 8px;
  }

  summary {
    width: fit-content;
    padding: 2px 4px;
    font-size: 1.1em;
    font-weight: 600;
    cursor: pointer;
  }

  details[open] > summary {
    margin-bottom: 8px;
  }
`;
