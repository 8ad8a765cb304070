const PLAIN = /^(-?)(\d{4,})(\.\d+)?$/;

/**
 * A number's lexeme with its whole digits in groups of three: "1,204.3300". Nothing else of it
 * changes, and a lexeme with an exponent not at all: what is copied is what came.
 */
export function groupDigits(lexeme: string): string {
  const found = PLAIN.exec(lexeme);
  if (found === null) {
    return lexeme;
  }
  const [, sign = "", whole = "", rest = ""] = found;
  return `${sign}${whole.replace(/\d(?=(?:\d{3})+$)/g, "$&,")}${rest}`;
}
