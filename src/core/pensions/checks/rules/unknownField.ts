import type { Fix } from "../findings";
import { nearestName } from "../nearestName";
import { placeAt, removal, replacement, shownName } from "../places";
import type { Look, PayloadMember, PayloadObject, Rule, Said } from "../rule";
import { SENTENCES } from "../sentences";

/** Fields that the service ignores: those that it does not know, and those that it sets itself. */
export const unknownFieldRule: Rule = {
  id: "unknownField",
  object(object, look) {
    const { members, place } = object;
    if (place === undefined) {
      return;
    }
    members.forEach(({ name, nameEntry, value }, index) => {
      const isOwn = value.place?.isReadOnly === true;
      if (isOwn || !place.mayHave(name)) {
        const describe = isOwn ? saidOfOwn : said;
        look.report(placeAt(look.source, nameEntry), () => describe(object, index, look));
      }
    });
  },
};

function saidOfOwn(object: PayloadObject, index: number, look: Look): Said {
  const name = shownName(object.members[index]?.name ?? "");
  return { message: SENTENCES.ownField, values: [name], fixes: removals(object, index, look) };
}

function said(object: PayloadObject, index: number, look: Look): Said {
  const member = object.members[index];
  const name = member?.name ?? "";
  const meant = nearestName(name, freeNames(object));
  const remove = removals(object, index, look);
  return meant === undefined || member === undefined
    ? { message: SENTENCES.unknownField, values: [shownName(name)], fixes: remove }
    : {
        message: SENTENCES.misspelledField,
        values: [shownName(name), meant],
        fixes: [renaming(member, meant, look), ...remove],
      };
}

/** Names that a client may set here and that are not there yet. */
function freeNames({ members, place }: PayloadObject): readonly string[] {
  const taken = new Set(members.map(({ name }) => name));
  const names = place?.names ?? [];
  return names.filter((name) => !taken.has(name) && place?.member(name)?.isReadOnly !== true);
}

function renaming({ nameEntry }: PayloadMember, name: string, { source }: Look): Fix {
  const edits = [replacement(source, nameEntry, JSON.stringify(name))];
  return { value: name, kind: "rename", edits };
}

/** None in an object that has no end yet: what its comma belongs to is not known. */
function removals(object: PayloadObject, index: number, { source }: Look): readonly Fix[] {
  const name = shownName(object.members[index]?.name ?? "");
  return object.isUnfinished
    ? []
    : [{ value: name, kind: "remove", edits: [removal(source, object, index)] }];
}
