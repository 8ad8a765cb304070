import type { Fix } from "../findings";
import { placeAt, removal, shownName } from "../places";
import type { Rule } from "../rule";
import { SENTENCES } from "../../../texts/findingSentences";

/** All but the last of the members with one name. */
export const duplicateFieldRule: Rule = {
  id: "duplicateField",
  object(object, { source, report }) {
    const { members, isUnfinished } = object;
    const last = new Map(members.map(({ name }, index) => [name, index]));
    if (last.size === members.length) {
      return;
    }
    members.forEach(({ name, nameEntry }, index) => {
      if (last.get(name) === index) {
        return;
      }
      report(placeAt(source, nameEntry), () => {
        const value = shownName(name);
        const fix: Fix = { value, kind: "remove", edits: [removal(source, object, index)] };
        return {
          message: SENTENCES.duplicateField,
          values: [value],
          fixes: isUnfinished ? [] : [fix],
        };
      });
    });
  },
};
