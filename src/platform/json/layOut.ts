import { isAppError } from "../base/errors";
import { codeUnitsOf, Lexer, Token } from "./lexer";
import { beginScan } from "./scan";

const STEP = "  ";
/** Parts of the text that are joined at once: a list of all of them would outweigh the text. */
const PARTS_AT_ONCE = 65_536;
/**
 * Indentation of what is nested deeply can outweigh the text a thousand times: what would grow
 * by more than this many times is left as it came, once it is longer than `SMALL_LENGTH`.
 */
const MOST_GROWTH = 16;
const SMALL_LENGTH = 1_048_576;

/**
 * The same JSON with a line for each value, two spaces a level and a line feed at the end. White
 * space alone changes: every lexeme, the order of names and names that stand twice stay. Undefined
 * for what is no JSON, or would be far longer laid out.
 */
export function layOut(text: string): string | undefined {
  if (!isJson(text)) {
    return undefined;
  }
  const mostLength = Math.max(SMALL_LENGTH, text.length * MOST_GROWTH);
  const lexer = new Lexer(codeUnitsOf(text), text.length);
  const chunks: string[] = [];
  let parts: string[] = [];
  let length = 0;
  let depth = 0;
  let previous: Token = Token.end;
  const write = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (let token = lexer.next(); token !== Token.end; token = lexer.next()) {
    const closes = token === Token.closeBrace || token === Token.closeBracket;
    const isFirst = previous === Token.object || previous === Token.array;
    depth -= closes ? 1 : 0;
    if (closes ? !isFirst : isFirst || previous === Token.comma) {
      write(`\n${STEP.repeat(depth)}`);
    }
    write(text.slice(lexer.tokenOffset, lexer.position));
    if (token === Token.colon) {
      write(" ");
    }
    depth += token === Token.object || token === Token.array ? 1 : 0;
    previous = token;
    if (length > mostLength) {
      return undefined;
    }
    if (parts.length >= PARTS_AT_ONCE) {
      chunks.push(parts.join(""));
      parts = [];
    }
  }
  write("\n");
  chunks.push(parts.join(""));
  return chunks.join("");
}

function isJson(text: string): boolean {
  try {
    beginScan(text).readToEnd();
    return true;
  } catch (error) {
    if (isAppError(error)) {
      return false;
    }
    throw error;
  }
}
