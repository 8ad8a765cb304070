export const FORM_FIELD_KINDS = ["text", "lines", "select", "cards"] as const;

export interface FormChoice {
  readonly value: string;
  readonly label: string;
  /** What choosing it means; "" where the label says it all. */
  readonly help: string;
  /** Codicon beside a card's label. */
  readonly icon?: string;
}
