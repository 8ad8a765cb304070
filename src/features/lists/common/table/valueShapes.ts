/** Shapes of values, looked at where they are in the text: no copy is made of any. */

const DATE = "0000-00-00";
const UUID = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

/** A calendar date of ISO 8601, with or without a time. */
export function isDateText(text: string, from: number, to: number): boolean {
  const end = from + DATE.length;
  if (to < end || !hasShape(text, from, DATE)) {
    return false;
  }
  return to === end || text[end] === "T" || text[end] === " ";
}

/** The shape of a UUID (RFC 9562, section 4), whatever its version. */
export function isUuidText(text: string, from: number, to: number): boolean {
  return to - from === UUID.length && hasShape(text, from, UUID);
}

/** Nothing but spaces. */
export function isBlankText(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && text.charCodeAt(at) === 0x20) {
    at++;
  }
  return at === to;
}

/** Digits after the point of a number as it is written. */
export function decimalsIn(text: string, from: number, to: number): number {
  let point = to;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) {
      point = at + 1;
    } else if (code === 0x65 || code === 0x45) {
      return Math.max(0, at - point);
    }
  }
  return to - point;
}

/** `0` stands for a digit, `x` for a hexadecimal one. */
function hasShape(text: string, from: number, shape: string): boolean {
  for (let index = 0; index < shape.length; index++) {
    const code = text.charCodeAt(from + index);
    const wanted = shape.charCodeAt(index);
    const isDigit = code >= 0x30 && code <= 0x39;
    const lower = code | 0x20;
    const isRight =
      wanted === 0x30
        ? isDigit
        : wanted === 0x78
          ? isDigit || (lower >= 0x61 && lower <= 0x66)
          : code === wanted;
    if (!isRight) {
      return false;
    }
  }
  return true;
}
