import { css } from "lit";

/** Fields side by side where there is room: all that is needed fits a window of 1280 × 800. */
export const connectionFormStyles = css`
  main {
    padding-bottom: 8px;
  }

  section {
    margin-top: 6px;
    padding: 6px 0 4px;
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
    .field:has(textarea) {
      grid-column: 1 / -1;
    }

    /* The help of a choice beside its name. */
    legend {
      float: left;
      margin-inline-end: 12px;
    }

    .cards {
      clear: both;
    }
  }

  .card {
    padding: 5px 8px;
  }

  .hints {
    align-self: start;
  }

  summary {
    width: fit-content;
    padding: 2px 4px;
    font-weight: 600;
    cursor: pointer;
  }

  .more summary {
    font-size: 1.1em;
  }

  details[open] > summary {
    margin-bottom: 8px;
  }
`;
