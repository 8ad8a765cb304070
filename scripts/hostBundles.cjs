// How what runs in the extension host is cut into bundles, so that no module is in two of them.
"use strict";
const { readFileSync } = require("node:fs");
const path = require("node:path");
const esbuild = require("esbuild");
const takenOnce = require("./takenOnce.cjs");

const ROOT = path.dirname(require.resolve("../package.json"));
const ENTRY = "entry";
/** The bundle that is there before all that is loaded by need. */
const LENDER = "extension";
const RADIX = 36;
/** Modules made up while building: a bundle's own together; what another bundle exports. */
const BUNDLE_OF = "bundle of";
const OTHER_BUNDLE = "other bundle";
/** What a module exports at run time, each name where it is declared. */
const EXPORTED = /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let|var) (\w+)/gm;

/**
 * The builds of all host bundles. What extension.js has and a bundle that is loaded after it needs
 * as well is exported by extension.js, so that it exists once. Bundles that extension.js needs to
 * begin cannot take from it, and threads do not have it. Built twice to know: once for what each
 * bundle would hold alone, once for the names that they take from one another.
 */
module.exports = async function hostBuilds(cut) {
  const alone = { bundles: new Set(), modules: [], asked: undefined };
  const lent = lentModules(await metafiles(buildsOf(cut, alone)));
  const wanted = [];
  const onAsk = (module, names) => wanted.push(...names.map((name) => ({ module, name })));
  await metafiles(buildsOf(cut, { ...lent, asked: undefined, onAsk }));
  return buildsOf(cut, { ...lent, asked: shortNames(wanted) });
};

/** `lent`: the modules extension.js lends, to whom, and the names asked of modules elsewhere. */
function buildsOf(cut, lent) {
  const builds = [...bundlesOf(cut)].map(([name, files]) => {
    const own = name === LENDER ? [...files, ...lent.modules] : files;
    return {
      ...cut.host,
      entryPoints: { [name]: `${BUNDLE_OF}:${own.join(",")}` },
      plugins: [otherBundles(name, cut, lent), takenOnce(), ...cut.host.plugins],
    };
  });
  const plugins = [otherBundles("", cut, lent), takenOnce(), ...cut.threads.plugins];
  return [...builds, { ...cut.threads, plugins }];
}

/** Every bundle of the extension host with the modules that are in it. */
function bundlesOf({ lazy, shared }) {
  const bundles = new Map([[ENTRY, [`src/${ENTRY}.ts`]]]);
  for (const [file, name] of Object.entries({ ...lazy, ...shared })) {
    bundles.set(name, [...(bundles.get(name) ?? []), file]);
  }
  return bundles;
}

async function metafiles(builds) {
  const dry = builds.map((build) =>
    esbuild.build({ ...build, outdir: ROOT, write: false, logLevel: "error" }),
  );
  const outputs = (await Promise.all(dry)).flatMap(({ metafile }) =>
    Object.entries(metafile.outputs),
  );
  return new Map(outputs.map(([file, output]) => [path.basename(file, ".js"), output]));
}

/** Of each module the names that others ask for, each with a short one that no module has. */
function shortNames(wanted) {
  const asked = new Map();
  const sorted = [...new Set(wanted.map(({ module, name }) => `${module} ${name}`))].sort();
  for (const [index, line] of sorted.entries()) {
    const [module, name] = line.split(" ");
    const names = asked.get(module) ?? new Map();
    asked.set(module, names.set(name, `$${index.toString(RADIX)}`));
  }
  return asked;
}

function lentModules(outputs) {
  const threads = [...outputs.keys()].filter((name) => name.endsWith("Worker"));
  const without = new Set([
    ...reached([ENTRY, LENDER], (name) => inputsOf(outputs.get(name), `${OTHER_BUNDLE}:`)),
    ...reached(threads, (name) => requiredBy(outputs.get(name))),
  ]);
  const bundles = [...outputs.keys()].filter((name) => !without.has(name));
  const needed = new Set(bundles.flatMap((name) => inputsOf(outputs.get(name), "src/")));
  const modules = inputsOf(outputs.get(LENDER), "src/").filter((file) => needed.has(file));
  return { bundles: new Set(bundles), modules: modules.map((file) => `src/${file}`) };
}

/** The names of bundles that one comes to from these, themselves among them. */
function reached(names, next) {
  const found = new Set(names);
  for (const name of found) {
    next(name).forEach((other) => found.add(other));
  }
  return found;
}

/** At its beginning or later. */
function requiredBy({ imports }) {
  const bundles = imports.filter(({ path: file }) => file.startsWith("./"));
  return bundles.map(({ path: file }) => path.basename(file, ".js"));
}

