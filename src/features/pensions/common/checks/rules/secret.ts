import { placeAt, textAt } from "../places";
import type { Rule } from "../rule";
import { secretShape } from "../secretShapes";
import { SENTENCES } from "../../../texts/findingSentences";

/** Values and names that look like a key, a token or a password; never said which. */
export const secretRule: Rule = {
  id: "secret",
  value({ entry, name, place }, { source, report }) {
    const text = textAt(source, entry);
    const shape = text === undefined ? undefined : secretShape(text, name);
    const isId = shape === "subscriptionKey" && place?.formats.has("uuid") === true;
    if (shape !== undefined && !isId) {
      report(placeAt(source, entry), () => ({ message: SENTENCES[shape] }));
    }
  },
  object({ members }, { source, report }) {
    for (const { name, nameEntry } of members) {
      const shape = secretShape(name, undefined);
      if (shape !== undefined) {
        report(placeAt(source, nameEntry), () => ({ message: SENTENCES[shape] }));
      }
    }
  },
};
