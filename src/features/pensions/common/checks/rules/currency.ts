import { placeAt, replacement, textAt } from "../places";
import type { Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

const NAMES = new Set(["currency", "currencycode"]);
const LONGEST = 64;
/** Newer than the tables of some runtimes. */
const NEW = ["SLE", "XAD", "XCG", "ZWG"];

let current: ReadonlySet<string> | undefined;
let names: Intl.DisplayNames | undefined;

/** Codes that are no currency of ISO 4217; those of the past are. */
export const currencyRule: Rule = {
  id: "currency",
  value({ entry, name, place }, { source, report }) {
    const isWanted = name !== undefined && NAMES.has(name.toLowerCase());
    const text = isWanted && place?.isReadOnly !== true ? textAt(source, entry) : undefined;
    if (text === undefined || isCurrency(text)) {
      return;
    }
    report(placeAt(source, entry), () => {
      const value = text.length > LONGEST ? "" : text.trim().toUpperCase();
      const fixes = isCurrency(value)
        ? [replacement(source, entry, { value, kind: "replace" })]
        : [];
      return { message: SENTENCES.currency, fixes };
    });
  },
};

function isCurrency(text: string): boolean {
  current ??= new Set([...Intl.supportedValuesOf("currency"), ...NEW]);
  return current.has(text) || (/^[A-Z]{3}$/.test(text) && wasCurrency(text));
}

/** The runtime has names for what was legal once, such as DEM; they take it a while to find. */
function wasCurrency(code: string): boolean {
  names ??= new Intl.DisplayNames("en", { type: "currency", fallback: "none" });
  return names.of(code) !== undefined;
}
