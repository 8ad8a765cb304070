/** Stands where a sentence names something that is known only when it is said. */
export const GAP = "…";

const NUMBER = /^\/?[\d.,]+(?=$| [KMG]?B$| million\b)/;

/** Translates into English; numbers become gaps too, and amounts of bytes keep their unit. */
export function withGaps(message, ...values) {
  return message.replace(/\{(\d+)\}/g, (_place, index) =>
    String(values[Number(index)]).replace(NUMBER, GAP),
  );
}
