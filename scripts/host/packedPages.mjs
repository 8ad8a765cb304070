// README and CHANGELOG as they ship. The editor's page of an extension shows pictures of the web
// alone, and follows links to the web alone; vsce turns others into such where the manifest names
// a repository on the web, and this one names none.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

const PICTURE = /!\[[^\]]*\]\((?!https:)/;
const LINK = /\[([^\]]+)\]\((?!https?:)[^)\s]+\)/g;
/** .vscodeignore lets this folder in. */
const FOLDER = "out/pages";

/** Writes the page and gives its path from the root, which is the form that vsce knows. */
export function writePackedPage(name) {
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  writeFileSync(join(ROOT, FOLDER, name), packedPage(readFileSync(join(ROOT, name), "utf8")));
  return `${FOLDER}/${name}`;
}

/** Markdown without the blocks that show pictures, and with titles in place of links to files. */
export function packedPage(markdown) {
  const blocks = markdown.split(/\n{2,}/).filter((block) => !PICTURE.test(block));
  return blocks.join("\n\n").replace(LINK, "**$1**");
}
