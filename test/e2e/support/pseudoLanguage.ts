import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getL10nPseudoLocalized } from "@vscode/l10n-dev";
import { strToU8, unzipSync, zipSync } from "fflate";

/** The tag that Windows and VS Code have for a language that nobody speaks. */
const TAG = "qps-ploc";
/** Translations are this much longer than English at most, which is the shortest of many languages. */
const GROWTH = 1.4;

type Texts = Record<string, string>;

/** "Ƥȧȧɠḗḗş": no letter of English in it, and much longer. */
export function pseudo(text: string): string {
  return Object.values(pseudoTexts({ text }))[0] ?? "";
}

/** Accents by l10n-dev; what is still too short gets its own first words again. */
function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(getL10nPseudoLocalized(texts)).map(([key, value]) => {
      const text = typeof value === "string" ? value : value.message;
      const missing = Math.ceil((texts[key] ?? "").length * GROWTH) - text.length;
      // Half of what stands in braces or brackets would mean something else.
      const words = text.split(" ").filter((word) => /^\p{L}+$/u.test(word));
      const more = words.join(" ").slice(0, Math.max(0, missing)).trim();
      // A link that ends a text is a button as long as nothing follows it.
      const longer = text.endsWith(")") ? `${more} ${text}` : `${text} ${more}`;
      return [key, more === "" ? text : longer];
    }),
  );
}

/** The packed extension with its texts in the pseudo-language beside the English ones. */
export function withPseudoLanguage(vsix: string, folder: string): string {
  const files = unzipSync(readFileSync(vsix));
  const add = (name: string, source: string): void => {
    const texts = JSON.parse(readFileSync(source, "utf8")) as Texts;
    files[name] = strToU8(JSON.stringify(pseudoTexts(texts)));
  };
  add(`extension/package.nls.${TAG}.json`, "package.nls.json");
  add(`extension/l10n/bundle.l10n.${TAG}.json`, "l10n/bundle.l10n.json");
  const file = join(folder, "pseudo.vsix");
  writeFileSync(file, zipSync(files, { level: 1 }));
  return file;
}

/**
 * Makes the editor take the pseudo-language for one that it has; its own texts stay English. This
 * is the list that it writes when a language pack is installed in a window.
 */
function addLanguage(userData: string): void {
  const translations = join(userData, "pseudo.i18n.json");
  mkdirSync(userData, { recursive: true });
  writeFileSync(translations, JSON.stringify({ version: "1.0.0", contents: {} }));
  const pack = {
    hash: "pseudo",
    label: "Pseudo-language",
    extensions: [{ extensionIdentifier: { id: "test.pseudo-language" }, version: "1.0.0" }],
    translations: { vscode: translations },
  };
  const list = { [TAG]: pack };
  writeFileSync(join(userData, "languagepacks.json"), JSON.stringify(list));
}

export const PSEUDO_LANGUAGE = { tag: TAG, addTo: addLanguage };
