// Packs the extension, or any other, with vsce.
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { BIN, ROOT } from "../paths.mjs";
import { writePackedPage } from "./packedPages.mjs";
import { startGroup, waitForExit } from "../run/processGroup.mjs";

const BUDGET_MEGABYTES = 3;

/** All that may ship: what no pattern knows needs a reason to be added. */
const ALLOWED = [
  /^(extension\.vsixmanifest|\[Content_Types\]\.xml)$/,
  /^extension\/(package|package\.nls)\.json$/,
  /^extension\/(readme|changelog|SECURITY)\.md$/,
  /^extension\/LICENSE(\.txt)?$/,
  /^extension\/docs\/[\w-]+\.md$/,
  /^extension\/dist\/((extension|webview)\/)?[\w-]+\.js(\.LEGAL\.txt)?$/,
  /^extension\/dist\/THIRD-PARTY-NOTICES\.md$/,
  /^extension\/dist\/webview\/codicon\.(css|ttf)$/,
  /^extension\/media\/(icons|images)\/[\w-]+\.(svg|png|webp)$/,
  /^extension\/media\/schemas\/[\w.-]+\.json$/,
  /^extension\/media\/service\/(provider\/)?[\w.-]+\.(json|yaml)$/,
];

/** Where the packed extension is: out/NAME-VERSION.vsix. */
export function packedExtension() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return join(ROOT, "out", `${manifest.name}-${manifest.version}.vsix`);
}

/** Packs the built extension and gives the file's path. */
export async function packageExtension({ stdio = "inherit" } = {}) {
  const file = packedExtension();
  mkdirSync(join(ROOT, "out"), { recursive: true });
  const pages = [
    ...["--readme-path", writePackedPage("README.md")],
    ...["--changelog-path", writePackedPage("CHANGELOG.md")],
  ];
  await pack(ROOT, file, stdio, pages);
  refuseTooLarge(file);
  refuseOthers(file);
  return file;
}

/** A file of the checkout that ships by mistake may hold anything. */
function refuseOthers(file) {
  const names = [];
  unzipSync(readFileSync(file), {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  const others = unexpectedFiles(names);
  if (others.length > 0) {
    throw new Error(`${file} holds files that are not meant to ship: ${others.join(", ")}.`);
  }
}

/** Those names in a package that no pattern knows. */
export function unexpectedFiles(names) {
  return names.filter((name) => !ALLOWED.some((pattern) => pattern.test(name)));
}

/** The budget of what users download. */
function refuseTooLarge(file) {
  const megabytes = statSync(file).size / 1_000_000;
  if (megabytes > BUDGET_MEGABYTES) {
    throw new Error(`${file} has ${megabytes.toFixed(2)} MB, over ${BUDGET_MEGABYTES} MB.`);
  }
}

/** Packs any extension folder; nothing of node_modules ships, everything is bundled. */
export async function pack(folder, file, stdio = "inherit", pages = []) {
  const flags = [
    "--no-dependencies",
    "--no-rewrite-relative-links",
    "--allow-missing-repository",
    "--skip-license",
  ];
  const args = [join(BIN, "vsce"), "package", ...flags, ...pages, "--out", file];
  const child = startGroup(process.execPath, args, { cwd: folder, stdio });
  const code = await waitForExit(child);
  if (code !== 0) {
    throw new Error(`Packing ${folder} ended with ${code}.`);
  }
}
