// An esbuild plugin: marks the private members of classes, so that esbuild can name them shorter.
// Nobody outside of a class can name them, neither on disk nor in a message: they are the only
// properties of which that is certain.
"use strict";
const { globSync, readFileSync } = require("node:fs");
const path = require("node:path");
const ts = require("typescript");

const ROOT = path.dirname(require.resolve("../package.json"));
const MARK = "$private";
const MARKED = /\$private$/;
const SOURCES = "src/**/*.ts";
const SOURCE = /[\\/]src[\\/].*\.ts$/;
/** Members that tests in the editor reach for by name, with `Reflect`, and find as they are. */
const REACHED = new Set([
  ...["content", "folder", "isProven", "isTrusted", "open", "options", "read", "schema"],
  ...["sources", "state", "store", "stored"],
]);
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** What a build needs for it: the plugin, and which names are short for which. */
module.exports = function privateNames() {
  const files = globSync(SOURCES, { cwd: ROOT }).map((file) => path.join(ROOT, file));
  const marked = new Map(files.sort().map((file) => [file, marks(readFileSync(file, "utf8"))]));
  return {
    mangleProps: MARKED,
    mangleCache: shortNames([...marked.values()]),
    plugins: [
      {
        name: "private names",
        setup(build) {
          build.onLoad({ filter: SOURCE }, ({ path: file }) =>
            marked.has(file) ? { contents: marked.get(file).text, loader: "ts" } : undefined,
          );
        },
      },
    ],
  };
};

/** The shortest for those that are there most often; none that anything is called anywhere. */
function shortNames(files) {
  const counts = new Map();
  const taken = new Set();
  for (const { marks, names } of files) {
    marks.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
    names.forEach((name) => taken.add(name));
  }
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const free = [...LETTERS, ...pairs].filter((name) => !taken.has(name));
  const sorted = [...counts].sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
  const short = sorted.slice(0, free.length).map(([name], index) => [name + MARK, free[index]]);
  return Object.fromEntries(short);
}

/** The text of a module with its private members marked, what is marked there, and all its names. */
function marks(text) {
  const source = ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const names = new Set();
  walk(source, (node) => {
    if (ts.isIdentifier(node)) {
      names.add(node.text);
    } else if (ts.isClassLike(node)) {
      edits.push(...editsOf(node));
    }
  });
  return { text: edited(text, edits), marks: edits.flatMap(({ name }) => name ?? []), names };
}
module.exports.marks = marks;

function edited(text, edits) {
  const fromEnd = edits.sort((a, b) => b.from - a.from);
  return fromEnd.reduce(
    (whole, { from, to = from, insert }) => whole.slice(0, from) + insert + whole.slice(to),
    text,
  );
}

function editsOf(classNode) {
  const places = placesIn(classNode);
  const marks = [...places].flatMap(([name, { uses, isPrivate, isOpen }]) =>
    isPrivate && !isOpen && !REACHED.has(name) ? uses.map((use) => markOf(use, name)) : [],
  );
  const marked = new Set(marks.map(({ name }) => name));
  return [...marks, ...parametersOf(classNode).flatMap((one) => assignment(one, marked))];
}

function markOf(use, name) {
  const isShort = ts.isBindingElement(use.parent) && use.parent.propertyName === undefined;
  return { from: use.end, insert: isShort ? `${MARK}: ${name}` : MARK, name };
}

/** Parameters that are members as well: esbuild would declare those members once more. */
function assignment(parameter, marked) {
  const { name, parent: maker } = parameter;
  const first = maker.body.statements.find(isSuperCall);
  const member = marked.has(name.text) ? name.text + MARK : name.text;
  return [
    { from: ts.getModifiers(parameter)[0].getStart(), to: name.getStart(), insert: "" },
    { from: first?.end ?? maker.body.getStart() + 1, insert: ` this.${member} = ${name.text};` },
  ];
}

function isSuperCall(statement) {
  const call = ts.isExpressionStatement(statement) ? statement.expression : undefined;
  return call?.expression?.kind === ts.SyntaxKind.SuperKeyword;
}

/** Per name what is said of it in a class: where it is surely the class's own, and whether it could be. */
function placesIn(classNode) {
  const places = new Map();
  const of = (name) => {
    places.set(name, places.get(name) ?? { uses: [], isPrivate: false, isOpen: false });
    return places.get(name);
  };
  for (const { name, isPrivate, isParameter } of membersOf(classNode)) {
    const place = of(name.text);
    place.uses.push(...(isParameter ? [] : [name]));
    place.isOpen ||= !isPrivate;
    place.isPrivate ||= isPrivate;
  }
  walk(classNode, (node) => {
    const use = useOf(node);
    if (use !== undefined) {
      const place = of(use.name.text);
      place.isOpen ||= !isThisOf(use.owner, classNode);
      place.uses.push(use.name);
    }
  });
  return places;
}

/** Named members, those that are parameters of the constructor among them. */
function membersOf(classNode) {
  const named = classNode.members.filter(({ name }) => name !== undefined);
  return [...named, ...parametersOf(classNode)].map((member) => ({
    name: member.name,
    isPrivate: ts.isIdentifier(member.name) && isMarkedPrivate(member),
    isParameter: ts.isParameter(member),
  }));
}

function parametersOf(classNode) {
  const makers = classNode.members.filter((one) => ts.isConstructorDeclaration(one) && one.body);
  return makers.flatMap((maker) =>
    maker.parameters.filter((one) => ts.isParameterPropertyDeclaration(one, maker)),
  );
}

function isMarkedPrivate(member) {
  const modifiers = ts.getModifiers(member) ?? [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}

/** What names a property: the name, and the expression that has the property, if there is one. */
function useOf(node) {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name)) {
    return { name: node.name, owner: node.expression };
  }
  if (ts.isStringLiteralLike(node)) {
    return { name: node, owner: undefined };
  }
  if (isAssigned(node)) {
    return { name: node.name, owner: undefined };
  }
  const key = ts.isBindingElement(node) ? (node.propertyName ?? node.name) : undefined;
  return key !== undefined && ts.isIdentifier(key) && ts.isObjectBindingPattern(node.parent)
    ? { name: key, owner: node.parent.parent.initializer }
    : undefined;
}

/** A member by `Object.assign(made, { known })`, which sets what the compiler would not let be set. */
function isAssigned(node) {
  const isMember = ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node);
  const call = isMember && ts.isIdentifier(node.name) ? node.parent.parent : undefined;
  return call !== undefined && ts.isCallExpression(call) && isAssign(call.expression);
}

function isAssign(called) {
  return ts.isPropertyAccessExpression(called) && called.getText() === "Object.assign";
}

/** Whether an expression is `this`, and the class's: functions have one of their own. */
function isThisOf(owner, classNode) {
  if (owner?.kind !== ts.SyntaxKind.ThisKeyword) {
    return false;
  }
  let node = owner.parent;
  while (!hasThis(node)) {
    node = node.parent;
  }
  return node.parent === classNode;
}

function hasThis(node) {
  const isMember = ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
  return (
    isMember || (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) || ts.isSourceFile(node)
  );
}

function walk(node, onNode) {
  onNode(node);
  ts.forEachChild(node, (child) => walk(child, onNode));
}
