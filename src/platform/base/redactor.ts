/** Takes secrets out of text: exact values that were registered, and what looks like one. */
export interface Redactor {
  /** From now on `value` and its encoded forms never pass. */
  add(value: string): void;
  redact(text: string): string;
}
