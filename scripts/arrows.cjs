// Says the functions of a bundle as arrow functions, which takes fewer letters, where that makes
// no difference. They stay what they are at the beginning of their block: there before anything
// else of it runs.
"use strict";
const ts = require("typescript");

/** What a function has of its own and an arrow function does not. */
const OWN = new Set([ts.SyntaxKind.ThisKeyword, ts.SyntaxKind.SuperKeyword]);

/** `text`: a script. Gives one that does the same. */
module.exports = function arrows(text) {
  const source = ts.createSourceFile("bundle.js", text, ts.ScriptTarget.Latest, true);
  return render(source, text, constructorsIn(source));
};

function render(node, text, kept) {
  const isMoved = (child) => isBody(node) && canBeArrow(child, kept);
  const moved = [];
  const parts = [];
  let at = node.pos;
  let beginning = 0;
  ts.forEachChild(node, (child) => {
    beginning ||= isBody(node) && !isDirective(child) ? parts.length + 1 : 0;
    parts.push(text.slice(at, child.pos));
    at = child.end;
    if (isMoved(child)) {
      moved.push(arrowOf(child, text, kept));
    } else {
      parts.push(render(child, text, kept));
    }
  });
  if (moved.length > 0) {
    parts.splice(beginning, 0, `\nvar ${moved.join(",\n")};\n`);
  }
  return `${parts.join("")}${text.slice(at, node.end)}`;
}

function isBody(node) {
  return ts.isSourceFile(node) || (ts.isBlock(node) && ts.isFunctionLike(node.parent));
}

/** It has to stay first. */
function isDirective(child) {
  return ts.isExpressionStatement(child) && ts.isStringLiteral(child.expression);
}

function arrowOf({ name, modifiers, parameters, body }, text, kept) {
  const list = parameters.map((one) => render(one, text, kept)).join(",");
  const before = modifiers === undefined ? "" : "async ";
  return `${name.text} = ${before}(${list}) => ${render(body, text, kept)}`;
}

function canBeArrow(statement, kept) {
  return (
    ts.isFunctionDeclaration(statement) &&
    statement.asteriskToken === undefined &&
    !kept.has(statement.name.text) &&
    !hasOwn(statement.body) &&
    !statement.parameters.some(hasOwn)
  );
}

function hasOwn(node) {
  if (OWN.has(node.kind) || (ts.isIdentifier(node) && node.text === "arguments")) {
    return true;
  }
  if (ts.isMetaProperty(node)) {
    return true;
  }
  const isOther = ts.isFunctionLike(node) && !ts.isArrowFunction(node);
  return !isOther && !ts.isClassLike(node) && ts.forEachChild(node, hasOwn) === true;
}

/** Names of what is made with `new` or inherited from: anywhere, to be sure. */
function constructorsIn(source) {
  const names = new Set();
  const visit = (node) => {
    const name = constructorOf(node);
    if (name !== undefined && ts.isIdentifier(name)) {
      names.add(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function constructorOf(node) {
  if (ts.isNewExpression(node) || ts.isExpressionWithTypeArguments(node)) {
    return node.expression;
  }
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === "prototype" ? node.expression : undefined;
  }
  const isAsked =
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
  return isAsked ? node.right : undefined;
}
