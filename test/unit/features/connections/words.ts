import type { Localizer, Translate } from "../../../../src/platform/texts/words";

/** Fills places as the editor does, and fails where one has no value. */
export const t: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    if (value === undefined || value === "") {
      throw new Error(`${place} of "${message}" has no value`);
    }
    return value;
  });

export const WORDS: Localizer = { t, language: "en" };
