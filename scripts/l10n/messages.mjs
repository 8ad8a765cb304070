// The sentences that a file of the source translates.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import ts from "typescript";

/** Functions of the type `Translate`, and `translatable`, which marks what one of them gets later. */
const TRANSLATING = new Set(["t", "translate", "translatable"]);
/** Of such a call; most files have none and need not be parsed. */
const CALL = new RegExp(`\\b(?:${[...TRANSLATING].join("|")})\\s*\\(`);

/** In the order of the file, places of values as `{0}`. */
export function messagesIn(file) {
  const text = readFileSync(file, "utf8");
  if (!CALL.test(text)) {
    return [];
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const messages = [];
  visit(source);
  return messages;

  function visit(node) {
    const message = ts.isCallExpression(node) && isTranslating(node.expression) && messageOf(node);
    if (message) {
      messages.push(message);
    }
    ts.forEachChild(node, visit);
  }

  /** Undefined where a name stands for a sentence that is marked where it is written. */
  function messageOf({ arguments: [first] }) {
    if (first === undefined || isName(first) || ts.isNumericLiteral(first)) {
      return undefined;
    }
    if (!ts.isStringLiteralLike(first)) {
      const { line } = source.getLineAndCharacterOfPosition(first.getStart());
      throw new Error(
        `${relative(process.cwd(), file)}:${line + 1}: a sentence is to be one literal.`,
      );
    }
    return first.text;
  }
}

/**
 * Whether a message tells something in a whole sentence. A question alone does not: it is answered
 * where it stands. Nor does what only leads to a value, such as "Trace {0}.".
 */
export function isStatement(message) {
  return /\.$|\. .+\?$/.test(message) && /(?:\p{L}+[^\p{L}]+){3}/u.test(message);
}

/** Whether what is called is one of the functions that translate, or marks what is translated later. */
export function isTranslating(called) {
  const name = ts.isPropertyAccessExpression(called) ? called.name : called;
  return ts.isIdentifier(name) && TRANSLATING.has(name.text);
}

function isName(node) {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
}
