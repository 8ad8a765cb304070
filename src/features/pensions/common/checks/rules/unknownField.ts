import type { Fix } from "../findings";
import { nearestName } from "../nearestName";
import { placeAt, removal, replacement, shownName } from "../places";
import type { PayloadMember, PayloadObject, Rule, RuleReport, RuleRun } from "../rule";
import type { SchemaPlace } from "../schemaPlaces";
import { SENTENCES } from "../../../texts/findingSentences";

/**
 * Fields that the service ignores, those that it does not know and those that it sets itself; where
 * its definition validates them, it refuses them (specification, section 1).
 */
export const unknownFieldRule: Rule = {
  id: "unknownField",
  object(object, run) {
    const { members, place } = object;
    if (place === undefined) {
      return;
    }
    let free: readonly string[] | undefined;
    members.forEach(({ name, nameEntry, value }, index) => {
      const at = { object, index, run };
      const isOwn = value.place?.isReadOnly === true;
      if (isOwn || !place.mayHave(name)) {
        run.report(placeAt(run.source, nameEntry), () =>
          // Once for an object, which may have very many members.
          isOwn ? reportOfOwn(at) : reportOfUnknown(at, (free ??= freeNames(members, place))),
        );
      }
    });
  },
};

/** A member of an object, by its index. */
interface MemberPlace {
  readonly object: PayloadObject;
  readonly index: number;
  readonly run: RuleRun;
}

function reportOfOwn(at: MemberPlace): RuleReport {
  const name = shownName(at.object.members[at.index]?.name ?? "");
  return { message: SENTENCES.ownField, values: [name], fixes: removals(at) };
}

function reportOfUnknown(at: MemberPlace, free: readonly string[]): RuleReport {
  const member = at.object.members[at.index];
  const name = member?.name ?? "";
  const remove = removals(at);
  const { place, known } = at.object;
  const isClosed = place?.isClosed === true;
  if (!isClosed && known.some((names) => names.has(name))) {
    return { message: SENTENCES.answeredField, values: [shownName(name)], fixes: remove };
  }
  const meant = nearestName(name, free);
  return meant === undefined || member === undefined
    ? {
        message: isClosed ? SENTENCES.refusedField : SENTENCES.unknownField,
        values: [shownName(name)],
        fixes: remove,
      }
    : {
        message: isClosed ? SENTENCES.refusedMisspelledField : SENTENCES.misspelledField,
        values: [shownName(name), meant],
        fixes: [
          replacement(at.run.source, member.nameEntry, { value: meant, kind: "rename" }),
          ...remove,
        ],
      };
}

/** Names that a client may set here and that are not there yet. */
function freeNames(members: readonly PayloadMember[], place: SchemaPlace): readonly string[] {
  const taken = new Set(members.map(({ name }) => name));
  const names = place.names ?? [];
  return names.filter((name) => !taken.has(name) && place.member(name)?.isReadOnly !== true);
}

/** None in an object that has no end yet: what its comma belongs to is not known. */
function removals({ object, index, run }: MemberPlace): readonly Fix[] {
  const name = shownName(object.members[index]?.name ?? "");
  return object.isUnfinished
    ? []
    : [{ value: name, kind: "remove", edits: [removal(run.source, object, index)] }];
}
