// Turns a bundle of ES modules into one of CommonJS, which the editor loads. esbuild can do that
// as well, with a getter for every export and a detour at every use; here a bundle takes what it
// needs of another by name when it begins, and gives what it exports when it has begun.
"use strict";
const ts = require("typescript");

/** A dynamic import as esbuild writes it: as a copy that has a default, which nobody takes. */
const LATER = /Promise\.resolve\(\)\.then\(\(\) => __toESM\(__require\(("\.\/\w+\.js")\)\)\)/g;
/** What may be a variable: no member of something. */
const NAME = /(?<![\w$]|[^.]\.)[\w$]+/g;
/** A library's own module, under the path where it was: only that there is one name counts. */
const MODULE_PATH = /(?<=__commonJS\(\{\s*)"[^"]+"(?=\()/g;

/** `text`: what esbuild has written. Throws where it holds what this does not know. */
module.exports = function commonJs(text) {
  const source = ts.createSourceFile("bundle.js", text, ts.ScriptTarget.Latest);
  const statements = source.statements.filter(
    (statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement),
  );
  const rest = without(text, statements);
  const used = new Set(rest.match(NAME));
  const before = statements.filter(ts.isImportDeclaration).map((one) => required(one, used));
  const after = statements.filter(ts.isExportDeclaration).flatMap(given);
  const body = rest
    .replace(LATER, "Promise.resolve().then(() => require($1))")
    .replace(MODULE_PATH, '""');
  const ending = after.length === 0 ? "" : `module.exports = { ${after.join(", ")} };\n`;
  // Modules are strict by themselves, scripts are not.
  return `"use strict";\n${before.join("")}${body.replaceAll("__require(", "require(")}\n${ending}`;
};

function without(text, statements) {
  let rest = "";
  let end = 0;
  for (const { pos, end: next } of statements) {
    rest += text.slice(end, pos);
    end = next;
  }
  return rest + text.slice(end);
}

/** Of what an import names only what is used: esbuild leaves all that could be. */
function required({ importClause, moduleSpecifier }, used) {
  const module = `require(${JSON.stringify(moduleSpecifier.text)})`;
  const bindings = importClause?.namedBindings;
  const named = (bindings?.elements ?? []).filter(({ name }) => used.has(name.text));
  // The default of a module of Node is the module.
  const wholes = [importClause, bindings, ...named.filter(isDefault)].flatMap(
    (one) => one?.name ?? [],
  );
  const pairs = named
    .filter((one) => !isDefault(one))
    .map(({ propertyName, name }) => pair(propertyName ?? name, name));
  const targets = wholes.map(({ text }) => text);
  const all = pairs.length === 0 ? targets : [...targets, `{ ${pairs.join(", ")} }`];
  return all.length === 0 ? `${module};\n` : all.map((one) => `var ${one} = ${module};\n`).join("");
}

function isDefault({ propertyName }) {
  return propertyName?.text === "default";
}

function given({ exportClause, moduleSpecifier }) {
  if (exportClause === undefined || moduleSpecifier !== undefined) {
    throw new Error("A bundle exports what it does not hold.");
  }
  return exportClause.elements.map(({ propertyName, name }) => pair(name, propertyName ?? name));
}

function pair(outer, inner) {
  return `${outer.text}: ${inner.text}`;
}