/** What is left in a bundle of inputs whose names begin so, without that beginning. */
function inputsOf({ inputs }, beginning) {
  return Object.entries(inputs)
    .filter(([input, { bytesInOutput }]) => input.startsWith(beginning) && bytesInOutput > 0)
    .map(([input]) => input.slice(beginning.length));
}

/** Leads from one bundle to the others: dynamic imports, and static ones of what is shared. */
function otherBundles(own, { lazy, shared }, lent) {
  const borrowed = lent.bundles.has(own) ? lent.modules.map((file) => [file, LENDER]) : [];
  const bundleOf = { ...Object.fromEntries(borrowed), ...shared };
  const resolve = (args) => {
    if (args.namespace === BUNDLE_OF) {
      return undefined;
    }
    if (args.namespace === OTHER_BUNDLE) {
      return { path: args.path, external: true };
    }
    const module = moduleName(args);
    if (args.kind === "dynamic-import") {
      return lazyBundle(lazy, module);
    }
    const bundle = bundleOf[module];
    if (bundle === undefined || bundle === own || args.kind === "entry-point") {
      return undefined;
    }
    const known = lent.onAsk === undefined ? [] : exportsOf(module);
    lent.onAsk?.(
      module,
      namesAsked(args).filter((name) => known.includes(name)),
    );
    return { path: bundle, namespace: OTHER_BUNDLE };
  };
  return {
    name: "other bundles",
    setup(build) {
      build.onResolve({ filter: /^bundle of:/ }, ({ path: files }) => ({
        path: files.slice(BUNDLE_OF.length + 1),
        namespace: BUNDLE_OF,
      }));
      build.onResolve({ filter: /^\.|^jsonc-parser$/ }, resolve);
      build.onLoad({ filter: /.*/, namespace: BUNDLE_OF }, ({ path: files }) => ({
        contents: exporting(files.split(","), lazy, lent.asked),
        resolveDir: ROOT,
      }));
      build.onLoad({ filter: /.*/, namespace: OTHER_BUNDLE }, ({ path: bundle }) => {
        const files = Object.keys(bundleOf).filter((file) => bundleOf[file] === bundle);
        // With their names one `require` does for a bundle, however many modules ask for it.
        return { contents: taking(files, bundle, lent.asked) };
      });
    },
  };
}

function lazyBundle(lazy, module) {
  return lazy[module] === undefined
    ? { errors: [{ text: `No bundle is named for the dynamic import of ${module}` }] }
    : { path: `./${lazy[module]}.js`, external: true };
}

/** What is lent has short names: they are written at every use. */
function exporting(files, lazy, asked) {
  const whole = files.filter(
    (file) => asked === undefined || file in lazy || file === `src/${ENTRY}.ts`,
  );
  const given = asked === undefined ? [] : files;
  const lent = given.flatMap((file) =>
    namesOf(file, asked).map(({ name, short }) => {
      return `export { ${name} as ${short} } from ${quoted(file)};`;
    }),
  );
  return [...whole.map((file) => `export * from ${quoted(file)};`), ...lent].join("\n");
}

function taking(files, bundle, asked) {
  const names = files.flatMap((file) => namesOf(file, asked));
  const renamed = names.map(({ name, short }) => `${short} as ${name}`);
  return `export { ${renamed.join(", ")} } from "./${bundle}.js";`;
}

/** The names that are asked of a module; all that it exports as long as that is not known. */
function namesOf(file, asked) {
  const names = exportsOf(file).filter((name) => asked?.get(file)?.has(name) ?? true);
  return names.map((name) => ({ name, short: asked?.get(file)?.get(name) ?? name }));
}

function quoted(file) {
  return JSON.stringify(file.startsWith("src/") ? `./${file}` : file);
}

/** The names that a module imports from there. */
function namesAsked({ path: wanted, importer }) {
  const from = wanted.replaceAll(".", "\\.");
  const pattern = new RegExp(`^import (?:type )?\\{([^}]*)\\} from "${from}";`, "gm");
  const lists = [...readFileSync(importer, "utf8").matchAll(pattern)];
  if (lists.length === 0) {
    throw new Error(`${importer} takes ${wanted} of another bundle: let it name what it takes.`);
  }
  return lists.flatMap(([, list]) =>
    list.split(",").map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*/, ""),
    ),
  );
}

function exportsOf(file) {
  const source = file.startsWith("src/") ? file : `node_modules/${file}/lib/esm/main.js`;
  const text = readFileSync(path.join(ROOT, source), "utf8");
  return [...text.matchAll(EXPORTED)].map(([, name]) => name);
}

/** Of a package its name, of our own modules the path from the root. */
function moduleName({ path: wanted, resolveDir }) {
  return wanted.startsWith(".")
    ? path
        .relative(ROOT, `${path.join(resolveDir, wanted)}.ts`)
        .split(path.sep)
        .join("/")
    : wanted;
}
