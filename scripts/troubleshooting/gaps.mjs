/** Stands where a sentence names something that is known only when it is said. */
export const GAP = "…";

/** Translates into English; numbers become gaps too. */
export function withGaps(message, ...values) {
  return message.replace(/\{(\d+)\}/g, (_place, index) => {
    const value = values[Number(index)];
    // An amount of bytes comes with its unit.
    return typeof value === "number" ? GAP : String(value).replace(/^\d+(?= [KMG]?B$)/, GAP);
  });
}
